import Type, { type Static } from 'typebox'
import { address, decimal, word } from '../field/field.ts'

/** Base units as decimal digits. */
export const rawAmount = Type.String({
  pattern: '^(0|[1-9][0-9]*)$',
  description: "The token's smallest unit",
})

/** Display units; null when the decimals are not known. */
export const shownAmount = Type.Union([decimal, Type.Null()], {
  description: 'Display units; null when the decimals are not known',
})

/** A token of a swap. */
export const swapToken = Type.Object(
  {
    symbol: Type.Union([Type.String(), Type.Null()], {
      description: 'Null where neither the record nor the token tells one',
    }),
    address,
    decimals: Type.Union([Type.Integer({ minimum: 0, maximum: 255 }), Type.Null()], {
      description: 'Null where neither the record nor the token tells them',
    }),
  },
  { title: 'SwapToken', additionalProperties: false },
)

/** A leaf that the tree lacks. */
export const permittingLeaf = Type.Object(
  {
    decoder: Type.Union([address, Type.Null()], {
      description: "Null where none of the vault's decoders is known to read it",
    }),
    target: address,
    value: Type.Boolean({ description: 'Whether calls with value are permitted' }),
    signature: Type.String(),
    arguments: Type.Array(address, { description: 'Packed arguments, one address each' }),
    leaf_digest: Type.Union([word, Type.Null()], { description: 'Null without a decoder' }),
  },
  {
    title: 'PermittingLeaf',
    additionalProperties: false,
    description: 'The leaf that would permit it',
  },
)

/** A field that nothing binds. */
export const freeField = Type.Object(
  { field: Type.String(), why: Type.String() },
  {
    title: 'FreeField',
    additionalProperties: false,
    description: 'A parameter that no leaf binds, and why that matters',
  },
)

/** Why something cannot be used. */
export const swapRefusal = Type.Object(
  { code: Type.String(), message: Type.String() },
  { title: 'SwapRefusal', additionalProperties: false },
)

/** A token as a request writes it. */
export const tokenInput = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Symbol of the definition, or address',
  examples: ['WETH'],
})

/** Decimal digits above or equal to zero. */
export const amountPattern = '^(0|[1-9][0-9]{0,77})(\\.[0-9]{1,255})?$'

/** An amount of a request in display units. */
export const amountInput = Type.String({
  pattern: amountPattern,
  description: 'Display units',
  examples: ['10'],
})

/** An amount of a request in base units, for tokens that tell no decimals. */
export const rawAmountInput = Type.String({
  pattern: '^(0|[1-9][0-9]{0,77})$',
  description: 'Base units, in place of the amount in display units',
})

/** A token of a swap. */
export type SwapTokenData = Static<typeof swapToken>
/** A leaf that the tree lacks. */
export type PermittingLeafData = Static<typeof permittingLeaf>
