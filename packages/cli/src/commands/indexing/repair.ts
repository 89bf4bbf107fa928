import { type Repair, repairDays } from '@vaultwright/operations'
import { withoutUrl } from '../../admin/option.ts'
import { type ArgumentsOf, defineCommand, flag, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import type { Context, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printSafely } from '../../terminal/table.ts'
import {
  type Backfilled,
  backfill,
  backfilledJsonOf,
  isWhole,
  namesOf,
  printBackfilled,
} from './backfill.ts'
import { concurrencyOptions, indexNodeOptions, indexOptions, rangeOptions } from './environment.ts'
import { rangeMeant } from './target.ts'

const repairOptions = {
  ...indexOptions,
  ...rangeOptions,
  reread: flag('Read the days again even if nothing is wrong with them'),
  reason: text(
    'Why they are read again, one sentence; it is kept with what was there before',
    'text',
  ),
  ...concurrencyOptions,
  ...indexNodeOptions,
}

export const command = defineCommand({
  name: 'index repair',
  summary: 'Retry abandoned days; compare stored days with the chain',
  describe:
    'Retries work that was given up, compares the block of every stored day with the chain, reads days again whose block changed, computes old values again, and reads missing days. Replaced values are stored with the time and the reason. Exits with 1 if something failed or is still missing.',
  positionals: {},
  options: repairOptions,
  without: withoutUrl,
  examples: [
    ['index repair', 'All vaults, with the nodes of the environment'],
    [
      "index repair --vault 'Local ETH' --from 2026-01-20 --to 2026-01-20 --reread --reason 'The node was wrong'",
      'This day again, whatever is there',
    ],
  ],
  run: async (args, context) => {
    const repaired = await repair(args, context)
    return {
      json: () => repairedJsonOf(repaired),
      text: (style) => printRepaired(repaired, style),
      exit: () => (isWhole(repaired.backfilled) ? 0 : 1),
    }
  },
})

type RepairOptions = ArgumentsOf<typeof repairOptions>

type Repaired = { readonly repair: Repair; readonly backfilled: Backfilled }

/**
 * Takes up work that was given up, compares the blocks of kept days with the chain's, reads those again that
 * differ or that `--reread` names, and does all that is missing.
 */
export async function repair(options: RepairOptions, context: Context): Promise<Repaired> {
  if (options.reread && (options.reason ?? '').trim() === '') {
    throw new UsageError('--reread takes the place of what is there. Say why with --reason.')
  }
  if (!options.reread && options.reason !== undefined) {
    throw new UsageError('--reason is kept with days that are read again. Give --reread with it.')
  }
  const { from = null, to = null } = rangeMeant(options)
  const rereadReason = options.reread ? options.reason! : null
  let repairResult: Repair = { takenBack: 0, checked: 0, moved: [], reread: 0 }
  const backfilled = await backfill(
    { ...options, order: undefined },
    context,
    async (indexer, { vaults }, chains) => {
      repairResult = await repairDays(indexer, { vaults, chains, from, to, rereadReason })
    },
  )
  return { repair: repairResult, backfilled }
}

function repairedJsonOf({ repair, backfilled }: Repaired): Json {
  const { takenBack, checked, moved, reread } = repair
  return {
    ...(backfilledJsonOf(backfilled) as { readonly [key: string]: Json }),
    takenBack,
    checked,
    reread,
    moved: moved.map(({ chain, vault, day, reason }) => ({ chain, vault, day, reason })),
  }
}

function* printRepaired({ repair, backfilled }: Repaired, style: TextStyle): Iterable<string> {
  const { takenBack, checked, moved, reread } = repair
  const nameOf = namesOf(backfilled.target)
  yield* printPairs(
    [
      ['taken up again', takenBack === 0 ? 'nothing was given up' : `${takenBack} chunks of work`],
      [
        'blocks compared',
        `${checked}, ${moved.length === 0 ? 'all as they were' : `${moved.length} are others now`}`,
      ],
      ...(reread === 0 ? [] : [['read again', `${reread} days, as wanted`] as const]),
    ],
    style,
  )
  for (const { vault, chain, day, reason } of moved) {
    yield `${style.yellow('read again')}  ${printSafely(nameOf(vault))} on ${chain}, ${day}: ${reason}\n`
  }
  yield '\n'
  yield* printBackfilled(backfilled, style)
}
