import { fieldsOf, jsonSourceOf } from '../text/field.ts'
import { assertDistinctKeys } from '../text/json-text.ts'
import { locateFindings } from '../tree/compare.ts'
import { fillerFinding } from '../tree/filler.ts'
import type { TreeFile } from '../tree/tree-file.ts'
import { guessForm, settleForm } from './form.ts'
import { checkIndexes, checkSolidity } from './solidity-check.ts'
import { isTextOf } from './solidity-print.ts'
import { rebuildSolidity } from './solidity-tree.ts'

/**
 * Reads a tree file in the solidity format, every variant of it.
 *
 * The tree is rebuilt from the leaves and printed again: a text that comes back byte for byte states
 * nothing else than the tree. Only a text that does not is compared value by value.
 *
 * @throws {FileSchemaError} when a value is not what the format asks for.
 * @throws {DuplicateKeyError} when an object names a key twice.
 */
export function readSolidity(text: string, value: unknown): TreeFile {
  const source = jsonSourceOf(text)
  const root = fieldsOf(source, value, [])
  const { metadata, tree, leaves, leafIndexes, filler } = rebuildSolidity(source, root)
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
  if (isTextOf(text, draft, form)) return draft
  assertDistinctKeys(text)
  const problems = [...checkSolidity(source, root, draft), ...source.misspelt]
  const placed = [...locateFindings(text, problems), ...findings]
  return settleForm(text, { ...draft, findings: placed })
}

/** Slots that the file lacks have their own number. */
function indexesOfSlots(stated: readonly number[], capacity: number): readonly number[] {
  return Array.from({ length: capacity }, (_, slot) => stated[slot] ?? slot)
}
