import Type from 'typebox'
import {
  invalidRequest,
  noParams,
  type Operation,
  type OperationFailure,
  strategistParams,
  vaultMissing,
} from '../field/operation.ts'
import { cursor, pageSize } from '../field/page.ts'
import { marketOrBatchResponse } from './batch-transaction.ts'
import { quoteOrBatchResponse, quoteRequest } from './swap-batch.ts'
import { tokenInput } from './swap-field.ts'
import {
  orderStatus,
  orderStatusFilter,
  swapOrderResponse,
  swapOrdersResponse,
  tenantOrdersResponse,
} from './swap-order.ts'
import { swapPairsResponse } from './swap-pair.ts'
import { swapQuoteResponse } from './swap-quote.ts'
import {
  cancelOrderRequest,
  cancelOrderResponse,
  limitOrderRequest,
  limitOrderResponse,
  marketRequest,
} from './swap-transaction.ts'

const base = '/v1/swap/{chain}/{vault_address}/{strategist_address}'
/** Bytes of a body at most: calldata of third parties stands in it. */
const bodyLimit = 1024 * 1024

const readOperation = { method: 'GET', area: 'swap', role: 'viewer', body: null } as const
const write = { method: 'POST', area: 'swap', role: 'strategist', query: null } as const

const chainMissing: OperationFailure = {
  status: 404,
  code: 'chain_not_served',
  when: 'The chain is `solana`, whose builder does not swap yet',
}
const treeMissing: OperationFailure = {
  status: 404,
  code: 'active_tree_missing',
  when: 'The strategist has no active root, or its tree is not stored',
}
const quoteMissing: OperationFailure = {
  status: 404,
  code: 'quote_not_found',
  when: 'The strategist has no such quote; a quote is kept for 30 days',
}
const orderMissing: OperationFailure = {
  status: 404,
  code: 'order_not_found',
  when: 'Neither the store nor the chain has such an order of the vault',
}
const refusal = (code: string, when: string): OperationFailure => ({ status: 400, code, when })

const place = [vaultMissing, chainMissing, treeMissing] as const
const noVenue = refusal('no_permitted_venue', 'The tree permits no venue for the pair')
const amounts = [
  refusal('insufficient_balance', 'The vault has less; what open orders still sell counts'),
  refusal(
    'token_decimals_unknown',
    'The decimals of the token are unknown: give `raw_sell_amount`',
  ),
  refusal('amount_above_policy', 'The amount leaves less than the reserve of the policy'),
] as const

/** Why a candidate may not be built; a quote lists them, a transaction is refused with them. */
const swapRefusals = [
  refusal('price_out_of_bound', 'The best output is less than the policy allows'),
  refusal('price_unknown', 'A source is missing, stale or zero, or two of them deviate'),
  refusal('impact_too_high', 'The amount moves the price further than the policy allows'),
  refusal('recipient_not_vault', 'The leaf or the calldata pays another account than the vault'),
  refusal('token_moves_otherwise', 'What moved is not what was said, as with fees on transfer'),
  refusal('least_below_bound', 'The minimum output of third-party calldata is below the bound'),
  refusal('surplus_forfeited', 'The router would keep what it gets above its quote'),
  refusal('flags_refused', 'The calldata has flags that are not taken, such as partial fills'),
  refusal('fee_refused', 'The calldata pays a referral or a fee'),
  refusal('amount_mismatch', 'The calldata sells another amount'),
  refusal('calldata_refused', 'The calldata cannot be read, sends value or has bytes behind it'),
  refusal('calldata_not_permitted', 'No leaf permits the calldata'),
  refusal('candidate_missing', 'The quote has no such candidate, or none that may be built'),
  refusal('swap_refused', 'The venue refuses, or is not ready; `details.reason` is its code'),
] as const
const stale: OperationFailure = {
  status: 409,
  code: 'quote_stale',
  when: 'The quote has expired, the root is another one, or the price moved',
}

/** 4.15: swaps. The interface names them and shows none: every shape is our choice. */
export const swapOperations = {
  listSwapPairs: {
    ...readOperation,
    path: `${base}/routes`,
    summary: 'Pairs and venues',
    description:
      'Every pair of tokens that the tree lets the strategist swap, and every venue of each; from the tree alone, without a node.',
    params: strategistParams,
    query: Type.Object(
      {
        sell_token: Type.Optional(tokenInput),
        buy_token: Type.Optional(tokenInput),
        cursor,
        page_size: pageSize,
      },
      { additionalProperties: false },
    ),
    response: swapPairsResponse,
    failures: [...place, invalidRequest],
  },
  createSwapQuote: {
    ...write,
    path: `${base}/quotes`,
    summary: 'Quote a swap',
    description:
      'Measures every way that the tree permits at one block, by executing the very Manager batch, and ranks them against the prices of the policy. The receipt lets anybody compute it again. With `swaps` several are measured one after the other, and together as one batch with other actions; such a batch is not kept: build it by its request.',
    params: strategistParams,
    body: quoteRequest,
    bodyLimit,
    response: quoteOrBatchResponse,
    failures: [...place, noVenue, ...amounts, invalidRequest],
  },
  getSwapQuote: {
    ...readOperation,
    path: `${base}/quotes/{quote_id}`,
    summary: 'A quote',
    description: 'A quote as it was made, with its receipt; also one that has expired.',
    params: Type.Object({
      ...strategistParams.properties,
      quote_id: Type.String({ minLength: 1, maxLength: 64 }),
    }),
    query: null,
    response: swapQuoteResponse,
    failures: [...place, quoteMissing, invalidRequest],
  },
  buildMarketSwap: {
    ...write,
    path: `${base}/transactions/market`,
    summary: 'Build a market swap',
    description:
      'Manager calldata of a candidate, measured again at the newest block: exact approval, swap, and what takes the approval back. What it demands at least is never below the bound of the policy. Nothing is signed or sent.',
    params: strategistParams,
    body: marketRequest,
    bodyLimit,
    response: marketOrBatchResponse,
    failures: [...place, quoteMissing, noVenue, ...amounts, ...swapRefusals, stale, invalidRequest],
  },
  buildLimitOrder: {
    ...write,
    path: `${base}/transactions/limit-order`,
    summary: 'Build a limit order',
    description:
      'An order whose terms the leaf binds, or several of consecutive windows that sell it in parts, and Manager calldata that approves what open orders sell and pre-signs them. Nothing is signed or sent.',
    params: strategistParams,
    body: limitOrderRequest,
    response: limitOrderResponse,
    failures: [
      ...place,
      ...amounts,
      refusal('limit_order_not_permitted', 'No leaf pre-signs orders of the pair'),
      refusal('limit_below_market', 'The limit is worse than worth less the bound'),
      {
        status: 409,
        code: 'order_not_replaced',
        when: '`replaces` names no open order of the vault that sells the same token',
      },
      refusal('price_unknown', 'A source is missing, stale or zero, or two of them deviate'),
      invalidRequest,
    ],
  },
  listSwapOrders: {
    ...readOperation,
    path: `${base}/orders`,
    summary: 'List limit orders',
    description:
      'Orders that were built here, newest first, each in the state that the chain says.',
    params: strategistParams,
    query: Type.Object(
      { status: Type.Optional(orderStatus), cursor, page_size: pageSize },
      { additionalProperties: false },
    ),
    response: swapOrdersResponse,
    failures: [...place, invalidRequest],
  },
  listOrders: {
    ...readOperation,
    path: '/v1/swap/orders',
    summary: 'List limit orders of all vaults',
    description:
      'Orders of every vault of the tenant that were built here, newest first, each in the state that its chain says. One whose state cannot be read has its reason, and passes every filter.',
    params: noParams,
    query: Type.Object(
      { status: Type.Optional(orderStatusFilter), cursor, page_size: pageSize },
      { additionalProperties: false },
    ),
    response: tenantOrdersResponse,
    failures: [invalidRequest],
  },
  getSwapOrder: {
    ...readOperation,
    path: `${base}/orders/{order_uid}`,
    summary: 'A limit order',
    description:
      'The state of an order at one block: what the chain says comes first, what the order book tells stands beside it.',
    params: Type.Object({
      ...strategistParams.properties,
      order_uid: Type.String({ minLength: 1, maxLength: 200, description: '56 bytes' }),
    }),
    query: null,
    response: swapOrderResponse,
    failures: [...place, orderMissing, invalidRequest],
  },
  buildOrderCancellation: {
    ...write,
    path: `${base}/transactions/cancel-order`,
    summary: 'Build a cancellation',
    description:
      'Manager calldata that invalidates orders of one sold token for good where the tree permits it, or else withdraws their signatures, and lowers the allowance to what the other orders sell. Nothing is signed or sent.',
    params: strategistParams,
    body: cancelOrderRequest,
    response: cancelOrderResponse,
    failures: [
      ...place,
      orderMissing,
      refusal('route_not_permitted', 'No leaf invalidates orders or withdraws signatures'),
      { status: 409, code: 'order_ended', when: 'Every order is filled, cancelled or expired' },
      invalidRequest,
    ],
  },
} as const satisfies Readonly<Record<string, Operation>>
