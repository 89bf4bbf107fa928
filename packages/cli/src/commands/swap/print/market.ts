import { printUnits } from '@vaultwright/base'
import type { MarketTransaction } from '@vaultwright/operations'
import { swapBoundOf, swapCandidateOf } from '@vaultwright/wire'
import type { Json } from '../../../terminal/context.ts'
import type { TextStyle } from '../../../terminal/style.ts'
import { printPairs, printSafely, printTimeOrNull as shownTime } from '../../../terminal/table.ts'
import {
  type BuiltFileOptions,
  type BuiltHere,
  builtJsonOf,
  printBuilt,
} from '../../../transaction/built.ts'
import { printAmount, tokenAmong } from './token.ts'
import { printPercent, printWay } from './way.ts'

/** A swap that was built. */
export type MarketBuilt = {
  readonly swap: MarketTransaction
  /** Of the quote file; null for a wish. */
  readonly quoteId: string | null
  readonly here: BuiltHere
}

/** Turns a swap that was built into the keys of the interface. */
export function marketJsonOf({ swap, quoteId, here }: MarketBuilt): Json {
  const { quote, candidate, least: minimum, deadlineUnix, approvalsLeft } = swap
  const { buyToken, bound } = quote
  return {
    ...builtJsonOf(here),
    quote: {
      quote_id: quoteId,
      block_number: Number(quote.blockNumber),
      block_hash: quote.blockHash,
      candidate: swapCandidateOf(candidate, quote),
    },
    least: buyToken.decimals === null ? null : printUnits(minimum, buyToken.decimals),
    raw_least: minimum,
    bound: bound === null ? null : swapBoundOf(bound, buyToken),
    deadline: shownTime(deadlineUnix),
    approvals_left: approvalsLeft.map(({ token, spender, amount }) => ({
      token,
      spender,
      raw_amount: amount,
    })),
  }
}

/** Prints a swap that was built: its way, its numbers, then the calls and the calldata. */
export function* printMarket(
  { swap, here }: MarketBuilt,
  options: Pick<BuiltFileOptions, 'calldata'>,
  style: TextStyle,
): Iterable<string> {
  const { quote, candidate, least: minimum, deadlineUnix, approvalsLeft } = swap
  const { sellToken, buyToken, fair, bound } = quote
  const request = `Sell ${printAmount(quote.sellAmount, sellToken)} for at least ${printAmount(minimum, buyToken)}`
  yield `${style.bold(printSafely(request))}\n`
  const boundText =
    bound === null
      ? `none: ${quote.fairReason}`
      : `${printAmount(bound.least, buyToken)}: at most ${printPercent(bound.maxLossBps)} less than fair`
  const rows = [
    ['way', printWay(candidate.legs)],
    ['buys', `${printAmount(candidate.buyAmount, buyToken)}, executed`],
    ['fair', fair === null ? 'not known' : printAmount(fair.buyAmount, buyToken)],
    ['bound', boundText],
    ['deadline', shownTime(deadlineUnix) ?? 'none'],
    ['block', `${quote.blockNumber}, ${quote.blockHash}`],
    ...approvalsLeft.map(({ token, spender, amount }) => {
      const named = tokenAmong([sellToken, buyToken], token)
      return ['leaves', `an allowance of ${printAmount(amount, named)} to ${spender}`] as const
    }),
  ] as const
  yield* printPairs(rows, style)
  yield '\n'
  yield* printBuilt(here, options, style)
}
