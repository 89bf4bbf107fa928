import { type Hex, printUnits } from '@vaultwright/base'
import { buildActions } from '@vaultwright/builder'
import {
  emptyAppData,
  type OrderTerms,
  orderBookBodyOf,
  orderDomainOf,
} from '@vaultwright/protocols'
import { namedOrderOf, orderPartsOf } from '@vaultwright/swap'
import {
  type CancelOrderData,
  type LimitOrderData,
  orderTermsOf,
  type SwapOrderData,
  swapOrderOf,
} from '@vaultwright/wire'
import { answeredAtUnix, builtOf, traderContext, trading } from './swap-answer.ts'

const oneWeth = 10n ** 18n
const usd = 10n ** 6n
const chainId = 31337
const { weth, usdc, vault, settlement, relayer } = trading

/** Terms of an order that sells WETH of the vault for USDC. */
export function termsOfSale(more: Partial<OrderTerms> = {}): OrderTerms {
  return {
    sellToken: weth.address,
    buyToken: usdc.address,
    receiver: vault,
    sellAmount: oneWeth,
    buyAmount: 2_600n * usd,
    validTo: answeredAtUnix + 86_400n,
    appData: emptyAppData,
    feeAmount: 0n,
    kind: 'sell',
    isPartiallyFillable: false,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
    ...more,
  }
}

const domainSeparator = orderDomainOf(chainId, settlement)
const nameOf = (terms: OrderTerms) => namedOrderOf(terms, { owner: vault, domainSeparator })

/** A limit order as the service builds it, while another open order still sells half a WETH. */
export async function orderAnswer(terms = termsOfSale()): Promise<LimitOrderData> {
  return answerOf([terms])
}

/** The same, sold in equal parts of a day. */
export async function partedAnswer(count: number): Promise<LimitOrderData> {
  const whole = termsOfSale()
  const parts = orderPartsOf({ ...whole, seconds: 86_400n }, count)
  const terms = parts.map(({ sellAmount, buyAmount, endsIn }) => ({
    ...whole,
    sellAmount,
    buyAmount,
    validTo: answeredAtUnix + endsIn,
  }))
  const answer = await answerOf(terms)
  return {
    ...answer,
    parts: terms.map((part, index) => ({
      ...shownOf(part),
      publish_at: new Date(Number(answeredAtUnix + parts[index]!.startsIn) * 1_000).toISOString(),
    })),
  }
}

async function answerOf(orders: readonly OrderTerms[]): Promise<LimitOrderData> {
  const open = oneWeth / 2n
  const after = orders.reduce((sum, { sellAmount }) => sum + sellAmount, open)
  const approve = (amount: bigint) => ({
    route: 'erc_20/approve',
    params: { token: weth.address, spender: relayer, amount: printUnits(amount, 18) },
  })
  const placing = orders.map((terms, index) => ({
    route: 'cow/place_order',
    params: placingOf(terms, nameOf(terms).digest, index === 0 ? after : 0n),
  }))
  const built = await buildActions(traderContext, [approve(0n), approve(after), ...placing])
  return {
    ...builtOf(built),
    ...shownOf(orders[0]!),
    settlement,
    vault_relayer: relayer,
    eip712: {
      domain: { name: 'Gnosis Protocol', version: 'v2', chainId, verifyingContract: settlement },
      primaryType: 'Order',
    },
    allowance: {
      raw_before: String(open),
      raw_open_orders: String(open),
      raw_after: String(after),
    },
  }
}

function shownOf(terms: OrderTerms) {
  const { uid, digest } = nameOf(terms)
  return {
    order: orderTermsOf(terms),
    order_digest: digest,
    order_uid: uid,
    order_book: {
      method: 'POST' as const,
      path: '/api/v1/orders',
      body: { ...orderBookBodyOf(terms, vault) },
      published: false,
    },
  }
}

function placingOf(terms: OrderTerms, digest: Hex, allowance: bigint) {
  return {
    settlement,
    relayer,
    sell_token: weth.address,
    buy_token: usdc.address,
    sell_amount: printUnits(terms.sellAmount, 18),
    buy_amount: printUnits(terms.buyAmount, 6),
    valid_to: String(terms.validTo),
    partially_fillable: terms.isPartiallyFillable,
    app_data: terms.appData,
    order_digest: digest,
    allowance: printUnits(allowance, 18),
  }
}

/** An order of the list, open unless it says otherwise. */
export function listedOrder(more: Partial<Parameters<typeof swapOrderOf>[0]> = {}): SwapOrderData {
  const { terms = termsOfSale({ sellAmount: oneWeth / 2n, buyAmount: 1_300n * usd }) } = more
  return swapOrderOf(
    {
      uid: nameOf(terms).uid,
      terms,
      status: 'open',
      filledSell: 0n,
      filledBuy: 0n,
      remaining: terms.sellAmount,
      fillable: terms.sellAmount,
      allowance: terms.sellAmount,
      warnings: [],
      trades: [],
      ...more,
    },
    {
      sellToken: weth,
      buyToken: usdc,
      createdAtUnix: answeredAtUnix,
      quoteId: null,
      blockNumber: 120n,
      zeroingCall: null,
      orderBook: null,
    },
  )
}

/** The calldata that ends an order of the list for good. */
export async function cancelAnswer({ order_uid, order }: SwapOrderData): Promise<CancelOrderData> {
  const params = {
    settlement,
    order_digest: order_uid.slice(0, 66),
    valid_to: String(order.valid_to),
  }
  const built = await buildActions(traderContext, [
    { route: 'cow/cancel_order', params },
    {
      route: 'erc_20/approve',
      params: { token: weth.address, spender: relayer, amount: '0' },
    },
  ])
  return {
    ...builtOf(built),
    order_uid,
    order_uids: [order_uid],
    method: 'invalidate',
    is_final: true,
    allowance: { raw_before: order.raw_sell_amount, raw_open_orders: '0', raw_after: '0' },
  }
}
