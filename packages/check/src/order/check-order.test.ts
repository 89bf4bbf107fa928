import type { Hex } from '@vaultwright/base'
import type { LimitOrderData } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import {
  cancelAnswer,
  listedOrder,
  orderAnswer,
  termsOfSale,
} from '../../../../test/support/swap/order-answer.ts'
import { answeredAtUnix, traderAt, trading } from '../../../../test/support/swap/swap-answer.ts'
import type { BuiltAt } from '../built/check-answer.ts'
import { checkCancel } from './check-cancel.ts'
import { checkOrder } from './check-order.ts'
import { isUidOf, settlementsIn } from './order-name.ts'
import type { RequestedOrder } from './order-term.ts'

const { file, vault, trader, weth, usdc, settlement } = trading
const builtAt: BuiltAt = traderAt
const requestedOrder: RequestedOrder = {
  sellToken: weth,
  buyToken: usdc,
  sellAmount: '1',
  limitPrice: '2600',
  validForSeconds: 86_400,
  isPartiallyFillable: false,
}
const nowUnix = Number(answeredAtUnix)
const check = (answer: LimitOrderData, more: Partial<RequestedOrder> = {}) =>
  checkOrder(answer, builtAt, { asked: { ...requestedOrder, ...more }, nowUnix })

test('golden: an order is proven but for the time of the block, and is the one that was asked for', async () => {
  const result = check(await orderAnswer())
  expect(result.problems).toEqual([])
  expect(result.isProven).toBe(true)
  expect(result.open.join(' ')).toContain('order.validTo <= blockTime() + maxLife()')
})

test('law: an amount in display units of a token without a record is open, and base units are not', async () => {
  const answer = await orderAnswer()
  const raw = {
    rawSellAmount: answer.order.raw_sell_amount,
    limitPrice: null,
    rawMinBuyAmount: answer.order.raw_buy_amount,
  }
  expect(check(answer).uncompared.join(' ')).toMatch(/is 1, its decimals.* as 2600 asks/)
  expect(check(answer).uncompared).toHaveLength(2)
  expect(check(answer, { rawSellAmount: raw.rawSellAmount }).uncompared).toHaveLength(1)
  expect(check(answer, raw)).toMatchObject({ isProven: true, uncompared: [] })
})

test('law: one other byte of the calldata, or one other digit of the terms, is never proven', async () => {
  const answer = await orderAnswer()
  const calldata = answer.encoded_tx_data
  const index = fc.nat({ max: (calldata.length - 4) / 2 })
  fc.assert(
    fc.property(index, fc.integer({ min: 1, max: 255 }), (place, change) => {
      const byte = Number.parseInt(calldata.slice(2 + 2 * place, 4 + 2 * place), 16) ^ change
      const text = byte.toString(16).padStart(2, '0')
      const altered = `${calldata.slice(0, 2 + 2 * place)}${text}${calldata.slice(4 + 2 * place)}`
      expect(check({ ...answer, encoded_tx_data: altered }).isProven).toBe(false)
    }),
    { numRuns: runsOf(1 / 2) },
  )
  for (const changed of [
    { receiver: trader },
    { raw_buy_amount: '2600000001' },
    { raw_sell_amount: '1' },
    { valid_to: answer.order.valid_to + 1 },
    { partially_fillable: true },
    { fee_amount: '1' },
  ]) {
    const result = check({ ...answer, order: { ...answer.order, ...changed } })
    expect(result.problems.join(' '), JSON.stringify(changed)).toContain('does not follow')
    expect(result.isProven).toBe(false)
  }
})

test('refuses: an order that follows from its terms but was not asked for', async () => {
  const answer = await orderAnswer()
  const problemsOf = (more: Partial<RequestedOrder>) => check(answer, more).problems.join(' ')
  expect(problemsOf({ limitPrice: '2601' })).toContain(
    'Your price gives 2601; the order takes 2600.',
  )
  expect(problemsOf({ sellAmount: '2' })).toContain('You asked to sell 2; the order sells 1.')
  expect(problemsOf({ buyToken: weth })).toContain('The order buys')
  expect(problemsOf({ isPartiallyFillable: true })).toContain('may not be filled in parts')
  const later = check(answer, { validForSeconds: 3_600 })
  expect(later.uncompared.join(' ')).toContain('you asked for 3600')
})

test('refuses: an order that takes the place of another one, without the call that ends it', async () => {
  const answer = await orderAnswer()
  const replaces: Hex = `0x${'ab'.repeat(56)}`
  const { problems, isProven } = check(answer, { replaces })
  expect(isProven).toBe(false)
  expect(problems.join(' ')).toContain('0 calls end the order 0xabab')
})

test('refuses: a larger allowance, another body for the order book, another uid', async () => {
  const answer = await orderAnswer()
  const allowance = { ...answer.allowance, raw_after: '9000000000000000000' }
  expect(check({ ...answer, allowance }).problems.join(' ')).toContain('open orders and this one')
  const open = { ...answer.allowance, raw_open_orders: '0', raw_after: '1000000000000000000' }
  expect(check({ ...answer, allowance: open }).problems.join(' ')).toContain('which is not needed')
  const book = { ...answer.order_book, body: { ...answer.order_book.body, receiver: trader } }
  expect(check({ ...answer, order_book: book }).problems.join(' ')).toContain('receiver is')
  const uid = answer.order_uid.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
  expect(check({ ...answer, order_uid: uid }).problems.join(' ')).toContain('does not follow')
})

test('golden: a cancellation ends the chosen order; refuses: another order, a raised allowance', async () => {
  const order = listedOrder()
  const answer = await cancelAnswer(order)
  const result = checkCancel(answer, builtAt, order)
  expect(result.problems).toEqual([])
  expect(result.isProven).toBe(true)
  const otherOrder = listedOrder({ terms: termsOfSale() })
  expect(checkCancel(answer, builtAt, otherOrder).problems.join(' ')).toContain(
    'No call ends the order',
  )
  const allowance = { ...answer.allowance, raw_after: '700000000000000000' }
  expect(checkCancel({ ...answer, allowance }, builtAt, order).problems.join(' ')).toContain(
    'It raises',
  )
})

test('law: the uid of a listed order follows from its terms at a settlement of the tree alone', () => {
  const place = { chainId: 31337, vault, settlements: settlementsIn(file.tree) }
  expect(place.settlements).toEqual([settlement])
  const { order_uid, order } = listedOrder()
  expect(isUidOf(order_uid, order, place)).toBe(true)
  expect(isUidOf(order_uid, { ...order, receiver: trader }, place)).toBe(false)
  expect(isUidOf(order_uid, order, { ...place, chainId: 1 })).toBe(false)
  expect(isUidOf(order_uid, order, { ...place, settlements: [] })).toBe(false)
})
