import Type, { type Static } from 'typebox'
import { time } from '../field/field.ts'
import { dataOf } from '../field/page.ts'
import { batchCalls, swapBatch } from './swap-batch.ts'
import { allowanceLeft, builtFields, marketTransaction } from './swap-transaction.ts'

/** Manager calldata of several swaps as one batch. */
export const batchTransaction = Type.Object(
  {
    ...builtFields,
    batch: swapBatch,
    calls: batchCalls,
    deadline: Type.Union([time, Type.Null()], {
      description: 'The earliest of all legs; null where no leg has one',
    }),
    approvals_left: Type.Array(allowanceLeft),
  },
  { title: 'BatchTransaction', additionalProperties: false },
)

/** The answer to a market transaction of one swap or of a batch. */
export const marketOrBatchResponse = dataOf(
  Type.Union([marketTransaction, batchTransaction]),
  'MarketOrBatchResponse',
)

/** Manager calldata of several swaps as one batch. */
export type BatchTransactionData = Static<typeof batchTransaction>
