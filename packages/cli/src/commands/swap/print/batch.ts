import { bestCandidateOf, type SwapBatch, type SwapQuote } from '@vaultwright/swap'
import type { TextStyle } from '../../../terminal/style.ts'
import { printPairs, printSafely } from '../../../terminal/table.ts'
import { printAmount, printPercent, printToken, printWay, tokenAmong } from './token.ts'

/** Prints a batch: each part in its order, what it moves as one, and why it may not be built. */
export function* printBatch(batch: SwapBatch, style: TextStyle): Iterable<string> {
  const { before, swaps, swapCount, after, moves, gasUsed, refusal, blockNumber, blockHash } = batch
  yield* printSteps('Before the swaps', before, style)
  for (const [index, quote] of swaps.entries()) {
    const title = `${index + 1}. Sell ${printAmount(quote.sellAmount, quote.sellToken)} for ${printToken(quote.buyToken)}`
    yield `${style.bold(printSafely(title))}\n`
    yield* printPairs(rowsOf(quote), style)
    for (const reason of reasonsOf(quote)) yield `${printSafely(reason)}\n`
    yield '\n'
  }
  if (swaps.length < swapCount) {
    const count = swapCount - swaps.length
    yield `${count === 1 ? '1 swap' : `${count} swaps`} behind it: not measured.\n\n`
  }
  yield* printSteps('After the swaps', after, style)
  yield `${style.bold('The batch as one')}\n`
  const tokens = swaps.flatMap(({ sellToken, buyToken }) => [sellToken, buyToken])
  yield* printPairs(
    [
      ...moves.map(({ token, holder, amount }, index) => {
        const sign = amount > 0n ? '+' : '-'
        const size = amount < 0n ? -amount : amount
        const shown = `${sign}${printAmount(size, tokenAmong(tokens, token))} of ${holder}`
        return [index === 0 ? 'moves' : '', shown] as const
      }),
      ['gas', gasUsed === null ? 'not run' : String(gasUsed)],
      ['block', `${blockNumber}, ${blockHash}`],
    ],
    style,
  )
  if (refusal === null) return
  const place = refusal.index === null ? 'The batch' : `Swap ${refusal.index + 1}`
  yield `\n${printSafely(`${place} is refused: ${refusal.message}`)} ${style.dim(`[${printSafely(refusal.code)}]`)}\n`
}

function* printSteps(
  title: string,
  steps: SwapBatch['before'],
  style: TextStyle,
): Iterable<string> {
  if (steps.length === 0) return
  yield `${style.bold(title)}\n`
  for (const { route, params } of steps) {
    const words = Object.entries(params).map(([name, value]) => `${name} ${value}`)
    yield `  ${printSafely([route, ...words].join(', '))}\n`
  }
  yield '\n'
}

function rowsOf(quote: SwapQuote): readonly (readonly [string, string])[] {
  const { buyToken, fair, bound } = quote
  const best = bestCandidateOf(quote)
  const least = best?.least ?? null
  return [
    ['way', best === null ? 'none may be built' : printWay(best.legs)],
    ...(best === null ? [] : [['buys', printAmount(best.buyAmount, buyToken)] as const]),
    ['at least', least === null ? 'nothing' : printAmount(least, buyToken)],
    [
      'fair',
      fair === null ? `not known: ${quote.fairReason}` : printAmount(fair.buyAmount, buyToken),
    ],
    [
      'bound',
      bound === null
        ? 'none'
        : `${printAmount(bound.least, buyToken)}: at most ${printPercent(bound.maxLossBps)} less`,
    ],
    ['slippage', printPercent(quote.slippageBps)],
  ]
}

/** Of a swap without a way, what is against each. */
function reasonsOf(quote: SwapQuote): readonly string[] {
  if (quote.best !== null) return []
  return [
    ...quote.candidates.flatMap(({ legs, refusal }) =>
      refusal === null ? [] : [`${printWay(legs)}: ${refusal.message}`],
    ),
    ...quote.refused.map(({ route, message }) => `${route}: ${message}`),
  ]
}
