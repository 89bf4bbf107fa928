import type { Json } from '../answer.ts'
import type { ReplayedVault } from '../indexing/replay.ts'
import type { Ink } from './ink.ts'
import { printTable } from './table.ts'

/** Turns what became of replayed values into what `--json` shows. */
export function replayedJsonOf(replayed: readonly ReplayedVault[]): Json {
  return { vaults: replayed.map((one) => ({ ...one })) }
}

/** Prints what became of replayed values for a person. */
export function* printReplayed(replayed: readonly ReplayedVault[], ink: Ink): Iterable<string> {
  const sum = (read: (one: ReplayedVault) => number) =>
    replayed.reduce((total, one) => total + read(one), 0)
  const changed = sum(({ added, completed, revised }) => added + completed + revised)
  const what =
    changed === 0 ? ink.green('nothing changed') : ink.yellow(`${changed} values changed`)
  yield `${what}  ${sum(({ days }) => days)} days computed again from what was read, without a chain\n\n`
  const counts = ['days', 'as before', 'added', 'completed', 'changed']
  yield* printTable(
    [
      ...['vault', 'chain'].map((title) => ({ title })),
      ...counts.map((title) => ({ title, align: 'right' }) as const),
    ],
    replayed.map(({ name, chain, days, unchanged, added, completed, revised }) => [
      ...[name, chain],
      ...[days, unchanged, added, completed, revised].map(String),
    ]),
    ink,
  )
  if (sum(({ revised }) => revised) > 0) {
    yield `\nWhat was there before is kept, with the time and the reason: vaultwright index explain <vault> <day>\n`
  }
}
