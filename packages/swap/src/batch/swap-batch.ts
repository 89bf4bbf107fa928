import type { Address, Hex } from '@vaultwright/base'
import type { SwapRefusal } from '../offer/swap-refusal.ts'
import type { QuoteInputs } from '../quote/quote-input.ts'
import { plainOf, QuoteReceiptDamagedError, quoteOf } from '../quote/recompute.ts'
import { isRounding } from '../quote/rounding.ts'
import { amountText } from '../quote/sentence.ts'
import type { SwapCandidate, SwapQuote } from '../quote/swap-quote.ts'
import {
  type BalanceMove,
  type BatchInputs,
  type BatchStep,
  readBatchInputs,
} from './batch-input.ts'

/** The refusal of a batch. */
export type BatchRefusal = SwapRefusal & {
  /** The swap that is refused, counted from zero; null for the batch as a whole. */
  readonly index: number | null
}

/** Swaps that run one after the other as one call of the Manager, with what runs before and after them. */
export type SwapBatch = {
  readonly chainId: number
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly root: Hex
  readonly vault: Address
  readonly before: readonly BatchStep[]
  /** In the order of the calls; the best of each is what runs. */
  readonly swaps: readonly SwapQuote[]
  readonly swapCount: number
  readonly after: readonly BatchStep[]
  /** Null where the batch may be built. */
  readonly refusal: BatchRefusal | null
  /** Of the whole batch; null where it did not run. */
  readonly gasUsed: bigint | null
  /** The balances that the whole batch moved as it ran. */
  readonly moves: readonly BalanceMove[]
  readonly receipt: BatchReceipt
}

/** Every input of a batch and what follows from it, as JSON; amounts are decimal texts in base units. */
export type BatchReceipt = {
  /** Its quotes are computed as `swap-quote@4`. */
  readonly formula: 'swap-batch@1'
  readonly inputs: Readonly<Record<string, unknown>>
  readonly result: Readonly<Record<string, unknown>>
}

const batchFormula = 'swap-batch@1'

/**
 * Judges a batch by its swaps, and by whether it moved as one what its parts moved one after the other.
 *
 * It asks nothing: the same inputs give the same result.
 *
 * @throws {QuoteReceiptDamagedError} if its quotes are not of one vault, block and tree.
 */
export function batchOf(inputs: BatchInputs): SwapBatch {
  assertOnePlace(inputs)
  const { before, after, swapCount, run } = inputs
  const swaps = inputs.quotes.map((quote) => quoteOf(quote))
  const [first] = swaps
  const refusal = refusalOf(inputs, swaps)
  const { chainId, blockNumber, blockHash, root } = first!
  return {
    chainId,
    blockNumber,
    blockHash,
    root,
    vault: inputs.quotes[0]!.vault,
    before,
    swaps,
    swapCount,
    after,
    refusal,
    gasUsed: run?.gasUsed ?? null,
    moves: run?.moves ?? [],
    receipt: {
      formula: batchFormula,
      inputs: plainOf(inputs),
      result: plainOf({ best: swaps.map(({ best }) => best), refusal }),
    },
  }
}

/**
 * Reads the inputs of a batch's receipt.
 *
 * @throws {QuoteReceiptDamagedError} if they have another shape.
 */
export function batchInputsIn({ formula, inputs }: BatchReceipt): BatchInputs {
  if (formula !== batchFormula) throw new QuoteReceiptDamagedError(`its formula is ${formula}`)
  const reading = readBatchInputs(inputs)
  if (reading.ok) return reading.value
  const [issue] = reading.issues()
  throw new QuoteReceiptDamagedError(`${issue?.path.join('.') ?? 'inputs'} ${issue?.message ?? ''}`)
}

/** The way of a swap that a batch takes; null where none may be built. */
export function bestCandidateOf({ best, candidates }: SwapQuote): SwapCandidate | null {
  return candidates.find(({ id }) => id === best) ?? null
}

function assertOnePlace({ quotes, swapCount, run }: BatchInputs): void {
  const [first] = quotes
  for (const name of ['chainId', 'blockNumber', 'blockHash', 'root', 'vault'] as const) {
    if (quotes.every((quote) => quote[name] === first?.[name])) continue
    throw new QuoteReceiptDamagedError(`its quotes are not of one ${name}`)
  }
  if (quotes.length > swapCount) throw new QuoteReceiptDamagedError('it has more quotes than swaps')
  if (run !== null && quotes.length < swapCount)
    throw new QuoteReceiptDamagedError('it ran and lacks a quote')
}

function refusalOf(inputs: BatchInputs, swaps: readonly SwapQuote[]): BatchRefusal | null {
  const { run, swapCount } = inputs
  const index = swaps.findIndex(({ best }) => best === null)
  if (index >= 0) return { index, ...wayRefusalOf(swaps[index]!) }
  if (swaps.length < swapCount || run === null) {
    const message = 'The batch was not run as a whole.'
    return { index: null, code: 'swap_refused', message }
  }
  if (!run.isSuccess) {
    const { code, message } = run.failure ?? { code: 'venue_reverted', message: 'It reverted.' }
    return { index: null, code, message }
  }
  const wrong = differenceIn(inputs, swaps)
  return wrong === null ? null : { index: null, ...wrong }
}

/** The reason against the best way of a swap that has none which may be built. */
function wayRefusalOf({ candidates, refused }: SwapQuote): SwapRefusal {
  const reason = candidates[0]?.refusal ?? refused[0]
  if (reason === undefined) return { code: 'no_permitted_venue', message: 'No way was executed.' }
  return { code: reason.code, message: reason.message }
}

/** The first balance that the whole batch changed by another amount than its parts did. */
function differenceIn(
  { quotes, run }: BatchInputs,
  swaps: readonly SwapQuote[],
): SwapRefusal | null {
  const parts = [...run!.stepMoves, ...quotes.flatMap((quote, at) => movesOf(quote, swaps[at]!))]
  const [whole, sum] = [totalsOf(run!.moves), totalsOf(parts)]
  for (const [key, { token, holder, amount }] of [...sum, ...whole]) {
    const [moved, expected] = [whole.get(key)?.amount ?? 0n, sum.get(key)?.amount ?? 0n]
    const size = amount < 0n ? -amount : amount
    // Of one token each part may round.
    if (moved === expected || isRoundingOf(moved - expected, { size, parts: parts.length }))
      continue
    const named = [...quotes].flatMap(({ sellToken, buyToken }) => [sellToken, buyToken])
    const unit = named.find(({ address }) => address === token) ?? {
      address: token,
      symbol: null,
      decimals: null,
    }
    const [as, is] = [expected, moved].map((one) => amountText(one, unit))
    const message = `The whole batch changes the balance of ${holder} by ${is}, and its parts one after the other by ${as}.`
    return { code: 'token_moves_otherwise', message }
  }
  return null
}

function isRoundingOf(
  difference: bigint,
  { size, parts }: { readonly size: bigint; readonly parts: number },
): boolean {
  const count = BigInt(parts)
  const share = difference < 0n ? -difference : difference
  return isRounding((share + count - 1n) / count, size)
}

/** The changes of balances by the best way of a swap, as it was measured in its place. */
function movesOf(inputs: QuoteInputs, quote: SwapQuote): readonly BalanceMove[] {
  const { vault, sellToken, buyToken, measurements } = inputs
  const measurement = measurements.find(({ id }) => id === quote.best)!
  const holder = measurement.legs[0]!.drone ?? vault
  return [
    { token: sellToken.address, holder, amount: -measurement.sold },
    { token: buyToken.address, holder, amount: measurement.bought },
    ...measurement.leftover.map(({ token, amount }) => ({ token, holder, amount })),
  ]
}

function totalsOf(moves: readonly BalanceMove[]): ReadonlyMap<string, BalanceMove> {
  const totals = new Map<string, BalanceMove>()
  for (const { token, holder, amount } of moves) {
    const key = `${token}|${holder}`.toLowerCase()
    totals.set(key, { token, holder, amount: amount + (totals.get(key)?.amount ?? 0n) })
  }
  return totals
}
