import { maxBatchSteps, maxBatchSwaps } from '@vaultwright/swap'
import Type, { type Static } from 'typebox'
import { address, anything, word } from '../field/field.ts'
import { dataOf } from '../field/page.ts'
import { quotedFields, swapQuote, swapRequestFields } from './swap-quote.ts'

const { sell_token, buy_token, at_block, with_refused, ...wayFields } = swapRequestFields

const batchStep = Type.Object(
  {
    route: Type.String({ minLength: 1, maxLength: 200, examples: ['aave_v3/withdraw'] }),
    params: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
        description: 'As the builder takes them: amounts in display units',
      }),
    ),
  },
  {
    title: 'BatchStep',
    additionalProperties: false,
    description:
      'An action of the transaction builder. What it leaves out is read at the block, before the batch: name its amounts',
  },
)

const batchSwaps = Type.Array(
  Type.Object(
    { sell_token, buy_token, ...wayFields },
    { title: 'BatchSwap', additionalProperties: false },
  ),
  {
    minItems: 1,
    maxItems: maxBatchSwaps,
    description:
      'In place of one swap: several that run in this order as one call of the Manager. Each is measured on what the ones before it leave, has its own bound, and sells no more than their minimum outputs leave',
  },
)

const stepFields = {
  before: Type.Optional(
    Type.Array(batchStep, {
      maxItems: maxBatchSteps,
      description: 'With `swaps`: actions that run before them in the same batch',
    }),
  ),
  after: Type.Optional(
    Type.Array(batchStep, {
      maxItems: maxBatchSteps,
      description: 'With `swaps`: actions that run after them in the same batch',
    }),
  ),
}

/** Several swaps that run as one batch, as a file of the command line has them. */
export const batchRequest = Type.Object(
  { swaps: batchSwaps, ...stepFields },
  { title: 'SwapBatchRequest', additionalProperties: false },
)

/** The fields of a batch in a request that may be of one swap. */
export const batchRequestFields = { swaps: Type.Optional(batchSwaps), ...stepFields }

/** The swap to quote, or several that run as one batch. */
export const quoteRequest = Type.Object(
  {
    ...swapRequestFields,
    sell_token: Type.Optional(sell_token),
    buy_token: Type.Optional(buy_token),
    ...batchRequestFields,
  },
  { title: 'SwapQuoteRequest', additionalProperties: false },
)

const rawChange = Type.String({
  pattern: '^-?(0|[1-9][0-9]*)$',
  description: "The token's smallest unit; below zero for what leaves",
})

const measuredStep = Type.Object(
  {
    route: Type.String(),
    params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  },
  { title: 'MeasuredStep', additionalProperties: false, description: 'An action of the request' },
)

const batchRefusal = Type.Object(
  {
    index: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'The swap, counted from zero; null for the batch as a whole',
    }),
    code: Type.String(),
    message: Type.String(),
  },
  { title: 'BatchRefusal', additionalProperties: false },
)

const batchReceipt = Type.Object(
  {
    formula: Type.Literal('swap-batch@1'),
    inputs: Type.Record(Type.String(), anything),
    result: Type.Record(Type.String(), anything),
  },
  {
    title: 'BatchReceipt',
    additionalProperties: false,
    description:
      'Every input of every swap and of the batch, and what follows: `swap explain` computes it again',
  },
)

/** Several swaps, measured one after the other and as one batch. */
export const swapBatch = Type.Object(
  {
    block_number: Type.Integer({ minimum: 0 }),
    block_hash: word,
    root_hash: word,
    vault: address,
    before: Type.Array(measuredStep),
    swaps: Type.Array(
      Type.Object(quotedFields, { title: 'BatchSwapQuote', additionalProperties: false }),
      {
        description:
          'In the order of the calls; the best way of each is what runs, and its `raw_least` is what its calls demand. A swap without one ends the list',
      },
    ),
    swap_count: Type.Integer({ minimum: 1, description: 'The number of swaps of the request' }),
    after: Type.Array(measuredStep),
    refusal: Type.Union([batchRefusal, Type.Null()], {
      description: 'Why it may not be built; null where it may',
    }),
    gas_used: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'Of the whole batch; null where it did not run',
    }),
    moves: Type.Array(
      Type.Object(
        { token: address, holder: address, raw_amount: rawChange },
        { title: 'BalanceMove', additionalProperties: false },
      ),
      { description: 'What the whole batch changed as it ran, of the tokens of its swaps' },
    ),
    receipt: batchReceipt,
  },
  { title: 'SwapBatch', additionalProperties: false },
)

/** The answer to a quote of one swap or of a batch. */
export const quoteOrBatchResponse = dataOf(
  Type.Union([swapQuote, swapBatch]),
  'SwapQuoteOrBatchResponse',
)

/** The calls of a batch that belong to each of its parts. */
export const batchCalls = Type.Object(
  {
    before: Type.Integer({ minimum: 0 }),
    swaps: Type.Array(Type.Integer({ minimum: 0 })),
    after: Type.Integer({ minimum: 0 }),
  },
  {
    title: 'BatchCalls',
    additionalProperties: false,
    description:
      'How many calls each part has, approvals among them, in the order in which they run',
  },
)

/** The swap to quote, or several that run as one batch. */
export type QuoteOrBatchRequest = Static<typeof quoteRequest>
/** Several swaps, measured one after the other and as one batch. */
export type SwapBatchData = Static<typeof swapBatch>
