import Type, { type Static, type TObject } from 'typebox'
import { address, anything, decimal, time, word } from '../field/field.ts'
import { dataOf } from '../field/page.ts'
import { orderOffer } from './order-offer.ts'
import {
  amountInput,
  freeField,
  permittingLeaf,
  rawAmount,
  rawAmountInput,
  shownAmount,
  swapRefusal,
  swapToken,
  tokenInput,
} from './swap-field.ts'

/** The maximum number of venues or texts of calldata in one quote. */
const maxNamed = 32
/** Bytes of calldata of a third party, as hex digits. */
const maxCalldataDigits = 65_536

const route = Type.String({ minLength: 1, maxLength: 200, examples: ['uniswap_v3/swap'] })

/** The fields of a swap to quote. */
export const swapRequestFields = {
  sell_token: tokenInput,
  buy_token: tokenInput,
  sell_amount: Type.Optional(
    Type.Union([amountInput, Type.Literal('all')], {
      description: 'Display units; `all`, or left out: the balance above the reserve',
    }),
  ),
  raw_sell_amount: Type.Optional(rawAmountInput),
  buy_amount: Type.Optional({
    ...amountInput,
    description:
      'In place of `sell_amount`: the least that is to be bought, display units. As little is sold as buys it with the slippage added; what is bought beyond it arrives, too',
  }),
  raw_buy_amount: Type.Optional(rawAmountInput),
  max_sell_amount: Type.Optional({
    ...amountInput,
    description:
      'With `buy_amount`: the most that may be sold, display units; the balance above the reserve when left out',
  }),
  raw_max_sell_amount: Type.Optional(rawAmountInput),
  slippage_bps: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10_000,
      default: 30,
      description: "From the executed output; at most the policy's `max_slippage_bps`",
    }),
  ),
  venues: Type.Optional(
    Type.Array(route, {
      minItems: 1,
      maxItems: maxNamed,
      description:
        'Routes to use; all that are permitted when left out. `cow/place_order` is the order book',
    }),
  ),
  calldata: Type.Optional(
    Type.Array(
      Type.Object(
        {
          route,
          data: Type.String({ pattern: '^0x([0-9a-f]{2})*$', maxLength: maxCalldataDigits + 2 }),
        },
        { title: 'GivenCalldata', additionalProperties: false },
      ),
      { maxItems: maxNamed, description: 'Calldata that third parties made, by route' },
    ),
  ),
  split: Type.Optional(Type.Boolean({ default: true, description: 'Also over several venues' })),
  max_hops: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2,
      default: 1,
      description: 'With 2 also by way of a third token, each hop split over its pools',
    }),
  ),
  at_block: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()], {
      description: 'Number of the block; the newest when null or left out',
    }),
  ),
  with_refused: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Also asks venues that the tree lacks: what a missing leaf costs',
    }),
  ),
}

const params = Type.Record(Type.String(), Type.String())
const method = ['executed', 'view', 'offered'] as const

const leg = Type.Object(
  {
    route: Type.String(),
    params,
    sell_token: address,
    buy_token: address,
    sell_amount: shownAmount,
    raw_sell_amount: rawAmount,
    share_bps: Type.Integer({
      description: 'Of what is sold of the same token; those of one token sum to 10,000',
    }),
    raw_least: Type.Union([rawAmount, Type.Null()], {
      description: 'Minimum output that it demands; null where its call demands none',
    }),
  },
  { title: 'SwapLeg', additionalProperties: false },
)

const leftover = Type.Object(
  { token: address, raw_amount: rawAmount },
  { title: 'SwapLeftover', additionalProperties: false },
)

/** One way to swap, measured. */
export const swapCandidate = Type.Object(
  {
    id: Type.String({ examples: ['c1'] }),
    legs: Type.Array(leg),
    method: Type.Enum(method, {
      description:
        '`executed`: the Manager batch was simulated; only these may be the best. `offered`: the word of a third party',
    }),
    buy_amount: shownAmount,
    raw_buy_amount: rawAmount,
    offered_amount: Type.Union([decimal, Type.Null()], {
      description: 'What a third party promised; null where there is none',
    }),
    raw_least: Type.Union([rawAmount, Type.Null()], {
      description: 'What calldata would demand; null where it may not be built',
    }),
    loss_bps: Type.Union([decimal, Type.Null()], {
      description: 'Against what the tokens are worth; null without prices',
    }),
    impact_bps: Type.Union([decimal, Type.Null()], {
      description: 'Against a thousandth of the amount, of every leg; null where one is not known',
    }),
    impact_reason: Type.Union([Type.String(), Type.Null()], {
      description: 'Why `impact_bps` is null',
    }),
    gas_used: Type.Integer({ minimum: 0 }),
    net_of_gas: Type.Union([decimal, Type.Null()], {
      description: 'Output less gas, display units; null where the native coin has no price',
    }),
    within_bound: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Null where there is no bound to compare with',
    }),
    leftover: Type.Array(leftover, {
      description: 'What stays in the vault of a token between two hops',
    }),
    free: Type.Array(freeField, {
      description: 'What its own calls leave open: a conversion demands no minimum output',
    }),
    refusal: Type.Union([swapRefusal, Type.Null()], {
      description: 'Why it may not be built; null where it may',
    }),
  },
  { title: 'SwapCandidate', additionalProperties: false },
)

const price = Type.Object(
  {
    asset: address,
    source: Type.String({ examples: ['aave-oracle:0x1c36C3d8EA4dA0b5b9E4C2D2E6B0E8e0a7E04540'] }),
    price: decimal,
    per: Type.Union([Type.Literal('usd'), address]),
    as_of: time,
  },
  { title: 'PriceStatement', additionalProperties: false },
)

const fair = Type.Object(
  { buy_amount: shownAmount, raw_buy_amount: rawAmount, sources: Type.Array(price) },
  { title: 'FairValue', additionalProperties: false },
)

/** The minimum output that the policy permits. */
export const swapBound = Type.Object(
  {
    max_loss_bps: Type.Integer({ minimum: 0, maximum: 10_000 }),
    raw_least: rawAmount,
    least: shownAmount,
  },
  { title: 'SwapBound', additionalProperties: false },
)

const refused = Type.Object(
  { route: Type.String(), params, code: Type.String(), message: Type.String() },
  { title: 'RefusedVenue', additionalProperties: false },
)

const unpermitted = Type.Object(
  {
    route: Type.String(),
    params,
    buy_amount: shownAmount,
    raw_buy_amount: rawAmount,
    method: Type.Enum(['view', 'offered']),
    leaf_that_would_permit: Type.Union([permittingLeaf, Type.Null()], {
      description: 'Null where no decoder reads the calldata of who offers it',
    }),
  },
  { title: 'UnpermittedVenue', additionalProperties: false },
)

/** From which everything of a quote can be computed again. */
export const swapReceipt = Type.Object(
  {
    formula: Type.Union([
      Type.Literal('swap-quote@1'),
      Type.Literal('swap-quote@2'),
      Type.Literal('swap-quote@3'),
      Type.Literal('swap-quote@4'),
    ]),
    inputs: Type.Record(Type.String(), anything),
    result: Type.Record(Type.String(), anything),
  },
  {
    title: 'SwapReceipt',
    additionalProperties: false,
    description: 'Every input and what follows from it: `swap explain` computes it again',
  },
)

const exactOutput = Type.Object(
  {
    buy_amount: shownAmount,
    raw_buy_amount: rawAmount,
    max_sell_amount: shownAmount,
    raw_max_sell_amount: Type.Union([rawAmount, Type.Null()], {
      description: 'Null for the balance above the reserve',
    }),
  },
  {
    title: 'ExactOutput',
    additionalProperties: false,
    description:
      'What is to be bought, where that was asked for: `sell_amount` follows from it, and every minimum output reaches it',
  },
)

/** The fields of a quote beside its name, its block and its receipt. */
export const quotedFields = {
  sell_token: swapToken,
  buy_token: swapToken,
  sell_amount: shownAmount,
  raw_sell_amount: rawAmount,
  exact_output: Type.Optional(exactOutput),
  slippage_bps: Type.Integer({ minimum: 0, maximum: 10_000 }),
  fair: Type.Union([fair, Type.Null()], {
    description: "What the tokens are worth by the vault's own prices; null with `fair_reason`",
  }),
  fair_reason: Type.Union([Type.String(), Type.Null()], { description: 'Why `fair` is null' }),
  bound: Type.Union([swapBound, Type.Null()], {
    description:
      'What the policy of the vault demands; null where it has none, or nothing to compute it from',
  }),
  best: Type.Union([Type.String(), Type.Null()], {
    description: 'Id of a candidate; null where none may be built',
  }),
  candidates: Type.Array(swapCandidate, { description: 'The best first' }),
  order: Type.Optional(orderOffer),
  refused: Type.Array(refused),
  why: Type.Array(Type.String()),
  not_permitted: Type.Array(unpermitted, { description: 'Only with `with_refused`' }),
}

/** Every way to swap, measured at one block and ranked. */
export const swapQuote = Type.Object(
  {
    quote_id: Type.String(),
    created_at: time,
    expires_at: time,
    block_number: Type.Integer({ minimum: 0 }),
    block_hash: word,
    root_hash: word,
    ...quotedFields,
    receipt: swapReceipt,
  },
  { title: 'SwapQuote', additionalProperties: false },
)

/** The answer to a quote. */
export const swapQuoteResponse = dataOf(swapQuote, 'SwapQuoteResponse')

/** The swap to quote. */
export type SwapQuoteRequest = Static<TObject<typeof swapRequestFields>>
/** Every way to swap, measured at one block and ranked. */
export type SwapQuoteData = Static<typeof swapQuote>
/** One way to swap, measured. */
export type SwapCandidateData = Static<typeof swapCandidate>
/** The minimum output that a policy permits. */
export type SwapBoundData = Static<typeof swapBound>
