import { BaseError } from '@vaultwright/base'
import { readQuoteInputs } from './input-schema.ts'
import type { QuoteInputs } from './quote-input.ts'
import { computeQuote } from './quote-result.ts'
import type { SwapQuote } from './swap-quote.ts'
import type { SwapReceipt } from './swap-receipt.ts'

/** Name and version of the formula: what it gives for the same inputs never changes. */
const quoteFormula = 'swap-quote@4'

/** Formulas whose receipts are read: each is the next one without what that one adds, see `SwapReceipt`. */
const knownFormulas: readonly string[] = [
  'swap-quote@1',
  'swap-quote@2',
  'swap-quote@3',
  quoteFormula,
]

/** Writes the receipt of a quote: what it was given, and what follows. */
export function receiptOf(
  inputs: QuoteInputs,
  formula: SwapReceipt['formula'] = quoteFormula,
): SwapReceipt {
  return {
    formula,
    inputs: plainOf(inputs),
    result: plainOf(computeQuote(inputs)),
  }
}

/**
 * Computes a quote from all that it follows from, with its receipt.
 *
 * @param formula - of the receipt that the inputs were read from; the newest where they were measured.
 */
export function quoteOf(
  inputs: QuoteInputs,
  formula: SwapReceipt['formula'] = quoteFormula,
): SwapQuote {
  const { chainId, blockNumber, blockHash, blockUnix, root, wish: request } = inputs
  const { sellToken, buyToken, sellAmount, unpermitted } = inputs
  return {
    chainId,
    blockNumber,
    blockHash,
    blockUnix,
    root,
    sellToken,
    buyToken,
    sellAmount,
    exactOutput:
      request.buyAmount === undefined
        ? null
        : { buyAmount: request.buyAmount, maxSellAmount: request.maxSellAmount ?? null },
    slippageBps: request.slippageBps,
    ...computeQuote(inputs),
    unpermitted,
    receipt: receiptOf(inputs, formula),
  }
}

/**
 * Computes a quote once more from the inputs of its receipt, without a chain.
 *
 * @returns the result that follows: the same as the receipt's, bit for bit, where nothing was changed.
 * @throws {QuoteReceiptDamagedError} if the receipt is not one of this formula.
 */
export function recomputeQuote(receipt: SwapReceipt): SwapReceipt['result'] {
  return plainOf(computeQuote(quoteInputsIn(receipt)))
}

/**
 * Reads the inputs of a receipt.
 *
 * @throws {QuoteReceiptDamagedError} if they have another shape.
 */
export function quoteInputsIn({ formula, inputs }: SwapReceipt): QuoteInputs {
  if (!knownFormulas.includes(formula))
    throw new QuoteReceiptDamagedError(`its formula is ${formula}`)
  const reading = readQuoteInputs(inputs)
  if (reading.ok) return knownTo(formula, reading.value)
  const [issue] = reading.issues()
  throw new QuoteReceiptDamagedError(`${issue?.path.join('.') ?? 'inputs'} ${issue?.message ?? ''}`)
}

/** Leaves out what an older version never looked at. */
function knownTo(formula: SwapReceipt['formula'], inputs: QuoteInputs): QuoteInputs {
  if (formula === quoteFormula) return inputs
  const { order: _, ...third } = inputs
  if (formula === 'swap-quote@3') return third
  const { buyAmount: __, maxSellAmount: ___, ...wish } = inputs.wish
  if (formula === 'swap-quote@2') return { ...third, wish }
  const measurements = inputs.measurements.map(({ part: _, ...one }) => one)
  return { ...third, wish, measurements }
}

/** Writes a value as JSON has it: integers of any size are texts. */
export function plainOf(value: object): Readonly<Record<string, unknown>> {
  const text = JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'bigint' ? String(one) : one,
  )
  return JSON.parse(text)
}

/** A receipt of a quote has another shape than its formula's. */
export class QuoteReceiptDamagedError extends BaseError {
  override readonly code = 'quote_receipt_damaged'
  override readonly kind = 'damaged_data'

  constructor(why: string) {
    super({
      message: `The receipt of the quote cannot be read: ${why}. Ask for a new quote.`,
      facts: { why },
    })
  }
}
