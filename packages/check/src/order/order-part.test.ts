import type { LimitOrderData } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import { orderAnswer, partedAnswer } from '../../../../test/support/swap/order-answer.ts'
import { answeredAtUnix, traderAt, trading } from '../../../../test/support/swap/swap-answer.ts'
import { checkOrder } from './check-order.ts'

const { weth, usdc } = trading
const requestedOrder = {
  sellToken: weth,
  buyToken: usdc,
  sellAmount: null,
  rawSellAmount: '1000000000000000000',
  limitPrice: null,
  rawMinBuyAmount: '2600000000',
  validForSeconds: 86_400,
  isPartiallyFillable: false,
}
const check = (answer: LimitOrderData, parts: number) =>
  checkOrder(answer, traderAt, {
    asked: { ...requestedOrder, parts },
    nowUnix: Number(answeredAtUnix),
  })
const textOf = (answer: LimitOrderData, parts: number) => check(answer, parts).problems.join(' ')

test('golden: three parts are proven: each is signed, and one allowance is for all of them', async () => {
  const result = check(await partedAnswer(3), 3)
  expect(result.problems).toEqual([])
  expect([result.isProven, result.uncompared]).toEqual([true, []])
})

test('refuses: another number of parts than was asked for, and parts that nobody asked for', async () => {
  expect(textOf(await partedAnswer(3), 4)).toContain('asked for 4 parts; the answer has 3')
  expect(textOf(await partedAnswer(3), 1)).toContain('asked for 1 parts; the answer has 3')
  expect(textOf(await orderAnswer(), 3)).toContain('asked for 3 parts; the answer has 1')
})

test('refuses: a part of another limit, window, receiver or uid, and one that no call signs', async () => {
  const answer = await partedAnswer(3)
  const [first, second, third] = answer.parts!
  const withOther = (order: Partial<LimitOrderData['order']>) => ({
    ...answer,
    parts: [first!, { ...second!, order: { ...second!.order, ...order } }, third!],
  })
  const lower = withOther({ raw_buy_amount: '800000000' })
  expect(textOf(lower, 3)).toContain('not equal shares')
  expect(textOf(lower, 3)).toContain('signs another order')
  const later = withOther({ valid_to: second!.order.valid_to + 4_000 })
  expect(textOf(later, 3)).toContain('Part 2 ends')
  const foreign = withOther({ receiver: weth.address })
  expect(textOf(foreign, 3)).toContain('Part 2 has other terms')
  expect(textOf({ ...answer, parts: [first!, third!, second!] }, 3)).toContain(
    'signs another order',
  )
  const fewer = { ...answer, parts: [first!, second!] }
  expect(textOf(fewer, 2)).toContain('3 calls sign an order; 2 are needed.')
  const book = { ...third!.order_book, body: { ...third!.order_book.body, receiver: weth.address } }
  const posted = { ...answer, parts: [first!, second!, { ...third!, order_book: book }] }
  expect(textOf(posted, 3)).toContain('receiver is')
})

test('refuses: another order shown than the first part, and a part posted elsewhere or at another time', async () => {
  const answer = await partedAnswer(3)
  const [first, second, third] = answer.parts!
  const lowered = { ...first!.order, raw_buy_amount: '1' }
  expect(textOf({ ...answer, order: lowered }, 3)).toContain('does not follow from the terms')
  const digest = { ...answer, order_digest: second!.order_digest }
  expect(textOf(digest, 3)).toContain('does not follow from the terms')
  const { order, order_digest, order_uid, order_book } = second!
  const shown = { ...answer, order, order_digest, order_uid, order_book }
  expect(textOf(shown, 3)).toBe('The order shown is not the first part.')
  const body = { ...answer.order_book.body, receiver: weth.address }
  const posted = { ...answer, order_book: { ...answer.order_book, body } }
  expect(textOf(posted, 3)).toContain('receiver is')
  const single = await orderAnswer()
  const { order: terms, order_digest: hash, order_uid: uid, order_book: post } = single
  const lone = { order: terms, order_digest: hash, order_uid: uid, order_book: post }
  const publish_at = new Date(Number(answeredAtUnix) * 1_000).toISOString()
  const alone = { ...single, parts: [{ ...lone, publish_at }] }
  expect(check(alone, 1).isProven).toBe(true)
  expect(textOf({ ...alone, order_uid: third!.order_uid }, 1)).toContain('is not the first part')
  const elsewhere = { ...third!, order_book: { ...third!.order_book, path: '/other' } }
  expect(textOf({ ...answer, parts: [first!, second!, elsewhere] }, 3)).toContain('asked at /other')
  const late = { ...second!, publish_at: third!.publish_at }
  expect(textOf({ ...answer, parts: [first!, late, third!] }, 3)).toContain('Part 2 is posted')
})
