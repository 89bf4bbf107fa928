import Type, { type Static } from 'typebox'
import { address } from '../field/field.ts'
import { pageOf } from '../field/page.ts'
import { freeField, permittingLeaf, swapToken } from './swap-field.ts'

const slot = Type.Integer({ minimum: 0 })

const pairVenue = Type.Object(
  {
    route: Type.String({ examples: ['uniswap_v3/swap'] }),
    venue: Type.String({ description: 'As people call it', examples: ['Uniswap v3'] }),
    kind: Type.Enum(['exchange', 'conversion', 'aggregator'], {
      description: "`conversion`: a contract's own rate, such as a wrap or an ERC-4626 vault",
    }),
    target: Type.Union([address, Type.Null()], {
      description: 'The account that is called; null where the leaf does not name it',
    }),
    actor: Type.Union([Type.Literal('vault'), address], {
      description: '`vault`, or the drone that acts',
    }),
    quoting: Type.Enum(['executed', 'offered'], {
      description: '`offered`: a third party makes the calldata',
    }),
    variants: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Values to try by parameter, such as fee tiers',
    }),
    has_deadline: Type.Boolean(),
    leaves: Type.Array(
      Type.Object(
        {
          leaf_index: slot,
          approval: Type.Union([slot, Type.Null()], {
            description: 'Null where it needs none, or the tree has none',
          }),
        },
        { additionalProperties: false },
      ),
      { description: 'Slots of the leaf, and of its approval; null where it needs or has none' },
    ),
    state: Type.Enum([
      'ready',
      'needs_calldata',
      'approval_missing',
      'recipient_not_vault',
      'token_unknown',
      'not_permitted',
    ]),
    why: Type.Union([Type.String(), Type.Null()], { description: 'Null for `ready`' }),
    free: Type.Array(freeField),
  },
  { title: 'PairVenue', additionalProperties: false },
)

const limitOrder = Type.Object(
  {
    state: Type.Enum(['ready', 'approval_missing', 'not_permitted']),
    why: Type.Union([Type.String(), Type.Null()], { description: 'Null for `ready`' }),
    leaf_that_would_permit: Type.Union([permittingLeaf, Type.Null()], {
      description: 'Null where the tree permits it, or no leaf would do',
    }),
  },
  { title: 'OrderPermission', additionalProperties: false },
)

/** A pair of tokens, and every way of the tree from one to the other. */
export const swapPair = Type.Object(
  {
    sell_token: swapToken,
    buy_token: swapToken,
    venues: Type.Array(pairVenue, { description: 'By route, then by slot' }),
    limit_order: limitOrder,
  },
  { title: 'SwapPair', additionalProperties: false },
)

/** A page of pairs. */
export const swapPairsResponse = pageOf(swapPair, 'SwapPairsResponse')

/** A pair of tokens, and every way of the tree from one to the other. */
export type SwapPairData = Static<typeof swapPair>
