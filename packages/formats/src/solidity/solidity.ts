import type { Steps } from '@vaultwright/base'
import { fieldsOf, jsonSourceOf } from '../text/field.ts'
import { distinctKeySteps, type InputText } from '../text/json-text.ts'
import type { ProgressReport } from '../text/progress.ts'
import { locateSteps } from '../tree/compare.ts'
import { fillerFinding } from '../tree/filler.ts'
import type { TreeFile } from '../tree/tree-file.ts'
import { guessForm, settleForm } from './form.ts'
import { checkIndexes, checkSteps } from './solidity-check.ts'
import { isTextSteps } from './solidity-match.ts'
import { rebuildSteps } from './solidity-tree.ts'

/**
 * Reads a tree file in the solidity format, every variant of it.
 *
 * The tree is rebuilt from the leaves and printed again: a text that comes back byte for byte states
 * nothing else than the tree. Only a text that does not is compared value by value.
 *
 * @param report - takes the part that is done, 0.1 to 1.
 * @throws {FileSchemaError} when a value is not what the format asks for.
 * @throws {DuplicateKeyError} when an object names a key twice.
 */
export function* soliditySteps(
  { text, bytes }: InputText,
  value: unknown,
  report: ProgressReport,
): Steps<TreeFile> {
  const source = jsonSourceOf(text)
  const root = fieldsOf(source, value, [])
  const { metadata, tree, leaves, leafIndexes, filler } = yield* rebuildSteps(
    source,
    root,
    (share) => report(0.1 + 0.4 * share),
  )
  const form = {
    ...guessForm(text, leaves),
    leafIndexes: leafIndexes && indexesOfSlots(leafIndexes, tree.tree.capacity),
    padding: filler.text,
  }
  const findings = [...checkIndexes(leafIndexes), ...fillerFinding(filler)]
  const draft: TreeFile = {
    format: 'solidity',
    layout: form.layout,
    metadata,
    tree,
    findings,
    form,
  }
  const isPrinted = yield* isTextSteps(bytes, { file: draft, form }, (share) =>
    report(0.5 + 0.5 * share),
  )
  if (isPrinted) return draft
  yield* distinctKeySteps(text)
  const problems = [...(yield* checkSteps(source, root, draft)), ...source.misspelt]
  const placed = [...(yield* locateSteps(text, problems)), ...findings]
  yield
  return settleForm({ text, bytes }, { ...draft, findings: placed })
}

/** Slots that the file lacks have their own number. */
function indexesOfSlots(stated: readonly number[], capacity: number): readonly number[] {
  return Array.from({ length: capacity }, (_, slot) => stated[slot] ?? slot)
}
