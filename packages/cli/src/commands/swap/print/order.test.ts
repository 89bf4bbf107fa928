import type { OrderState, OrderTrade } from '@vaultwright/swap'
import { expect, test } from 'vitest'
import { listedOrder, termsOfSale } from '../../../../../../test/support/swap/order-answer.ts'
import { trading } from '../../../../../../test/support/swap/swap-answer.ts'
import { plain } from '../../../terminal/style.ts'
import { type PrintedOrder, printOrder } from './order.ts'
import { printTenantOrders } from './tenant-order.ts'

const half = 5n * 10n ** 17n
const uid = `0x${'ab'.repeat(56)}` as const
const trade: OrderTrade = {
  blockNumber: 120n,
  transactionHash: `0x${'cd'.repeat(32)}`,
  logIndex: 3,
  sellAmount: half,
  buyAmount: 1_300_000_000n,
}
const state: OrderState = {
  uid,
  terms: termsOfSale(),
  status: 'filled',
  filledSell: 2n * half,
  filledBuy: 2_600_000_000n,
  remaining: 0n,
  fillable: 0n,
  allowance: 0n,
  warnings: [],
  trades: [trade, { ...trade, blockNumber: 121n }, { ...trade, blockNumber: 122n }],
}
const order: PrintedOrder = {
  state,
  sellToken: trading.weth,
  buyToken: trading.usdc,
  block: { number: 130n, hash: `0x${'ef'.repeat(32)}`, timestamp: 1n },
  zeroingCall: null,
}

test('golden: each fill is held against its worth at its block, and one whose worth is not known says why', () => {
  const fills = [
    { fairBuyAmount: 1_301_000_000n, reason: null },
    { fairBuyAmount: 1_250_000_000n, reason: null },
    { fairBuyAmount: null, reason: 'The price of WETH is missing.' },
  ]
  const lines = [...printOrder({ ...order, fills }, plain)].join('').split('\n')
  expect(
    lines.filter((line) => line.startsWith('trade')).map((line) => line.split('  ')[1]),
  ).toEqual([
    '0.5 WETH for 1,300 USDC, 7.6864 bps below the 1,301 USDC that it was worth',
    '0.5 WETH for 1,300 USDC, 400 bps above the 1,250 USDC that it was worth',
    '0.5 WETH for 1,300 USDC, worth not known: The price of WETH is missing.',
  ])
  // Worth that was not read is left out.
  expect([...printOrder(order, plain)].join('')).not.toContain('worth')
})

test('golden: orders of all vaults in one table, and why a state is not known', () => {
  const place = { chain: 'local', vault_address: trading.vault, strategist_address: trading.trader }
  const listed = listedOrder({ warnings: ['underfunded'], fillable: 1n })
  const text = [
    ...printTenantOrders(
      [
        { ...place, order_uid: listed.order_uid, order: listed, reason: null },
        { ...place, chain: 'base', order_uid: uid, order: null, reason: 'No node is there.' },
      ],
      plain,
    ),
  ].join('')
  expect(text).toMatch(/^open +0.5 WETH +1,300 USDC .*local 0x/m)
  expect(text).toMatch(/^not known .*base 0x/m)
  expect(text).toContain(`warning  The state is not known. No node is there. ${uid}\n`)
  expect(text).toContain('only a part can be filled')
  expect([...printTenantOrders([], plain)]).toEqual(['No vault has such an order.\n'])
})
