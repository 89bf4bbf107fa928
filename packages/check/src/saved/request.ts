import { type Address, BaseError, type Hex, isAddressText, isSameAddress } from '@vaultwright/base'
import { registryUnits } from '@vaultwright/registry'
import { defaultOrderSeconds, maxBatchSteps, maxBatchSwaps, maxOrderParts } from '@vaultwright/swap'
import type { SvmBuildOptionsRequest } from '@vaultwright/wire'
import Type, { type Static } from 'typebox'
import { Check, Errors } from 'typebox/schema'
import type { RequestedAction } from '../built/action-comparison.ts'
import type { RequestedOrder } from '../order/order-term.ts'
import type { RequestedBatch } from '../quote/check-batch.ts'
import type { RequestedQuote } from '../quote/check-quote.ts'

/** The subject of an answer. */
export type SavedAnswerKind =
  | 'batch_quote'
  | 'build'
  | 'daily'
  | 'limit_order'
  | 'market'
  | 'performance'
  | 'quote'
  | 'review'
  | 'simulation'
  | 'snapshot'
  | 'solana_build'
  | 'swap_batch'
  | 'tree'

const params = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
)

const decimal = '^[0-9]{1,78}([.][0-9]{1,77})?$'

const action = Type.Object({ route: Type.String(), params: Type.Optional(params) })
const digits = Type.String({ pattern: '^[0-9]{1,78}$' })
const calldataList = Type.Array(Type.Object({ route: Type.String(), data: Type.String() }))

/** The fields of one swap. */
const swapFields = {
  sell_token: Type.Optional(Type.String()),
  buy_token: Type.Optional(Type.String()),
  sell_amount: Type.Optional(Type.String()),
  raw_sell_amount: Type.Optional(digits),
  buy_amount: Type.Optional(Type.String({ pattern: decimal })),
  raw_buy_amount: Type.Optional(digits),
  max_sell_amount: Type.Optional(Type.String({ pattern: decimal })),
  raw_max_sell_amount: Type.Optional(digits),
  slippage_bps: Type.Optional(Type.Integer()),
  venues: Type.Optional(Type.Array(Type.String())),
  split: Type.Optional(Type.Boolean()),
  max_hops: Type.Optional(Type.Integer()),
}

/** A request as the client takes it: path and body in one object. What no check reads may be there, too. */
const savedRequest = Type.Object({
  chain: Type.Optional(Type.String({ maxLength: 40 })),
  vault_address: Type.Optional(Type.String({ maxLength: 60 })),
  strategist_address: Type.Optional(Type.String({ maxLength: 60 })),
  root_hash: Type.Optional(Type.String({ maxLength: 66 })),
  tail: Type.Optional(Type.String({ maxLength: 250 })),
  params: Type.Optional(params),
  actions: Type.Optional(
    Type.Array(action, {
      maxItems: 50,
    }),
  ),
  ...swapFields,
  swaps: Type.Optional(
    Type.Array(Type.Object({ ...swapFields, calldata: Type.Optional(calldataList) }), {
      maxItems: maxBatchSwaps,
    }),
  ),
  before: Type.Optional(Type.Array(action, { maxItems: maxBatchSteps })),
  after: Type.Optional(Type.Array(action, { maxItems: maxBatchSteps })),
  options: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  calldata: Type.Optional(
    Type.Union([calldataList, Type.String({ pattern: '^0x([0-9a-fA-F]{2})*$' })]),
  ),
  min_buy_amount: Type.Optional(Type.String({ pattern: decimal })),
  raw_min_buy_amount: Type.Optional(Type.String({ pattern: '^[0-9]{1,78}$' })),
  limit_price: Type.Optional(Type.String()),
  valid_for_seconds: Type.Optional(Type.Integer()),
  partially_fillable: Type.Optional(Type.Boolean()),
  parts: Type.Optional(Type.Integer({ minimum: 1, maximum: maxOrderParts })),
  replaces: Type.Optional(Type.String({ pattern: '^0x[0-9a-fA-F]{112}$' })),
})

/** A request of the interface, as the client takes it. */
export type SavedRequest = Static<typeof savedRequest>

/**
 * Reads a saved request.
 *
 * @throws {SavedRequestError} when it is none.
 */
export function parseSavedRequest(value: unknown): SavedRequest {
  if (!Check(savedRequest, value)) throw refusedRequest(value)
  const request = value as SavedRequest
  if (request.chain === undefined && request.root_hash === undefined)
    throw new SavedRequestError(['it names no chain and no root_hash'])
  return request
}

function refusedRequest(value: unknown): SavedRequestError {
  const [, errors] = Errors(savedRequest, value)
  return new SavedRequestError(
    errors.slice(0, 5).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`),
  )
}

/** Lists the actions that a request asks for; null when it asks for none. */
export function requestedActionsOf(request: SavedRequest): readonly RequestedAction[] | null {
  if (request.actions !== undefined) return request.actions.map(requestedOf)
  if (request.tail === undefined) return null
  const route = request.tail.replace(/^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{31,44})\//, '')
  return [requestedOf({ route, params: request.params })]
}

function requestedOf({
  route,
  params: values = {},
}: {
  readonly route: string
  readonly params?: SavedRequest['params']
}): RequestedAction {
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)])
  return { route, params: Object.fromEntries(texts) }
}

/** Gives the calldata that a request has simulated; null when it has none. */
export function requestedCalldataOf({ calldata }: SavedRequest): string | null {
  return typeof calldata === 'string' ? calldata : null
}

/** Lists the kinds of answers that a request asks for, what moves funds first; null where its fields do not tell. */
export function requestedKindsOf(request: SavedRequest): readonly SavedAnswerKind[] | null {
  if (requestedCalldataOf(request) !== null) return ['simulation']
  if (requestedActionsOf(request) !== null) return ['build', 'solana_build', 'simulation']
  const { limit_price, valid_for_seconds, replaces, parts } = request
  if ((limit_price ?? valid_for_seconds ?? replaces ?? parts) !== undefined) return ['limit_order']
  if (request.swaps !== undefined) return ['swap_batch', 'batch_quote']
  if (request.sell_token !== undefined) return ['market', 'quote']
  if ((request.raw_min_buy_amount ?? request.min_buy_amount) !== undefined) return ['market']
  return request.root_hash === undefined ? null : ['tree']
}

/** Gives how a transaction of Solana was asked to be built. */
export function requestedOptionsOf(request: SavedRequest): SvmBuildOptionsRequest {
  return (request.options ?? {}) as SvmBuildOptionsRequest
}

/** Gives the quote that a request asks for; null when it names no tokens by address. */
export function requestedQuoteOf(
  request: Omit<NonNullable<SavedRequest['swaps']>[number], 'calldata'> &
    Pick<SavedRequest, 'calldata'>,
): RequestedQuote | null {
  const { sell_token, buy_token, slippage_bps } = request
  if (!isAddressText(sell_token) || !isAddressText(buy_token) || slippage_bps === undefined)
    return null
  const { raw_sell_amount, sell_amount } = request
  return {
    sellToken: sell_token,
    buyToken: buy_token,
    sellAmount: sell_amount === undefined || sell_amount === 'all' ? null : sell_amount,
    rawSellAmount: raw_sell_amount,
    ...((request.raw_buy_amount ?? request.buy_amount) !== undefined && {
      output: {
        buyAmount: request.buy_amount,
        rawBuyAmount: request.raw_buy_amount,
        maxSellAmount: request.max_sell_amount,
        rawMaxSellAmount: request.raw_max_sell_amount,
      },
    }),
    slippageBps: slippage_bps,
    venues: request.venues ?? null,
    calldata: typeof request.calldata === 'object' ? request.calldata : [],
    canSplit: request.split ?? true,
    canHop: request.max_hops === 2,
  }
}

/** Gives the batch that a request asks for; null when it names none, or not each token by address. */
export function requestedBatchOf({
  swaps: list,
  before = [],
  after = [],
}: SavedRequest): RequestedBatch | null {
  const swaps = (list ?? []).flatMap((one) => requestedQuoteOf(one) ?? [])
  if (list === undefined || swaps.length < list.length) return null
  return { before: before.map(requestedOf), swaps, after: after.map(requestedOf) }
}

/** Gives the order that a request asks for; null where it names no tokens by address, or not how much of them. */
export function requestedOrderOf(
  request: SavedRequest,
  chainId: number | null,
): RequestedOrder | null {
  const { sell_token, buy_token, sell_amount, raw_sell_amount, limit_price } = request
  const { min_buy_amount, raw_min_buy_amount } = request
  if (!isAddressText(sell_token) || !isAddressText(buy_token)) return null
  if ((raw_sell_amount ?? sell_amount) === undefined) return null
  if ((limit_price ?? raw_min_buy_amount ?? min_buy_amount) === undefined) return null
  const units = registryUnits(chainId)
  const tokenOf = (address: Address) => {
    const unit = units(address)
    return { address, symbol: unit?.symbol ?? null, decimals: unit?.decimals ?? null }
  }
  return {
    sellToken: tokenOf(sell_token),
    buyToken: tokenOf(buy_token),
    sellAmount: sell_amount ?? null,
    rawSellAmount: raw_sell_amount,
    limitPrice: limit_price ?? null,
    minBuyAmount: min_buy_amount,
    rawMinBuyAmount: raw_min_buy_amount,
    validForSeconds: request.valid_for_seconds ?? defaultOrderSeconds,
    isPartiallyFillable: request.partially_fillable ?? false,
    parts: request.parts ?? 1,
    ...(request.replaces !== undefined && { replaces: request.replaces as Hex }),
  }
}

/** True if a request is for the vault of a file. */
export function isForVault({ vault_address }: SavedRequest, vault: string): boolean {
  if (vault_address === undefined) return true
  return isAddressText(vault_address)
    ? isSameAddress(vault_address, vault as Address)
    : vault_address === vault
}

/** A file is no request of the interface. */
export class SavedRequestError extends BaseError {
  override readonly code = 'saved_request'
  override readonly kind = 'invalid_input'

  constructor(problems: readonly string[]) {
    super({
      message: `The request is not one of the interface: ${problems.join('; ')}. Give the object that the client took: chain, vault_address, strategist_address, and the fields of the body.`,
      facts: { problems },
    })
  }
}
