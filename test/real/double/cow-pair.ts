import type { Address } from '@vaultwright/base'
import {
  emptyAppData,
  type OrderTerms,
  orderDigestOf,
  orderDomainOf,
  orderUidOf,
} from '@vaultwright/protocols'
import { encodeSettle } from '../../support/swap/cow-settlement.ts'
import { traderApproves, units } from '../market/trader.ts'
import { deployOwn } from '../world/base.ts'
import type { Pair } from './pair.ts'
import type { Side } from './side.ts'

const relayerOf = 'vaultRelayer() view returns (address)'

export const cowPair: Pair = {
  contract: 'cow/Settlement',
  protocol: 'cow',
  tokens: ['WETH', 'USDC'],
  make: async (chain) => {
    const owner = chain.of('owner')
    const list = await deployOwn(chain, { name: 'AllowListAuthentication', args: [owner] })
    const subject = await deployOwn(chain, { name: 'Settlement', args: [list] })
    const add = { to: list, call: 'addSolver(address)', args: [chain.of('trader')] }
    await chain.act(add)
    const stock = [subject, units(1_000_000, 6)]
    await chain.act({ to: 'USDC', call: 'transfer(address,uint256)', args: stock })
    const relayer = (await chain.read({ to: subject, call: relayerOf })) as Address
    const real = { subject: chain.of('CoW settlement'), relayer: chain.of('CoW relayer') }
    for (const spender of [relayer, real.relayer]) await traderApproves(chain, spender, ['WETH'])
    return { double: { subject, relayer }, real }
  },
  act: async (side) => {
    await settleOrders(side)
    await endOrders(side)
  },
}

/** An order of the trader, and how it is settled. */
function orderBook({ of, random, call }: Side) {
  const domain = orderDomainOf(31337, of('subject'))
  const sellAmount = 10n ** 18n + random.uint(48)
  const draft = (terms: Partial<OrderTerms> = {}): OrderTerms => ({
    sellToken: of('WETH'),
    buyToken: of('USDC'),
    receiver: of('stranger'),
    sellAmount,
    buyAmount: units(2900, 6),
    validTo: 4_000_000_000n,
    appData: emptyAppData,
    feeAmount: 0n,
    kind: 'sell',
    isPartiallyFillable: false,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
    ...terms,
  })
  const uidOf = (terms: OrderTerms) =>
    orderUidOf({
      digest: orderDigestOf(terms, domain),
      owner: of('trader'),
      validTo: terms.validTo,
    })
  const sign = (terms: OrderTerms, signed = true) =>
    call({ call: 'setPreSignature(bytes,bool)', args: [uidOf(terms), signed] })
  const settle = async (
    terms: OrderTerms,
    { executed = terms.sellAmount, price = units(2950, 6), from = 'trader', ...step } = {} as {
      readonly executed?: bigint
      readonly price?: bigint
      readonly from?: string
      readonly difference?: string
    },
  ) => {
    const prices = new Map([
      [terms.sellToken, price],
      [terms.buyToken, sellAmount],
    ])
    const data = encodeSettle({ prices, orders: [{ terms, owner: of('trader'), executed }] })
    await call({ ...step, call: 'settle', data, from })
    await call({ call: 'filledAmount(bytes) view returns (uint256)', args: [uidOf(terms)] })
  }
  return { draft, uidOf, sign, settle, sellAmount }
}

async function settleOrders(side: Side): Promise<void> {
  const { draft, sign, settle, sellAmount } = orderBook(side)
  const { random, of } = side
  const whole = draft()
  await settle(whole)
  await sign(whole)
  await settle(whole, { from: 'stranger' })
  await settle(whole, { price: units(2800, 6) })
  await settle(whole, { executed: sellAmount + 1n })
  await settle(whole)
  const parts = draft({ isPartiallyFillable: true, feeAmount: random.uint(32) })
  await sign(parts)
  const first = sellAmount / BigInt(2 + random.below(5))
  await settle(parts, { executed: first })
  await settle(parts, { executed: sellAmount - first })
  await settle(parts, { executed: sellAmount })
  const bought = draft({ kind: 'buy', receiver: of('trader') })
  await sign(bought)
  await settle(bought)
  const late = draft({ validTo: 1_700_000_000n })
  await sign(late)
  await settle(late)
}

async function endOrders(side: Side): Promise<void> {
  const { draft, uidOf, sign, settle, sellAmount } = orderBook(side)
  const { call } = side
  const order = draft({ buyAmount: units(2000, 6) })
  await sign(order)
  await sign(order, false)
  await settle(order)
  await sign(order)
  await call({ call: 'invalidateOrder(bytes)', args: [uidOf(order)], from: 'stranger' })
  await call({ call: 'invalidateOrder(bytes)', args: ['0x1234'] })
  await call({ call: 'invalidateOrder(bytes)', args: [uidOf(order)] })
  await settle(order, { difference: 'settle of a cancelled order' })
  const filled = draft({ buyAmount: units(2100, 6) })
  await sign(filled)
  await settle(filled)
  await settle(filled, { executed: sellAmount })
  await call({ call: 'freeFilledAmountStorage(bytes[])', args: [[uidOf(filled)]] })
}
