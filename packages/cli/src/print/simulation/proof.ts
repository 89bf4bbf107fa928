import type { EngineDifference, ProvenAnswer, ProvenPart } from '@vaultwright/chain'
import { type EngineAnswer, isAgreed, provenIn, revertText } from '@vaultwright/operations'
import {
  notProvenOf,
  restsOn,
  type SimulationOutcome,
  type SlotKind,
  slotKinds,
  type TriedTime,
} from '@vaultwright/outcome'
import type { StateRef } from '@vaultwright/proof'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely, printTable, printTime } from '../../terminal/table.ts'
import type { SimulationPrintOptions } from './effect.ts'

/** The times tried; null when none were asked for. */
export type Times = readonly TriedTime[] | null

/** Why no answer is given: engines differ, or it depends on what is not known yet. */
export function* printNoAnswer(answer: EngineAnswer, style: TextStyle): Iterable<string> {
  if (answer.engine === 'proven') {
    const names = answer.proven.unknowable.join(', ')
    yield style.red(
      `No answer: it depends on ${names}, which is not known before the block is made.\n`,
    )
    return
  }
  if ('simulation' in answer) return
  if (!answer.check.agreed) yield* printDisagreement(answer.check.differences, style)
  if (answer.engine === 'all' && answer.proven.kind === 'proven') {
    yield* printContradiction(answer.proven.differences, style)
  }
}

/** Prints a contradiction: the proven result stands, and the engines that differ are named. */
function* printContradiction(
  differences: Extract<ProvenPart, { kind: 'proven' }>['differences'],
  style: TextStyle,
): Iterable<string> {
  if (differences.length === 0) return
  const names = [...new Set(differences.map(({ engine }) => engine))].join(' and ')
  yield style.red(`No answer: what follows from the block's hash contradicts the ${names}.\n`)
  for (const { field, engine, node, fork } of differences) {
    yield `  ${style.red(field.padEnd(9))}\n`
    yield style.dim(`    ${engine.padEnd(6)}  ${shortOf(node)}\n`)
    yield style.dim(`    proven  ${shortOf(fork)}\n`)
  }
}

function* printDisagreement(
  differences: readonly EngineDifference[],
  style: TextStyle,
): Iterable<string> {
  yield style.red('No answer: the node and its fork disagree. Believe neither.\n')
  for (const { field, message, node, fork } of differences) {
    yield `  ${style.red(field.padEnd(9))}  ${printSafely(message)}\n`
    yield style.dim(`    node  ${shortOf(node)}\n`)
    yield style.dim(`    fork  ${shortOf(fork)}\n`)
  }
}

/** Prints the start of the proof: a reader compares the block's hash with another source. */
export function* printProof(
  { witness, slotUse, dependsOn, passedHeads, counts }: ProvenAnswer,
  style: TextStyle,
): Iterable<string> {
  const { accounts, slots } = slotUse
  const count = `${accounts.length} accounts, ${slots.length} slots, ${witness.codes.length} codes`
  yield `${style.green('proven')} from block hash ${witness.blockHash}: ${count}\n`
  if (dependsOn.length > 0)
    yield style.dim(`the result depends on the ${dependsOn.join(', ')} of its block\n`)
  if (passedHeads.length > 0) {
    const gone = `block ${passedHeads.join(', ')}`
    yield style.yellow(`the node had no proofs of ${gone} any more: a newer block was taken\n`)
  }
  if (counts.wrongValues > 0) {
    const values = counts.wrongValues === 1 ? 'one value' : `${counts.wrongValues} values`
    yield style.yellow(
      `the node states ${values} that its own proofs contradict: the proofs count\n`,
    )
  }
}

/** Prints the state a proven result rests on by kind, the result at other times, and the limits of the proof. */
export function* printRests(
  proven: ProvenAnswer,
  times: Times,
  { style, final = null }: Pick<SimulationPrintOptions, 'style' | 'final'>,
): Iterable<string> {
  const { read: readSlots, written } = restsOn(proven)
  yield `\n${style.cyan('rests on')}\n`
  const rows = slotKinds.map((kind) => [
    kindTitles[kind],
    String(readSlots[kind].length),
    String(written[kind].length),
  ])
  const counted = { align: 'right' } as const
  const columns = [
    { title: 'slots' },
    { title: 'read', ...counted },
    { title: 'written', ...counted },
  ]
  yield* printTable(columns, rows, style)
  for (const { account, slot, value } of [...readSlots.program, ...written.program]) {
    yield `  ${account} runs the program 0x${value.slice(26)}, by slot ${slot}\n`
  }
  if (times !== null) yield* printTimes(times, style)
  yield `\n${style.cyan('not proven')}\n`
  const { chainId } = proven.witness
  for (const sentence of notProvenOf({ chainId, isFinal: final !== null }))
    yield style.dim(`  ${sentence}\n`)
}

const kindTitles: Readonly<Record<SlotKind, string>> = {
  program: 'which program runs',
  permission: 'who may call what',
  balance: 'what the vault has, or lets others spend',
  other: 'other, such as prices and pools',
}

function* printTimes(times: readonly TriedTime[], style: TextStyle): Iterable<string> {
  yield `\n${style.cyan('times tried')}\n`
  const rows = times.map(({ seconds, atUnix, outcome, missing }) => [
    `+${durationOf(seconds)}`,
    printTime(atUnix),
    outcome === null ? unknownText(missing) : outcomeText(outcome),
  ])
  yield* printTable([{ title: 'later' }, { title: 'time' }, { title: 'outcome' }], rows, style)
  yield style.dim('  This says nothing of the times between them.\n')
}

function unknownText(missing: TriedTime['missing']): string {
  return missing === null
    ? 'not known: it depends on what its block decides'
    : `not known: the witness has no ${placeText(missing)}`
}

function outcomeText(outcome: SimulationOutcome): string {
  return outcome.status === 'success'
    ? 'would succeed'
    : printSafely(`would revert ${outcome.halt ?? revertText(outcome.revert)}`)
}

function placeText(place: StateRef | null): string {
  return Object.entries(place ?? {})
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}

const unitsOfTime = [
  ['year', 31_536_000n],
  ['day', 86_400n],
  ['hour', 3600n],
  ['second', 1n],
] as const

function durationOf(seconds: bigint): string {
  const [name, size] = unitsOfTime.find(([, size]) => seconds % size === 0n && seconds >= size)!
  const count = seconds / size
  return `${count} ${name}${count === 1n ? '' : 's'}`
}

/** Why there is no answer, as `--json` names it; null when there is one. */
export function noAnswerOf(answer: EngineAnswer): string | null {
  if (isAgreed(answer)) return null
  return answer.engine === 'proven' ? 'depends_on_unknown' : 'engines_differ'
}

/** The proven part of an engine that proves, or the reason that there is none. */
export function proofJsonOf(
  answer: EngineAnswer,
  { times, isFinal }: { readonly times: Times; readonly isFinal: boolean },
) {
  if (answer.engine !== 'proven' && answer.engine !== 'all') return {}
  const proven = provenIn(answer)
  if (proven === null) {
    const because =
      answer.engine === 'all' && answer.proven.kind === 'unproven'
        ? { code: answer.proven.because.code, message: answer.proven.because.shortMessage }
        : null
    return { proof: null, unprovenBecause: because }
  }
  const { witness, slotUse, dependsOn, unknowable, passedHeads, counts } = proven
  const contradictions =
    answer.engine === 'all' && answer.proven.kind === 'proven' ? answer.proven.differences : []
  return {
    proof: {
      blockHash: witness.blockHash,
      hardfork: witness.hardfork,
      accounts: slotUse.accounts.length,
      slots: slotUse.slots.length,
      codes: witness.codes.length,
      dependsOn,
      unknowable,
      passedHeads,
      wrongValues: counts.wrongValues,
      restsOn: restsJsonOf(proven),
      times: times === null ? null : times.map(timeJsonOf),
      notProven: notProvenOf({ chainId: witness.chainId, isFinal }),
    },
    contradictions: contradictions.map(({ engine, field, node, fork }) => ({
      engine,
      field,
      engineSays: node,
      proven: fork,
    })),
  }
}

function restsJsonOf(proven: ProvenAnswer) {
  const { read: readSlots, written } = restsOn(proven)
  const slotsOf = (some: typeof readSlots) =>
    slotKinds.flatMap((kind) =>
      some[kind].map(({ account, slot, value }) => ({ kind, account, slot, value })),
    )
  return { read: slotsOf(readSlots), written: slotsOf(written) }
}

function timeJsonOf({ seconds, atUnix, outcome, missing }: TriedTime) {
  return { seconds, atUnix, outcome, missing }
}

function shortOf(value: unknown): string {
  const text = printSafely(JSON.stringify(value))
  return text.length > 300 ? `${text.slice(0, 297)}...` : text
}
