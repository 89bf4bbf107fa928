import { BaseError } from '@vaultwright/base'
import type {
  Basis,
  FormerValue,
  NamedReading,
  ReadingName,
  ReceiptCompletion,
} from '@vaultwright/store'
import type { ParsedReading } from '../reading/parsed-reading.ts'
import { inputsOf, parseSlimReceipt, type ReceiptKind, type SlimReceipt } from './slim-receipt.ts'

/** The needs of completing a vault's receipts on a chain. */
export type CompletionParts = {
  readonly chain: string
  readonly parse: (reading: NamedReading) => ParsedReading
  /** The known state of a reading; undefined if unknown. */
  readonly known?: (name: ReadingName) => ParsedReading | undefined
}

/**
 * Makes what completes receipts of values that give way: with the inputs that they were computed from, or not at
 * all. What other code reads out of the same readings is not what stood there.
 */
export function completionOf({
  chain,
  parse,
  known: knownState,
}: CompletionParts): ReceiptCompletion {
  return async ({ kind, day, basis, receipt }: FormerValue, find) => {
    const slim = parseSlimReceipt(receipt)
    if (slim === null || basis === null) return receipt
    const names = readingNamesIn(basis, chain)
    const there = names.flatMap((name) => knownState?.(name) ?? [])
    const open = names.filter((name) => !there.some((one) => isNamed(one, name)))
    const states = [...there, ...parseAll(await find(open), parse)]
    if (states.length < names.length) return receipt
    const completed = completeReceipt(slim, { kind, chain, day }, states)
    return completed.kind === 'same' ? printWhole(slim, completed.inputs) : receipt
  }
}

/** A receipt with inputs that were gathered again. */
export type GatheredInputs =
  /** Those that it was computed from. */
  | { readonly kind: 'same'; readonly inputs: unknown }
  /** The inputs that this version's code reads differ from the receipt's. */
  | { readonly kind: 'other'; readonly inputs: unknown; readonly inputDigest: string }
  /** A reading is not there any more. */
  | { readonly kind: 'gone' }

/** The value that a receipt is of. */
export type ReceiptRef = {
  readonly kind: ReceiptKind
  readonly chain: string
  readonly day: string
}

/** Gathers the inputs of a receipt again, from what the readings of its basis say. */
export function completeReceipt(
  { inputDigest, otherChains = [] }: SlimReceipt,
  { kind, chain, day }: ReceiptRef,
  states: readonly ParsedReading[],
): GatheredInputs {
  const byName = new Map(states.map((one) => [`${one.chain} ${one.day}`, one]))
  const stateAt = (onChain: string, onDay: string) => byName.get(`${onChain} ${onDay}`) ?? null
  const gathered = inputsOf(kind, { chain, day, otherChains }, stateAt)
  if (gathered === null) return { kind: 'gone' }
  const { inputs } = gathered
  if (gathered.inputDigest === inputDigest) return { kind: 'same', inputs }
  return { kind: 'other', inputs, inputDigest: gathered.inputDigest }
}

/** Prints a receipt with its inputs, as it would have been printed with them at once. */
export function printWhole({ formula, result }: SlimReceipt, inputs: unknown): string {
  return JSON.stringify({ formula, inputs, result })
}

/** Reads which readings a basis names: a day alone is one of the chain itself. */
export function readingNamesIn(basis: Basis, chain: string): readonly ReadingName[] {
  return Object.entries(basis).flatMap(([name, digest]): readonly ReadingName[] => {
    const match = /^(?:(.+)\/)?(\d{4}-\d{2}-\d{2})$/.exec(name)
    return match === null ? [] : [{ chain: match[1] ?? chain, day: match[2]!, digest }]
  })
}

/** A reading that cannot be read is as one that is not there: its receipt stays as it is. */
function parseAll(
  readings: readonly NamedReading[],
  parse: CompletionParts['parse'],
): readonly ParsedReading[] {
  return readings.flatMap((reading) => {
    try {
      return [parse(reading)]
    } catch (error) {
      if (error instanceof BaseError) return []
      throw error
    }
  })
}

function isNamed(one: ReadingName, other: ReadingName): boolean {
  return one.chain === other.chain && one.day === other.day && one.digest === other.digest
}
