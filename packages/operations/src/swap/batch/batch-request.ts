import { type BatchStep, maxBatchSwaps, type SwapPolicy, type SwapRequest } from '@vaultwright/swap'
import { readSwapRequest } from '../request.ts'
import {
  SwapFieldError,
  type SwapFieldNames,
  type SwapFields,
  type TokenPair,
} from '../request-token.ts'
import type { SwapBatchRequest } from './swap-batch.ts'

type StepFields = Pick<BatchStep, 'route'> & { readonly params?: BatchStep['params'] | undefined }

/** The fields of a batch, by the names of the interface. */
export type SwapBatchFields = {
  readonly swaps: readonly SwapFields[]
  readonly before?: readonly StepFields[] | undefined
  readonly after?: readonly StepFields[] | undefined
}

/** Does work about one swap of a batch: a field that it refuses says of which swap it is. */
export function ofSwap<Result>(swap: number, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SwapFieldError)) throw error
    const { field, problem, shortMessage: message, input } = error
    throw new SwapFieldError({ field, problem, message, input, swap })
  }
}

/**
 * Reads what a batch wants to swap, and what runs before and after.
 *
 * @param pairs - by swap, with decimals where they are known.
 * @throws {SwapFieldError} with the swap that it is of; {TokenDecimalsUnknownError}
 */
export function readSwapBatch(
  { swaps, before = [], after = [] }: SwapBatchFields,
  pairs: readonly TokenPair[],
  options: { readonly policy: SwapPolicy | null; readonly nameOf: SwapFieldNames },
): SwapBatchRequest {
  return {
    before: before.map(stepOf),
    swaps: swaps
      .slice(0, maxBatchSwaps)
      .map(
        (fields, index): SwapRequest =>
          ofSwap(index, () => readSwapRequest(fields, pairs[index]!, options)),
      ),
    after: after.map(stepOf),
  }
}

function stepOf({ route, params = {} }: StepFields): BatchStep {
  return { route, params }
}
