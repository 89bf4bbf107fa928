import { isAlive } from '@vaultwright/check'
import { expect, test } from 'vitest'
import { listedOrder } from '../../../../../../test/support/swap/order-answer.ts'
import { isCancellable, orderSentence } from './order-text.ts'

test('golden: the terms of an order in plain words', () => {
  const { order, sell_token, buy_token } = listedOrder()
  const tokens = { sell_token, buy_token }
  expect(orderSentence(order, tokens)).toBe(
    'Sells 0.5 WETH for at least 1,300 USDC, as a whole or not at all, until 15 Feb 2026 12:00 UTC, without a fee.',
  )
  expect(
    orderSentence({ ...order, kind: 'buy', partially_fillable: true, fee_amount: '7' }, tokens),
  ).toBe(
    'Buys 1,300 USDC for at most 0.5 WETH, in parts or as a whole, until 15 Feb 2026 12:00 UTC, with a fee of 7 base units.',
  )
})

test('behavior: what can be filled can be cancelled, and an allowance that is left can be taken back', () => {
  const statuses = [
    'pending',
    'open',
    'partially_filled',
    'filled',
    'expired',
    'cancelled',
  ] as const
  const orders = statuses.map((status) => listedOrder({ status }))
  expect(orders.map(isAlive)).toEqual([true, true, true, false, false, false])
  expect(orders.map(isCancellable)).toEqual(orders.map(isAlive))
  expect(isCancellable(listedOrder({ status: 'expired', warnings: ['allowance_left'] }))).toBe(true)
})
