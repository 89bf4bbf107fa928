import { receiptSchema } from '@vaultwright/valuation'
import Type, { type Static } from 'typebox'

/** The inputs of a value: published as valuation describes them. */
export const receipt = receiptSchema

/** The receipt of an entry: only where it was asked for. */
export const receiptField = Type.Optional(
  Type.Union([receipt, Type.Null()], {
    description:
      'Only with `explain`: what the values were computed from; null when they came without a receipt, or were being replaced just then',
  }),
)

/** `explain` of a query. */
export const explain = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'Adds `receipt`, from which values can be recomputed',
  }),
)

/** The inputs of a value. */
export type ReceiptData = Static<typeof receipt>
