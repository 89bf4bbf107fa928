import type { QueuedReplay, ReplayedVault } from '@vaultwright/operations'
import type { Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printTable } from '../../terminal/table.ts'

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
  const days = sum((one) => one.days)
  const stale = sum((one) => one.stale)
  yield `${what}  ${days} days, ${stale} values computed again from what was read, without a chain\n\n`
  const counts = ['days', 'computed', 'as before', 'added', 'completed', 'changed']
  yield* printTable(
    [
      ...['vault', 'chain'].map((title) => ({ title })),
      ...counts.map((title) => ({ title, align: 'right' }) as const),
    ],
    replayed.map(({ name, chain, ...counts }) => [
      name,
      chain,
      ...[
        counts.days,
        counts.stale,
        counts.unchanged,
        counts.added,
        counts.completed,
        counts.revised,
      ].map(String),
    ]),
    style,
  )
  if (sum(({ revised }) => revised) > 0) {
    yield `\nWhat was there before is kept, with the time and the reason: vaultwright index explain <vault> <day>\n`
  }
}

export function queuedJsonOf(queued: readonly QueuedReplay[]): Json {
  return { vaults: queued.map((one) => ({ ...one })) }
}

/** Other workers did some of it: what they wrote is in the store, not here. */
export function* printQueued(queued: readonly QueuedReplay[], style: TextStyle): Iterable<string> {
  const sum = (read: (one: QueuedReplay) => number) =>
    queued.reduce((total, one) => total + read(one), 0)
  const [days, stale, left] = [
    sum((one) => one.days),
    sum((one) => one.stale),
    sum((one) => one.left),
  ]
  const what = left === 0 ? style.green('nothing is stale') : style.red(`${left} values are stale`)
  yield `${what}  ${days} days, ${stale} values were to be computed, by all workers of the queue\n\n`
  const counts = ['days', 'computed', 'left']
  yield* printTable(
    [
      ...['vault', 'chain'].map((title) => ({ title })),
      ...counts.map((title) => ({ title, align: 'right' }) as const),
      { title: '' },
    ],
    queued.map(({ name, chain, isParked, ...counts }) => [
      name,
      chain,
      ...[counts.days, counts.stale - counts.left, counts.left].map(String),
      isParked ? style.red('given up: see the board of the queue') : '',
    ]),
    style,
  )
}
