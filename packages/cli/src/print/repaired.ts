import type { Json } from '../answer.ts'
import { namesOf } from '../indexing/backfill.ts'
import type { Repaired } from '../indexing/repair.ts'
import { backfilledJsonOf, printBackfilled } from './backfilled.ts'
import type { Ink } from './ink.ts'
import { printPairs, printSafely } from './table.ts'

/** Turns what was repaired into what `--json` shows. */
export function repairedJsonOf({ repair, backfilled }: Repaired): Json {
  const { takenBack, checked, moved, reread } = repair
  return {
    ...(backfilledJsonOf(backfilled) as { readonly [key: string]: Json }),
    ...{ takenBack, checked, reread },
    moved: moved.map(({ chain, vault, day, reason }) => ({ chain, vault, day, reason })),
  }
}

/** Prints what was repaired for a person. */
export function* printRepaired({ repair, backfilled }: Repaired, ink: Ink): Iterable<string> {
  const { takenBack, checked, moved, reread } = repair
  const nameOf = namesOf(backfilled.target)
  yield* printPairs(
    [
      ['taken up again', takenBack === 0 ? 'nothing was given up' : `${takenBack} pieces of work`],
      [
        'blocks compared',
        `${checked}, ${moved.length === 0 ? 'all as they were' : `${moved.length} are others now`}`,
      ],
      ...(reread === 0 ? [] : [['read again', `${reread} days, as wanted`] as const]),
    ],
    ink,
  )
  for (const { vault, chain, day, reason } of moved) {
    yield `${ink.yellow('read again')}  ${printSafely(nameOf(vault))} on ${chain}, ${day}: ${reason}\n`
  }
  yield '\n'
  yield* printBackfilled(backfilled, ink)
}
