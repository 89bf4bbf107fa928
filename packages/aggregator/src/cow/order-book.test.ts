import { openCowOrderBook } from '@vaultwright/aggregator'
import type { Address, Hex } from '@vaultwright/base'
import {
  emptyAppData,
  type OrderTerms,
  orderBookBodyOf,
  orderDigestOf,
  orderDomainOf,
  orderUidOf,
} from '@vaultwright/protocols'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type BookLie,
  type BookReading,
  type CowBook,
  startCowBook,
} from '../../../../test/support/swap/cow-book.ts'

const owner: Address = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const settlement: Address = '0x9008D19f58AAbD9eD0D60971565AA8510560ab41'
const domain = orderDomainOf(31337, settlement)
const now = 1_795_000_000n
const signal = new AbortController().signal
const hash: Hex = `0x${'ab'.repeat(32)}`
const open: BookReading = { status: 'open', soldAmount: 0n, boughtAmount: 0n, transactions: [] }
let reading = open
let seconds = 0n
let book: CowBook

beforeAll(async () => {
  book = await startCowBook({
    domainSeparator: domain,
    nowUnix: async () => now,
    read: async () => reading,
    priceOf: (amount) => (amount * 2_000n) / 10n ** 12n,
  })
})
beforeEach(() => {
  book.lie({})
  reading = open
})
afterAll(() => book?.close())

/** Another order each time. */
function orderOf(part: Partial<OrderTerms> = {}) {
  const terms: OrderTerms = {
    sellToken: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    buyToken: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    receiver: owner,
    sellAmount: 10n ** 19n,
    buyAmount: 26_000_000_000n,
    validTo: now + 86_400n + ++seconds,
    appData: emptyAppData,
    feeAmount: 0n,
    kind: 'sell',
    isPartiallyFillable: false,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
    ...part,
  }
  const digest = orderDigestOf(terms, domain)
  return { terms, owner, uid: orderUidOf({ digest, owner, validTo: terms.validTo }) }
}

const settings = (part: object = {}) => ({
  fetch,
  url: book.url,
  key: null,
  nowMs: () => performance.now(),
  ...part,
})
const bookOf = (part: object = {}) =>
  openCowOrderBook({ ...settings({ budget: { perMinute: 1_000 }, ...part }) }, 31337)

test('law: a book that hashes what is posted names it by the same uid', async () => {
  const client = bookOf()
  for (const part of [
    {},
    { isPartiallyFillable: true },
    { appData: hash },
    { kind: 'buy' },
  ] as const) {
    const order = orderOf(part)
    expect(await client.publish(order, signal)).toEqual({ wasKnown: false })
    expect(book.orders.get(order.uid)?.uid).toBe(order.uid)
  }
})

test('golden: an order is posted once, and read with what filled it', async () => {
  const order = orderOf()
  const client = bookOf()
  expect(await client.read(order.uid, signal)).toBeNull()
  expect(await client.publish(order, signal)).toEqual({ wasKnown: false })
  expect(await client.publish(order, signal)).toEqual({ wasKnown: true })
  reading = { status: 'fulfilled', soldAmount: 5n, boughtAmount: 6n, transactions: [hash] }
  expect(await client.read(order.uid, signal)).toEqual({
    status: 'fulfilled',
    executedSellAmount: 5n,
    executedBuyAmount: 6n,
    phase: 'traded',
    transactions: [hash],
  })
})

const quoteRequest = {
  owner,
  sellToken: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  buyToken: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  sellAmount: 10n ** 18n,
  validForSeconds: 600,
} as const

test('golden: a quote of the book names what is bought after its fee', async () => {
  expect(await bookOf().quote(quoteRequest, signal)).toEqual({
    buyAmount: 1_998_000_000n,
    feeAmount: 10n ** 15n,
    isVerified: true,
  })
  expect(book.requests.at(-1)).toBe('POST /api/v1/quote')
})

test('refuses: a quote of another amount or token, and of no price', async () => {
  const client = bookOf()
  const refusals = [
    [{ soldAmount: 5n }, { message: expect.stringContaining('it sells 5 and') }],
    [{ buyToken: owner }, { message: expect.stringContaining('other tokens') }],
    [{ refusal: 'NoLiquidity' }, { code: 'aggregator_refused', type: 'NoLiquidity' }],
  ] as const
  for (const [lie, error] of refusals) {
    book.lie(lie)
    await expect(client.quote(quoteRequest, signal)).rejects.toMatchObject(error)
  }
})

test('golden: a book is asked for all fills of an order, not the first ten', async () => {
  const order = orderOf()
  const client = bookOf()
  await client.publish(order, signal)
  await client.read(order.uid, signal)
  expect(book.requests.at(-1)).toBe(`GET /api/v2/trades?orderUid=${order.uid}&limit=1000`)
})

test('golden: the body of an order, as the book takes it', () => {
  const { terms } = orderOf()
  expect(orderBookBodyOf(terms, owner)).toMatchObject({
    sellAmount: '10000000000000000000',
    appData: '{}',
    appDataHash: emptyAppData,
    feeAmount: '0',
    signingScheme: 'presign',
    signature: '0x',
    from: owner,
  })
})

test('refuses: what the book refuses, by its own name', async () => {
  const client = bookOf()
  for (const refusal of ['InsufficientBalance', 'TooManyLimitOrders', 'InvalidAppData']) {
    book.lie({ refusal })
    await expect(client.publish(orderOf(), signal)).rejects.toMatchObject({
      code: 'aggregator_refused',
      type: refusal,
    })
  }
  book.lie({})
  const late = orderOf({ validTo: now + 10n })
  await expect(client.publish(late, signal)).rejects.toMatchObject({ type: 'InsufficientValidTo' })
})

test('refuses: a book that names an order otherwise, or answers about another', async () => {
  const client = bookOf()
  const order = orderOf()
  book.lie({ uid: `0x${'77'.repeat(56)}` })
  await expect(client.publish(order, signal)).rejects.toMatchObject({ code: 'order_book_uid' })
  await expect(client.read(order.uid, signal)).rejects.toMatchObject({
    code: 'aggregator_answer_invalid',
  })
  await expect(client.read('0x12', signal)).rejects.toMatchObject({ code: 'invalid_order_uid' })
})

test('refuses: answers that are late, limited, redirected, cut short, too large or something else', async () => {
  const codes: Record<NonNullable<BookLie['answer']>, string> = {
    slow: 'aggregator_timeout',
    limited: 'aggregator_unavailable',
    redirect: 'aggregator_unavailable',
    broken: 'aggregator_unavailable',
    html: 'aggregator_answer_invalid',
    half: 'aggregator_answer_invalid',
    huge: 'aggregator_answer_invalid',
    ended: 'aggregator_ended',
    version: 'aggregator_answer_invalid',
  }
  const order = orderOf()
  await bookOf().publish(order, signal)
  for (const [answer, code] of Object.entries(codes)) {
    book.lie({ answer: answer as keyof typeof codes })
    // Each has a budget of its own: a book that asks to wait is not asked again.
    const client = () => bookOf({ timeoutMs: answer === 'slow' ? 50 : 30_000 })
    await expect(client().publish(orderOf(), signal), answer).rejects.toMatchObject({ code })
    await expect(client().read(order.uid, signal), answer).rejects.toMatchObject({ code })
    await expect(client().quote(quoteRequest, signal), answer).rejects.toMatchObject({ code })
  }
})

test('refuses: a chain without a public book, unless the address of one is given', () => {
  expect(() => openCowOrderBook(settings({ url: null }), 31337)).toThrow(
    expect.objectContaining({ code: 'order_book_chain' }),
  )
  expect(openCowOrderBook(settings({ url: null }), 1).name).toBe('cow')
})
