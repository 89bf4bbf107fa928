import { type ReplayedVault, replayVaults } from '@vaultwright/operations'
import { withStore } from '../../admin/open.ts'
import { withoutUrl } from '../../admin/option.ts'
import { defineCommand, text } from '../../command/command.ts'
import { type Context, type Json, yes } from '../../terminal/context.ts'
import { buildProgress, type Progress } from '../../terminal/progress.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printTable } from '../../terminal/table.ts'
import { indexOptions, type RangeOptions, rangeOptions, type VaultOptions } from './environment.ts'
import { findTarget, rangeMeant } from './target.ts'

export const indexReplay = defineCommand({
  name: 'index replay',
  describe:
    'Computes snapshots, daily points and performance again from the readings that are kept, without asking any chain: after a formula was corrected, or to see that nothing changes. A value that comes out otherwise takes the place of the one before, which is kept with the time and the reason.',
  positionals: {},
  options: {
    ...indexOptions,
    ...rangeOptions,
    reason: text('Why, one sentence; it is kept with every value that changes', 'text'),
  },
  without: withoutUrl,
  examples: [
    ['index replay', 'All days of all vaults'],
    [
      "index replay --vault 'Local USD' --from 2026-01-20 --reason 'Formula of the fee drag corrected'",
      'One vault, from a day on',
    ],
  ],
  run: async (args, context) => {
    const replayed = await replay(args, context)
    return {
      json: () => replayedJsonOf(replayed),
      text: (style) => printReplayed(replayed, style),
      exit: yes,
    }
  },
})

/** Which values are computed again, and why. */
export type ReplayOptions = VaultOptions &
  RangeOptions & { readonly reason: string | undefined; readonly quiet: boolean }

const usualReason = 'Values were computed again from what was read.'

/** Computes values again from kept readings, without asking any chain. */
export function replay(
  options: ReplayOptions,
  context: Context,
): Promise<readonly ReplayedVault[]> {
  const { from = null, to = null } = rangeMeant(options)
  return withStore(options, context, async (store) => {
    const { vaults, chains } = await findTarget(store, options)
    const { reason = usualReason } = options
    const order = { vaults, chains, from, to, reason, signal: context.signal }
    let bar: Progress | undefined
    try {
      return await replayVaults(store, order, {
        start: (days) => {
          bar = buildProgress(days, context, options.quiet)
        },
        step: (vault, day) => bar?.step(`${vault} ${day}`),
      })
    } finally {
      bar?.end()
    }
  })
}

export function replayedJsonOf(replayed: readonly ReplayedVault[]): Json {
  return { vaults: replayed.map((one) => ({ ...one })) }
}

export function* printReplayed(
  replayed: readonly ReplayedVault[],
  style: TextStyle,
): Iterable<string> {
  const sum = (read: (one: ReplayedVault) => number) =>
    replayed.reduce((total, one) => total + read(one), 0)
  const changed = sum(({ added, completed, revised }) => added + completed + revised)
  const what =
    changed === 0 ? style.green('nothing changed') : style.yellow(`${changed} values changed`)
  yield `${what}  ${sum(({ days }) => days)} days computed again from what was read, without a chain\n\n`
  const counts = ['days', 'as before', 'added', 'completed', 'changed']
  yield* printTable(
    [
      ...['vault', 'chain'].map((title) => ({ title })),
      ...counts.map((title) => ({ title, align: 'right' }) as const),
    ],
    replayed.map(({ name, chain, days, unchanged, added, completed, revised }) => [
      name,
      chain,
      ...[days, unchanged, added, completed, revised].map(String),
    ]),
    style,
  )
  if (sum(({ revised }) => revised) > 0) {
    yield `\nWhat was there before is kept, with the time and the reason: vaultwright index explain <vault> <day>\n`
  }
}
