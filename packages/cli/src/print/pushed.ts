import type { PushedFor, Stranger } from '../admin/tree-push.ts'
import type { Json } from '../answer.ts'
import type { Ink } from './ink.ts'
import { printSafely, printTable } from './table.ts'

/**
 * Turns what a push did into what `--json` shows.
 *
 * @returns root, state, for whom, what is new, where the text that stays says otherwise, and whose the
 *   file says it is where that is not so.
 */
export function pushedJsonOf(result: PushedFor): Json {
  const { pushed, chain, vault, strategist, strangers } = result
  const { root, state, isNewTree, isNewRoot, differences } = pushed
  return {
    ...{ root, state, newTree: isNewTree, newRoot: isNewRoot },
    ...{ chain, vault: vault.address, strategist: strategist.address },
    differences: differences.map(({ place, field, kept, given }) => ({
      ...{ place, field, kept, given },
    })),
    strangers: strangers.map(({ what, stated, meant }) => ({ what, stated, meant })),
  }
}

/** Says that a file names somebody else than it is pushed for. */
export function strangerTextOf({ what, stated, meant }: Stranger): string {
  return `The file says that it is for the ${what} ${stated}, and it was pushed for ${meant}. Make sure that it is the right file.`
}

/** Prints what a push did for a person. */
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
