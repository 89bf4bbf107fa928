import type { PushedFor } from '../admin/tree-push.ts'
import type { Json } from '../answer.ts'
import type { Ink } from './ink.ts'
import { printSafely, printTable } from './table.ts'

/**
 * Turns what a push did into what `--json` shows.
 *
 * @param result - of the push.
 * @returns root, state, for whom, what is new, and where the text that stays says otherwise.
 */
export function pushedJsonOf({ pushed, chain, vault, strategist }: PushedFor): Json {
  const { root, state, isNewTree, isNewRoot, differences } = pushed
  return {
    ...{ root, state, newTree: isNewTree, newRoot: isNewRoot },
    ...{ chain, vault: vault.address, strategist: strategist.address },
    differences: differences.map(({ place, field, kept, given }) => ({
      ...{ place, field, kept, given },
    })),
  }
}

/**
 * Prints what a push did for a person.
 *
 * @param result - of the push.
 * @param ink - for the state and headings.
 * @returns the lines: state and root, what was new, and differences.
 */
export function* printPushed(result: PushedFor, ink: Ink): Iterable<string> {
  const { root, state, differences } = result.pushed
  const label = state === 'pending' ? ink.yellow('pending') : ink.green('onchain')
  yield `${label}  ${ink.bold(root)}\n`
  const { chain, vault, strategist } = result
  const whose = `${strategist.name} (${strategist.address}) of ${vault.name} on ${chain}`
  yield `${printSafely(`${noveltyOf(result)} for ${whose}`)}\n`
  if (differences.length === 0) return
  yield `\nThe text that is kept already says otherwise, and stays:\n`
  const columns = ['place', 'field', 'kept', 'given'].map((title) => ({ title }))
  const rows = differences.map(({ place, field, kept, given }) => [
    ...[place, field, kept ?? '(nothing)', given ?? '(nothing)'],
  ])
  yield* printTable(columns, rows, ink)
}

function noveltyOf({ pushed: { isNewTree, isNewRoot } }: PushedFor): string {
  if (isNewTree) return 'stored'
  return isNewRoot ? 'stored before, and new' : 'stored before'
}
