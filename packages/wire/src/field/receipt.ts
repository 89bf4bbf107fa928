import Type, { type Static } from 'typebox'
import { anything } from './field.ts'

/** What a value was computed from, as whoever computed it wrote it down. */
export const receipt = Type.Object(
  {
    formula: Type.String({
      description:
        'Name and version of the formula: what it gives for the same inputs never changes',
      examples: ['daily@1'],
    }),
    inputs: Type.Record(Type.String(), anything, {
      description: 'All that the formula was given; integers are texts in base units',
    }),
    result: Type.Record(Type.String(), anything, {
      description:
        'What it gave: each value as `{value, reason}`, with a reason where it is not known, and `flags`',
    }),
  },
  { title: 'Receipt', additionalProperties: false },
)

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

/** What a value was computed from. */
export type ReceiptData = Static<typeof receipt>
