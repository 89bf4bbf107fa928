import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathInputs, quoteAnswer, quoteInputs, splitInputs } from '../support/swap/swap-answer.ts'
import { closeQuietly, lookAt, takePicture } from './support/console-page.ts'
import type { Lie } from './support/key-session.ts'
import { type PageServer, startPageServer } from './support/page-server.ts'
import { openSwaps } from './support/swap-service.ts'

let server: PageServer

beforeAll(async () => {
  server = await startPageServer()
})
afterAll(() => server?.close())

type Json = { [key: string]: Json }

/** Changes the data of the answers of one path. */
const lieOf =
  (end: string, change: (data: Json) => void): Lie =>
  (path, body) => {
    if (path.endsWith(end)) change((body as { readonly data: Json }).data)
  }

const text = (value: string) => value as unknown as Json

/** The answers of the quote, and of what was built of it or of an order. */
const answerOf = (page: Page) => page.getByTestId('verdict').first().getAttribute('data-answer')
const builtAnswerOf = (page: Page) => page.getByTestId('verdict').last().getAttribute('data-answer')

test('default: a quote is verified, built and handed over, by keyboard', async () => {
  const opened = await openSwaps(server)
  const { page } = opened
  await page.getByRole('button', { name: 'Ask for a quote' }).press('Enter')
  await page.getByText('The amount is missing. Give one.').waitFor()
  await page.getByLabel('You sell').fill('1')
  await page.getByText('162.5 WETH in the vault when it was counted on 2026-02-13').waitFor()
  await page.getByLabel('You sell').press('Enter')
  // No record has the tokens of a local chain: their decimals are the word of the service.
  await page.getByText('The record does not have each token').first().waitFor()
  expect(await answerOf(page)).toBe('open')
  await page.getByText('Compare the amounts in base units.').first().waitFor()
  // The largest line is the minimum of the best way, out of its own legs.
  expect(await page.getByTestId('least').textContent()).toBe('1,994')
  const candidates = page.getByRole('group', { name: 'Candidates' }).getByRole('row')
  expect(await candidates.nth(1).textContent()).toMatch(/2,000 USDC.*best/)
  await page.getByRole('note', { name: 'balancer_v2/swap is not permitted' }).waitFor()
  await lookAt(page, 'swap-quote')
  // Another amount has no quote yet.
  await page.getByLabel('You sell').fill('2')
  expect(await page.getByTestId('least').textContent()).toBe('Ask for a quote')
  await page.getByLabel('You sell').fill('1')
  expect(await page.getByTestId('least').textContent()).toBe('1,994')
  await page.getByRole('button', { name: /^Build c2/ }).press('Enter')
  await page.getByLabel('Your own minimum, in USDC').press('Enter')
  await page.getByText('Content hash, to read aloud to every signer:').waitFor()
  expect(await builtAnswerOf(page)).toBe('open')
  await lookAt(page, 'swap-built')
  await page.setViewportSize({ width: 390, height: 844 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
  await takePicture(page, 'swap-phone')
  // The link leads to the same packet in the signing room.
  const hash = await page.getByTestId('packet-hash').textContent()
  const link = page.getByRole('link', { name: 'Open in the signing room' })
  await page.goto((await link.getAttribute('href'))!)
  await page.getByText(hash!).waitFor()
  await closeQuietly(opened)
})

/** A book that offers more than any way that executes at once. */
const order = {
  book: 'cow',
  validForSeconds: 1_200n,
  offer: { buyAmount: 2_012_500_000n, feeAmount: 10n ** 15n, isVerified: true },
  failure: null,
}

test('golden: a split that wins is one bar of its shares and is built whole, though an order that may not fill offers more', async () => {
  const opened = await openSwaps(server, { quote: quoteAnswer({ ...splitInputs(), order }) })
  const { page } = opened
  await page.getByLabel('You sell').fill('1')
  await page.getByRole('button', { name: 'Ask for a quote' }).click()
  const bar = page.getByRole('img', { name: /^Split: / })
  await bar.waitFor()
  const [first, second, third] = await bar.locator('i').all()
  const widths = await Promise.all(
    [first, second, third].map(async (part) => (await part!.boundingBox())!.width),
  )
  // Five, three and two tenths, less the gaps between them.
  expect(widths[0]! / widths[2]!).toBeCloseTo(2.5, 1)
  expect(widths[1]! / widths[2]!).toBeCloseTo(1.5, 1)
  // 2,012 USDC less 30 basis points, leg by leg.
  const least = page.getByTestId('least')
  expect(await least.textContent()).toBe('2,005.964')
  // Its digits stay on one line.
  expect((await least.boundingBox())!.height).toBeLessThan(50)
  await lookAt(page, 'swap-split')
  await page.getByRole('button', { name: /^Build c6/ }).click()
  await page.getByRole('button', { name: 'Build and simulate' }).click()
  await page.getByText('Content hash, to read aloud to every signer:').waitFor()
  expect(await builtAnswerOf(page)).toBe('open')
  await page.setViewportSize({ width: 390, height: 844 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
  await takePicture(page, 'swap-split-phone')
  const ways = page.getByRole('group', { name: 'Candidates' }).getByRole('row')
  expect(await ways.nth(1).textContent()).toMatch(
    /fee 0.001 WETH.*2,012.5 USDC.*may not fill The order may not fill: nothing is sold until a solver takes it, and after 20 minutes it ends. Filled, it buys 0.5 USDC more before gas than c6/,
  )
  await page.getByRole('button', { name: 'Place as an order' }).click()
  const price = page.getByLabel('Price, in USDC for one WETH')
  expect([await price.inputValue(), await page.getByLabel('Valid for').inputValue()]).toEqual([
    '2012.5',
    '20',
  ])
  await closeQuietly(opened)
})

test('golden: a path beside a pool has the bar of what sells the amount, and its second hop after it', async () => {
  const opened = await openSwaps(server, { quote: quoteAnswer(pathInputs()) })
  const { page } = opened
  await page.getByLabel('You sell').fill('1')
  await page.getByText('venues and ways').click()
  await page.getByLabel('also by way of another token').check()
  await page.getByRole('button', { name: 'Ask for a quote' }).click()
  const bar = page.getByRole('img', { name: /^Split: / })
  await bar.waitFor()
  expect(await bar.locator('i').count()).toBe(2)
  expect(await bar.getAttribute('aria-label')).toMatch(/then 100 % uniswap_v3\/swap fee 100$/)
  await page.getByText('0.070921 % of what the first hop buys stays').waitFor()
  await lookAt(page, 'swap-path')
  await page.setViewportSize({ width: 390, height: 844 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
  await takePicture(page, 'swap-path-phone')
  await closeQuietly(opened)
})

test('default: an order is built from its terms, and an open one is cancelled', async () => {
  const opened = await openSwaps(server)
  const { page } = opened
  await page.getByRole('button', { name: 'Limit order', exact: true }).press('Enter')
  await page.getByLabel('You sell').fill('1')
  await page.getByLabel('Price, in USDC for one WETH').fill('2600')
  expect(await page.getByTestId('least').textContent()).toBe('2,600')
  await page.getByLabel('Price, in USDC for one WETH').press('Enter')
  await page.getByText('Is it ready to hand over?', { exact: true }).waitFor()
  expect(await builtAnswerOf(page)).toBe('open')
  await page.getByText('Sells 1 WETH for at least 2,600 USDC, as a whole or not at all').waitFor()
  await lookAt(page, 'swap-order')
  await page.getByRole('button', { name: 'All', exact: true }).press('Enter')
  const listed = page.getByRole('group', { name: 'Orders' }).getByRole('row')
  expect(await listed.count()).toBe(4)
  expect(await listed.nth(1).textContent()).toContain('underfunded')
  await page.getByRole('button', { name: /^Cancel of order/ }).press('Enter')
  await page.getByText('for good: it can never be filled again').waitFor()
  await page.getByTestId('packet-hash').nth(1).waitFor()
  // All vaults have their orders in one list; none is cancelled there.
  await page.getByRole('link', { name: 'Orders of all vaults' }).click()
  await page.getByRole('heading', { name: 'Limit orders', level: 1 }).waitFor()
  await page.getByText('The state of 1 order is not known').waitFor()
  expect(await page.locator('main').textContent()).toContain('No node is configured for base')
  expect(await listed.count()).toBe(4)
  expect(await listed.nth(1).textContent()).toMatch(/local 0x\w{6}…\w{4}.*underfunded/)
  expect(await page.getByRole('button', { name: /Cancel/ }).count()).toBe(0)
  await lookAt(page, 'orders')
  await page.setViewportSize({ width: 390, height: 844 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
  await takePicture(page, 'orders-phone')
  await closeQuietly(opened)
})

test('default: what is to be bought is named, and an order is sold in parts', async () => {
  const wish = { ...quoteInputs().wish, sellAmount: null }
  const quote = quoteAnswer({
    ...quoteInputs(),
    wish: { ...wish, buyAmount: 1_994_000_000n, maxSellAmount: 10n ** 18n },
  })
  const bodies: unknown[] = []
  const opened = await openSwaps(server, { quote, parts: 3 })
  const { page } = opened
  page.on('request', (request) => {
    if (request.method() === 'POST') bodies.push(request.postDataJSON())
  })
  await page.getByRole('button', { name: 'Amount to buy' }).click()
  await page.getByLabel('You buy at least').fill('1994')
  await page.getByLabel('Sell at most, in WETH').fill('one')
  await page.getByLabel('Sell at most, in WETH').press('Enter')
  await page.getByText('"one" is not an amount. Give digits, with a dot for fractions.').waitFor()
  expect(bodies).toEqual([])
  await page.getByLabel('Sell at most, in WETH').fill('1')
  await page.getByLabel('Sell at most, in WETH').press('Enter')
  await page.getByText('You pay at most').waitFor()
  await page.getByRole('button', { name: /^Build c2/ }).waitFor()
  expect(bodies).toMatchObject([{ buy_amount: '1994', max_sell_amount: '1' }])
  expect(await answerOf(page)).toBe('open')
  expect(await page.getByTestId('least').textContent()).toBe('1')
  await lookAt(page, 'swap-buy')
  await page.setViewportSize({ width: 390, height: 844 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
  await takePicture(page, 'swap-buy-phone')
  await page.getByRole('button', { name: 'Limit order', exact: true }).press('Enter')
  await page.getByRole('button', { name: /^Max/ }).click()
  expect(await page.getByLabel('You sell').inputValue()).toBe('162.5')
  await page.getByLabel('You sell').fill('1')
  await page.getByLabel('Price, in USDC for one WETH').fill('2600')
  await page.getByLabel('In how many orders').fill('300')
  await page.getByLabel('In how many orders').press('Enter')
  await page.getByText('"300" is not a number of parts. Give 1 to 24.').waitFor()
  await page.getByLabel('In how many orders').fill('3')
  await page.getByLabel('In how many orders').press('Enter')
  await page.getByText('In 3 orders').waitFor()
  expect(bodies[1]).toMatchObject({ sell_amount: '1', parts: 3 })
  expect(await builtAnswerOf(page)).toBe('open')
  await closeQuietly(opened)
})

test.each([
  [
    'a changed digit of the best amount',
    lieOf('/quotes', ({ candidates }) => {
      candidates!['0']!.raw_buy_amount = text('2000000001')
    }),
    'candidates.0.raw_buy_amount is 2000000001, and 2000000000 follows.',
  ],
  [
    'a sound quote of another amount than was asked for',
    lieOf('/quotes', () => {}),
    'You asked for the amount 2; the quote has 1.',
  ],
])('refuses: %s is red, and nothing is built of it', async (name, lie, message) => {
  const opened = await openSwaps(server, { lie })
  const { page } = opened
  await page.getByLabel('You sell').fill(name.startsWith('a sound') ? '2' : '1')
  await page.getByRole('button', { name: 'Ask for a quote' }).click()
  await page.getByText('Nothing is built from it').first().waitFor()
  expect(await answerOf(page)).toBe('no')
  expect(await page.locator('main').textContent()).toContain(message)
  expect(await page.getByRole('button', { name: /^Build c/ }).count()).toBe(0)
  if (message.startsWith('candidates')) {
    expect(await page.getByText('does not follow from its inputs').count()).toBeGreaterThan(0)
    await lookAt(page, 'swap-lie')
  }
  await closeQuietly(opened)
})

test('refuses: changed calldata of a swap, and a changed receiver of an order', async () => {
  const opened = await openSwaps(server, {
    lie: (path, body) => {
      lieOf('/market', (data) => {
        // The least of 1,993.4021... becomes another one.
        const calldata = String(data.encoded_tx_data)
        const minimum = BigInt(String(data.raw_least)).toString(16)
        const lowered = (BigInt(String(data.raw_least)) - 1n).toString(16)
        data.encoded_tx_data = text(calldata.replaceAll(minimum, lowered))
      })(path, body)
      lieOf('/limit-order', ({ order }) => {
        order!.receiver = text(`0x${'1'.repeat(40)}`)
      })(path, body)
    },
  })
  const { page } = opened
  await page.getByLabel('You sell').fill('1')
  await page.getByRole('button', { name: 'Ask for a quote' }).click()
  await page.getByRole('button', { name: /^Build c3/ }).click()
  await page.getByRole('button', { name: 'Build and simulate' }).click()
  await page.getByText('Do not sign this').first().waitFor()
  expect(await builtAnswerOf(page)).toBe('no')
  expect(await page.locator('main').textContent()).toContain('base units at least, and the answer')
  expect(await page.getByTestId('packet-hash').count()).toBe(0)
  await page.getByRole('button', { name: 'Limit order', exact: true }).click()
  await page.getByLabel('You sell').fill('1')
  await page.getByLabel('Price, in USDC for one WETH').fill('2600')
  expect(await page.getByTestId('least').textContent()).toBe('2,600')
  await page.getByRole('button', { name: 'Build and simulate' }).click()
  await page.getByText('Do not sign this').first().waitFor()
  expect(await builtAnswerOf(page)).toBe('no')
  expect(await page.locator('main').textContent()).toContain(`The order pays 0x${'1'.repeat(40)}`)
  expect(await page.getByTestId('packet-hash').count()).toBe(0)
  await lookAt(page, 'swap-refused')
  await closeQuietly(opened)
})

test('refuses: a viewer looks at routes and orders, and asks for nothing', async () => {
  const opened = await openSwaps(server, { role: 'viewer' })
  const { page } = opened
  await page.getByRole('note', { name: 'Your role is viewer' }).waitFor()
  await page.getByRole('group', { name: 'Venues' }).getByText('pays another account').waitFor()
  await page.getByRole('group', { name: 'Orders' }).getByText('underfunded').first().waitFor()
  expect(await page.getByRole('button', { name: /^(Build|Cancel|Ask)/ }).count()).toBe(0)
  await lookAt(page, 'swap-viewer')
  await closeQuietly(opened)
})
