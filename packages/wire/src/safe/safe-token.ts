import Type, { type Static } from 'typebox'
import { address } from '../field/field.ts'

const safeToken = Type.Object(
  {
    token_address: address,
    symbol: Type.Union([Type.String({ maxLength: 64 }), Type.Null()], {
      description: 'As the token calls itself; null where it does not',
    }),
    decimals: Type.Union([Type.Integer({ minimum: 0, maximum: 255 }), Type.Null()], {
      description: 'As the token states them; null where it does not',
    }),
  },
  { title: 'SafeToken', additionalProperties: false },
)

/** Tokens that are not on record, as they state themselves at the block. */
export const safeTokens = Type.Array(safeToken, {
  maxItems: 24,
  description:
    'Units of tokens that are not on record, as the node reads them from the tokens. No proof covers them',
})

/** A token, as it states itself. */
export type SafeTokenData = Static<typeof safeToken>
