import { wholeBps } from '@vaultwright/base'
import { printGrouped } from '@vaultwright/builder'
import type { Measurement, SwapCandidate, SwapQuote } from '@vaultwright/swap'
import type { TextStyle } from '../../../terminal/style.ts'
import { printSafely, printTime } from '../../../terminal/table.ts'
import type { FieldDifference, RecomputedQuote } from '../input/quote-file.ts'
import { printAmount, printPercent, printRoute, printToken, printWay, tokenAmong } from './token.ts'

/** Prints how a quote follows from its receipt, step by step, then whether the file says the same. */
export function* printExplanation(check: RecomputedQuote, style: TextStyle): Iterable<string> {
  const sections = [
    ['Asked', askedOf(check)],
    ['Fair value', fairOf(check)],
    ['Bound', boundOf(check)],
    ['Ways, the best first', waysOf(check)],
    ['Order', orderOf(check)],
    ['Refused before they ran to the end', refusedOf(check)],
    ['Not permitted', unpermittedOf(check)],
  ] as const
  for (const [title, sentences] of sections) {
    if (sentences.length === 0) continue
    yield `${style.bold(title)}\n`
    for (const sentence of sentences) yield `  ${printSafely(sentence)}\n`
    yield '\n'
  }
  yield* printVerdict({ ...check, formula: check.quote.receipt.formula }, style)
}

function askedOf({ quote, inputs }: RecomputedQuote): readonly string[] {
  const { chainId, blockNumber, blockHash, blockUnix, root, slippageBps } = quote
  return [
    `Sell ${printAmount(quote.sellAmount, quote.sellToken)} for ${printToken(quote.buyToken)}, with a slippage of ${printPercent(slippageBps)}.`,
    ...outputOf(quote),
    `Every number is of block ${blockNumber} of chain ${chainId}, ${printTime(blockUnix)}, ${blockHash}.`,
    `The vault is ${inputs.vault}, and the tree has the root ${root}.`,
  ]
}

/** Says what is to be bought. A receipt has one amount alone: who measured says that it is the least. */
function outputOf({ exactOutput, buyToken, sellToken }: SwapQuote): readonly string[] {
  if (exactOutput === null) return []
  const { buyAmount, maxSellAmount } = exactOutput
  const most = maxSellAmount === null ? 'the balance' : printAmount(maxSellAmount, sellToken)
  return [
    `${printAmount(buyAmount, buyToken)} are to be bought at least, for ${most} at most; that this is about the least amount that buys it is the word of who measured.`,
  ]
}

function fairOf({ quote, inputs }: RecomputedQuote): readonly string[] {
  const { fair, fairReason, sellToken, buyToken, sellAmount } = quote
  const tokens = [sellToken, buyToken]
  const nameOf = (asset: (typeof tokens)[number]['address']) =>
    printToken(tokenAmong(tokens, asset))
  const failed = inputs.failures.map(
    ({ asset, source, reason }) => `${source} gives no price of ${nameOf(asset)}: ${reason}.`,
  )
  if (fair === null) return [...failed, `What the tokens are worth is not known. ${fairReason}`]
  const prices = fair.sources.map(({ asset, source, price, per, asOfUnix }) => {
    const unit = per === 'usd' ? 'USD' : nameOf(per)
    return `1 ${nameOf(asset)} is worth ${price} ${unit}: ${source}, ${printTime(asOfUnix)}.`
  })
  const worth = `${printAmount(sellAmount, sellToken)} is worth ${printAmount(fair.buyAmount, buyToken)}: amount times price, divided by the price of ${printToken(buyToken)}, rounded down.`
  return [...failed, ...prices, worth]
}

function boundOf({ quote, inputs }: RecomputedQuote): readonly string[] {
  const { bound, fair, buyToken } = quote
  if (inputs.limits === null) return ['There is no policy, so nothing bounds a swap.']
  if (bound === null || fair === null) {
    return ['Without prices the policy cannot bound a swap.']
  }
  const boundText = `${printAmount(fair.buyAmount, buyToken)} × ${wholeBps - bound.maxLossBps} / ${wholeBps}`
  return [
    `The policy allows a loss of ${printPercent(bound.maxLossBps)}: a swap must buy ${printAmount(bound.least, buyToken)}, which is ${boundText}, rounded up.`,
    `A swap may move the price by ${printPercent(inputs.limits.maxImpactBps)}.`,
  ]
}

/** The book says that a solver pays it: nothing executed it. */
function orderOf({ quote: { order, sellToken, buyToken } }: RecomputedQuote): readonly string[] {
  if (order === undefined) return []
  const fee = printAmount(order.feeAmount, sellToken)
  const loss = order.lossBps === null ? '' : `, ${lossText(order.lossBps)} than fair`
  return [
    `${order.book} says that solvers pay ${printAmount(order.buyAmount, buyToken)} after a fee of ${fee}${loss}: number ${order.rank} by what it buys.`,
    order.refusal === null
      ? order.note
      : `Refused: ${order.refusal.message} [${order.refusal.code}]`,
  ]
}

function waysOf(check: RecomputedQuote): readonly string[] {
  const { candidates, best } = check.quote
  if (candidates.length === 0) return ['No way was executed.']
  const isNet = candidates.every(({ netOfGas }) => netOfGas !== null)
  const rank = isNet
    ? 'They are ranked by what is left after gas; what may not be built comes last.'
    : 'They are ranked by what they buy, because gas has no price here; what may not be built comes last.'
  const sentences = candidates.flatMap((candidate, index) =>
    wayOf(check, candidate).map((sentence, line) =>
      line === 0 ? `${index + 1}. ${sentence}` : `   ${sentence}`,
    ),
  )
  const last = best === null ? 'None may be built.' : `The best is ${best}.`
  return [rank, ...sentences, last]
}

/**
 * The line of one way: its output, its loss against fair value, the minimum of its calldata, and
 * the reasons against it.
 */
function wayOf(check: RecomputedQuote, candidate: SwapCandidate): readonly string[] {
  const { quote, inputs } = check
  const { sellToken, buyToken } = quote
  const measurement = inputs.measurements.find(({ id }) => id === candidate.id)!
  const gas = printGrouped(candidate.gasUsed, 0)
  const loss = candidate.lossBps === null ? '' : `, ${lossText(candidate.lossBps)} than fair`
  const net =
    candidate.netOfGas === null ? '' : `, ${printAmount(candidate.netOfGas, buyToken)} after gas`
  const offered = candidate.offeredAmount
  return [
    `${candidate.id}, ${printWay(candidate.legs)}: ${printAmount(measurement.sold, sellToken)} bought ${printAmount(candidate.buyAmount, buyToken)} with ${gas} gas${loss}${net}.`,
    ...(offered === null ? [] : [`Its maker offered ${printAmount(offered, buyToken)}.`]),
    ...impactOf(measurement, candidate),
    candidate.refusal === null
      ? minimumOf(check, measurement, candidate)
      : `Refused: ${candidate.refusal.message} [${candidate.refusal.code}]`,
  ]
}

function impactOf({ legs }: Measurement, candidate: SwapCandidate): readonly string[] {
  const { impactBps, impactReason } = candidate
  if (impactBps === null) {
    return impactReason === null ? [] : [`How far it moves the price is not known: ${impactReason}`]
  }
  const than = legs.length === 1 ? 'a thousandth of it' : 'a thousandth of each part'
  return [`A unit sells ${lossText(impactBps)} than one of ${than}.`]
}

/** A loss in basis points: a negative one is a gain. */
function lossText(bps: string): string {
  return bps.startsWith('-') ? `${bps.slice(1)} bps better` : `${bps} bps worse`
}

function minimumOf(
  { quote }: RecomputedQuote,
  { bought, legs }: Measurement,
  { least: minimum }: SwapCandidate,
): string {
  const { buyToken, slippageBps, bound } = quote
  const amount = printAmount(minimum ?? 0n, buyToken)
  if (legs.some(({ given }) => given !== null)) {
    return `Minimum output: ${amount}, which the calldata of the third party demands.`
  }
  const isBound = bound !== null && bound.least === minimum
  const reason = isBound
    ? 'the bound, which is more than slippage leaves'
    : quote.exactOutput?.buyAmount === minimum
      ? 'what is to be bought'
      : `${printAmount(bought, buyToken)} less ${printPercent(slippageBps)} of slippage, rounded up`
  return `Minimum output: ${amount}: ${reason}.`
}

function refusedOf({ quote }: RecomputedQuote): readonly string[] {
  return quote.refused.map((venue) => `${printRoute(venue)}: ${venue.message} [${venue.code}]`)
}

function unpermittedOf({ quote }: RecomputedQuote): readonly string[] {
  return quote.unpermitted.map((venue) => {
    const amount = printAmount(venue.buyAmount, quote.buyToken)
    const { permittingLeaf } = venue
    const way =
      permittingLeaf === null
        ? 'no decoder reads its calldata, so no leaf would permit it.'
        : `a leaf for ${permittingLeaf.signature} on ${permittingLeaf.target} would permit it.`
    return `${printRoute(venue)} would buy ${amount}; ${way}`
  })
}

/** The recomputed numbers follow from these, and these from nothing that is here. */
const givenSentence =
  "Given by the receipt, and not computed: chain, block and its time, vault, root, which formula, what was asked, prices and why some are missing, the policy's limits, and what each way sold, bought and used of gas."

/** Prints whether a file says what its receipt gives. */
export function* printVerdict(
  {
    difference,
    isIdComputed,
    formula,
  }: Pick<RecomputedQuote, 'difference' | 'isIdComputed'> & { readonly formula: string },
  style: TextStyle,
): Iterable<string> {
  if (!isIdComputed) {
    yield style.dim(
      "quote_id, created_at and expires_at are the service's own: nothing computes them.\n",
    )
  }
  yield style.dim(`${givenSentence}\n`)
  if (difference === null) {
    yield `${style.green('recomputed: equal')}  ${style.dim(formula)}\n`
    return
  }
  const { path } = difference
  yield `${style.red(`recomputed: differs at ${printSafely(path)}`)}\n`
  yield `  the file says     ${printSafely(valueText(difference, 'written'))}\n`
  yield `  the receipt gives ${printSafely(valueText(difference, 'computed'))}\n`
}

function valueText(difference: FieldDifference, side: 'written' | 'computed'): string {
  const value = difference[side]
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 197)}...` : text
}
