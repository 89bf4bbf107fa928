import type { Address } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import Type, { type TSchema } from 'typebox'
import type { SwapRefusal } from '../offer/swap-refusal.ts'
import { quoteInputsSchema } from '../quote/input-schema.ts'
import type { QuoteInputs } from '../quote/quote-input.ts'

/** At most so many swaps run in one batch: each one is measured on what the ones before it leave. */
export const maxBatchSwaps = 4
/** At most so many other actions run before them, and so many after. */
export const maxBatchSteps = 10

/** An action of the transaction builder that runs before or after the swaps. */
export type BatchStep = {
  readonly route: string
  /** As they were given: amounts in display units. */
  readonly params: Readonly<Record<string, string | number | boolean>>
}

/** A change of a balance. Base units, below zero for what left. */
export type BalanceMove = {
  readonly token: Address
  readonly holder: Address
  readonly amount: bigint
}

/** The whole batch as it ran: one call of the Manager. */
export type WholeBatchRun = {
  readonly isSuccess: boolean
  /** Null of a success. */
  readonly failure: SwapRefusal | null
  readonly gasUsed: bigint
  /** Of every token that a swap touches, and of those with a price; zeros are left out. */
  readonly moves: readonly BalanceMove[]
  /** The part of it that the other actions moved, each run by itself in its place. */
  readonly stepMoves: readonly BalanceMove[]
}

/** Everything that the quote of a batch follows from. */
export type BatchInputs = {
  readonly before: readonly BatchStep[]
  /** In the order of the calls. Each was measured after the ones before it; after one without a way there is none. */
  readonly quotes: readonly QuoteInputs[]
  /** The number of swaps that were asked for. */
  readonly swapCount: number
  readonly after: readonly BatchStep[]
  /** Null where a swap has no way that may be built. */
  readonly run: WholeBatchRun | null
}

const address = Type.Unsafe<Address>(Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }))
const amount = Type.Decode(Type.String({ pattern: '^-?\\d{1,100}$' }), BigInt)
const step = Type.Object({
  route: Type.String(),
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
})
const steps = Type.Array(step, { maxItems: maxBatchSteps })
const moves = Type.Array(Type.Object({ token: address, holder: address, amount }))

function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** Reads the inputs of a batch, as a receipt holds them. */
export const readBatchInputs = readerOf(
  Type.Object({
    before: steps,
    quotes: Type.Array(quoteInputsSchema, { minItems: 1, maxItems: maxBatchSwaps }),
    swapCount: Type.Integer({ minimum: 1, maximum: maxBatchSwaps }),
    after: steps,
    run: orNull(
      Type.Object({
        isSuccess: Type.Boolean(),
        failure: orNull(Type.Object({ code: Type.String(), message: Type.String() })),
        gasUsed: amount,
        moves,
        stepMoves: moves,
      }),
    ),
  }),
)
