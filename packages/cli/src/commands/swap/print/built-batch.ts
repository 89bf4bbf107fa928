import type { MarketTransaction, SwapBatchTransaction } from '@vaultwright/operations'
import { swapBatchOf } from '@vaultwright/wire'
import type { Json } from '../../../terminal/context.ts'
import type { TextStyle } from '../../../terminal/style.ts'
import { printPairs, printTimeOrNull as shownTime } from '../../../terminal/table.ts'
import {
  type BuiltFileOptions,
  type BuiltHere,
  builtJsonOf,
  printBuilt,
} from '../../../transaction/built.ts'
import { printBatch } from './batch.ts'
import { printAmount, tokenAmong } from './token.ts'

/** A batch that was built. */
export type BatchBuilt = { readonly swap: SwapBatchTransaction; readonly here: BuiltHere }

/** Turns a batch that was built into the keys of the interface. */
export function batchJsonOf({ swap, here }: BatchBuilt): Json {
  const { batch, calls, deadlineUnix, approvalsLeft } = swap
  return {
    ...builtJsonOf(here),
    batch: swapBatchOf(batch) as Json,
    calls: { ...calls, swaps: [...calls.swaps] },
    deadline: shownTime(deadlineUnix),
    approvals_left: approvalsLeft.map(allowanceOf),
  }
}

/** Turns an allowance that is left into the keys of the interface. */
export function allowanceOf({
  token,
  spender,
  amount,
}: MarketTransaction['approvalsLeft'][number]) {
  return { token, spender, raw_amount: amount }
}

/** Prints a batch that was built, then its calls and the calldata. */
export function* printBuiltBatch(
  { swap, here }: BatchBuilt,
  options: Pick<BuiltFileOptions, 'calldata'>,
  style: TextStyle,
): Iterable<string> {
  yield* printBatch(swap.batch, style)
  yield* printPairs(
    [
      ['deadline', shownTime(swap.deadlineUnix) ?? 'none'],
      ...swap.approvalsLeft.map(({ token, spender, amount }) => {
        const tokens = swap.batch.swaps.flatMap(({ sellToken, buyToken }) => [sellToken, buyToken])
        const shown = printAmount(amount, tokenAmong(tokens, token))
        return ['leaves', `an allowance of ${shown} to ${spender}`] as const
      }),
    ],
    style,
  )
  yield '\n'
  yield* printBuilt(here, options, style)
}
