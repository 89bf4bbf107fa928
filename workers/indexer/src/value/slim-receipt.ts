import type {
  AnyReceipt,
  DailyReceipt,
  DayInputs,
  PerformanceInputs,
  PerformanceReceipt,
  VaultState,
} from '@vaultwright/valuation'
import { dayEndOf, shareStateOf, shiftDay } from '@vaultwright/valuation'
import Type, { type Static } from 'typebox'
import Compile from 'typebox/compile'
import { jsonDigestOf, type ParsedReading } from '../reading/parsed-reading.ts'
import { readerFingerprint } from '../reading/reader-fingerprint.generated.ts'
import { daysBefore } from './basis.ts'

/** Kinds of values with a receipt. */
export type ReceiptKind = 'daily' | 'performance'

const slimReceiptSchema = Type.Object({
  formula: Type.String(),
  /** Of the inputs, each part of a reading by its own digest. */
  inputDigest: Type.String({ pattern: '^[0-9a-f]{16}$' }),
  /** Fingerprint of the code that worked the inputs out of the readings. */
  reader: Type.String(),
  /** The vault's other chains, in the order of the inputs; left out when it has none. */
  otherChains: Type.Optional(Type.Array(Type.String())),
  result: Type.Object({}),
})

/** A receipt that leaves its inputs to the readings, which are kept for ever. */
export type SlimReceipt = Static<typeof slimReceiptSchema>

/** The state in a reading of a day on a chain; null if it was not read. */
export type StateAt = (chain: string, day: string) => ParsedReading | null

/** The place of a value and its inputs. */
export type InputQuery = {
  readonly chain: string
  readonly day: string
  /** Of the vault, without the chain itself. */
  readonly otherChains: readonly string[]
}

/** Inputs of a formula, and their digest. */
export type DigestedInputs<Inputs> = { readonly inputs: Inputs; readonly inputDigest: string }

/** Gathers what the values of a day are computed from: a vault on one chain has no others to name. */
export function dayInputsOf(state: VaultState, otherChains: readonly string[]): DayInputs {
  return otherChains.length === 0 ? state : { ...state, otherChains: [...otherChains].sort() }
}

/** Gathers what a daily point is computed from; null when the day was not read. */
export function dailyInputsOf({ chain, day }: InputQuery, stateAt: StateAt) {
  const today = stateAt(chain, day)
  if (today === null) return null
  const before = stateAt(chain, shiftDay(day, -1))
  return {
    inputs: { today: today.state, before: before === null ? null : dayEndOf(before.state) },
    inputDigest: jsonDigestOf([today.digests.share, before?.digests.end ?? null]),
  }
}

/** Gathers what a performance is computed from; null when the day was not read. */
export function performanceInputsOf(
  { chain, day, otherChains }: InputQuery,
  stateAt: StateAt,
): DigestedInputs<PerformanceInputs> | null {
  const last = stateAt(chain, day)
  if (last === null) return null
  const week = daysBefore(day)
  const from = week[0]!
  const first = stateAt(chain, from)
  const between = week.slice(1).map((one) => stateAt(chain, one))
  const chainInputs = otherChains.map((other) => ({
    chain: other,
    first: stateAt(other, from),
    last: stateAt(other, day),
  }))
  const stateOf = (one: ParsedReading | null) => one?.state ?? null
  const digestOf = (one: ParsedReading | null) => one?.digests.state ?? null
  return {
    inputs: {
      chain,
      day,
      last: last.state,
      first: stateOf(first),
      between: between.map((one) => (one === null ? null : dayEndOf(one.state))),
      others: chainInputs.map((one) => ({
        chain: one.chain,
        first: stateOf(one.first),
        last: stateOf(one.last),
      })),
    },
    inputDigest: jsonDigestOf([
      chain,
      day,
      digestOf(last),
      digestOf(first),
      between.map((one) => one?.digests.end ?? null),
      chainInputs.map((one) => [one.chain, digestOf(one.first), digestOf(one.last)]),
    ]),
  }
}

/** Computes the digest of the inputs of a whole receipt. */
export function inputDigestIn(receipt: DailyReceipt | PerformanceReceipt): string {
  const digestOf = (part: unknown) => (part === null ? null : jsonDigestOf(part))
  const { inputs } = receipt
  if ('today' in inputs) return jsonDigestOf([digestOf(inputs.today), digestOf(inputs.before)])
  const { chain, day, last, first, between, others: chainInputs } = inputs
  return jsonDigestOf([
    chain,
    day,
    digestOf(last),
    digestOf(first),
    between.map(digestOf),
    chainInputs.map((one) => [one.chain, digestOf(one.first), digestOf(one.last)]),
  ])
}

/** Prints a receipt without its inputs. */
export function printSlimReceipt(
  { formula, result }: Pick<AnyReceipt, 'formula' | 'result'>,
  inputDigest: string,
  otherChains: readonly string[],
): string {
  const chains = otherChains.length === 0 ? {} : { otherChains }
  return JSON.stringify({ formula, inputDigest, reader: readerFingerprint, ...chains, result })
}

/** @returns null when a text is a receipt with its inputs, or none. */
export function parseSlimReceipt(text: string): SlimReceipt | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  return check.Check(value) ? value : null
}

/** Gathers the inputs of a receipt again; null when the day is not among what was read. */
export function inputsOf(
  kind: ReceiptKind,
  query: InputQuery,
  stateAt: StateAt,
): DigestedInputs<unknown> | null {
  if (kind === 'performance') return performanceInputsOf(query, stateAt)
  const daily = dailyInputsOf(query, stateAt)
  if (daily === null) return null
  const { inputs, inputDigest } = daily
  return { inputs: { ...inputs, today: shareStateOf(inputs.today) }, inputDigest }
}

const check = Compile(slimReceiptSchema)
