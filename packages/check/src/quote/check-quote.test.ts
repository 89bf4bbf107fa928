import { readFileSync } from 'node:fs'
import type { SwapQuoteData } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { quoteAnswer, quoteInputs, trading } from '../../../../test/support/swap/swap-answer.ts'
import { quoteVerdict } from '../answer/quote-verdict.ts'
import { checkQuote, type QuoteContext, type RequestedQuote } from './check-quote.ts'

const { vault, root, weth, usdc } = trading
const place: QuoteContext = { chainId: 31337, vault, root, units: () => null }
const request: RequestedQuote = {
  sellToken: weth.address,
  buyToken: usdc.address,
  sellAmount: '1.0',
  slippageBps: 30,
  venues: null,
  calldata: [],
  canSplit: true,
  canHop: false,
}
const quote = quoteAnswer()

/** Every value of an answer that is a text or a number, by path. */
function* placesIn(value: unknown, path: readonly string[]): Iterable<readonly string[]> {
  if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* placesIn(inner, [...path, key])
  else if (value !== null) yield path
}

function withValue(value: unknown, [key, ...tail]: readonly string[], changed: unknown): unknown {
  if (key === undefined) return changed
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = withValue(copy[key], tail, changed)
  return copy
}

test('golden: a quote follows from the inputs of its receipt, and is the one that was asked for', () => {
  const check = checkQuote(quote, place, request)
  expect(check.problems).toEqual([])
  expect([...check.differences]).toEqual([])
  expect(check.isSound).toBe(true)
  expect(check.notes.join(' ')).toContain('the server says it read')
})

test('law: whatever shown value is changed, its path is named, and nothing may be built', () => {
  const stated = ['quote_id', 'created_at', 'expires_at']
  const places = [...placesIn({ ...quote, receipt: null }, [])].filter(
    ([first]) => !stated.includes(first!) && first !== 'receipt',
  )
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.integer({ min: 10_000 }), (path, value) => {
      const check = checkQuote(
        withValue(quote, path, String(value)) as SwapQuoteData,
        place,
        request,
      )
      expect(check.isSound).toBe(false)
      expect([...check.differences.keys()]).toEqual([path.join('.')])
    }),
    { numRuns: runsOf(1 / 2) },
  )
})

test('refuses: a changed digit of the best, with what follows in its place', () => {
  const path = ['candidates', '0', 'raw_buy_amount']
  const lie = withValue(quote, path, '2000000001') as SwapQuoteData
  expect(checkQuote(lie, place, request).differences.get(path.join('.'))).toEqual({
    stated: '2000000001',
    follows: '2000000000',
  })
  const result = withValue(quote, ['receipt', 'result', 'best'], 'c1') as SwapQuoteData
  expect([...checkQuote(result, place, request).differences.keys()]).toEqual([
    'receipt.result.best',
  ])
})

test('refuses: a sound quote of something else than was asked for, or of another place', () => {
  const problemsOf = (more: Partial<RequestedQuote>, elsewhere: Partial<QuoteContext> = {}) => {
    const check = checkQuote(quote, { ...place, ...elsewhere }, { ...request, ...more })
    expect(check.isSound).toBe(false)
    return check.problems.join(' ')
  }
  expect(problemsOf({ sellAmount: '10' })).toContain(
    'You asked for the amount 10; the quote has 1.',
  )
  expect(problemsOf({ buyToken: weth.address })).toContain('You asked for the bought token')
  expect(problemsOf({ slippageBps: 10 })).toContain('a slippage of 10; the quote has 30')
  expect(problemsOf({ venues: ['curve/exchange'] })).toContain('You asked for the venues')
  expect(problemsOf({ calldata: [{ route: 'a/b', data: '0x' }] })).toContain('other calldata')
  expect(problemsOf({ canSplit: false })).toContain('one venue')
  expect(problemsOf({}, { vault: weth.address })).toContain('for the vault')
  expect(problemsOf({}, { chainId: 1 })).toContain('on the chain 31337')
  expect(problemsOf({}, { root: `0x${'0'.repeat(64)}` })).toContain('for the root')
  const units = () => ({ symbol: 'USDC', decimals: 7, source: 'registry' }) as const
  expect(problemsOf({}, { units })).toContain('the published record has 7')
})

test('refuses: a quote that buys less than was asked for, sells more than the most, or names another side', () => {
  const inputs = quoteInputs()
  const { wish } = inputs
  const buying = {
    ...wish,
    sellAmount: null,
    buyAmount: 1_994n * 10n ** 6n,
    maxSellAmount: 2n * 10n ** 18n,
  }
  const bought = quoteAnswer(quoteInputs({ wish: buying }))
  const problemsOf = (answer: SwapQuoteData, output: RequestedQuote['output']) =>
    checkQuote(answer, place, { ...request, sellAmount: null, output }).problems
  expect(problemsOf(bought, { buyAmount: '1994', maxSellAmount: '1' })).toEqual([])
  expect(problemsOf(bought, { rawBuyAmount: '1994000000' })).toEqual([])
  expect(problemsOf(bought, { buyAmount: '1994.000001' })).toEqual([
    'You asked to buy 1994.000001; the quote buys 1994.',
  ])
  expect(problemsOf(bought, { buyAmount: '1994', maxSellAmount: '0.999' })).toEqual([
    'You asked to sell 0.999 at most; the quote sells 1.',
  ])
  expect(problemsOf(quote, { buyAmount: '1994' })).toEqual([
    'You asked to buy 1994; the quote buys no named amount.',
  ])
  expect(problemsOf(bought, undefined)).toEqual([
    'You named an amount that is sold; the quote buys a named amount.',
  ])
  const lie = withValue(bought, ['exact_output', 'raw_buy_amount'], '1') as SwapQuoteData
  expect([...checkQuote(lie, place, null).differences.keys()]).toEqual([
    'exact_output.raw_buy_amount',
  ])
})

test('refuses: a receipt that cannot be read, without throwing', () => {
  const damaged = withValue(quote, ['receipt', 'inputs', 'sellAmount'], 'much') as SwapQuoteData
  const check = checkQuote(damaged, place, request)
  expect(check).toMatchObject({ isSound: false, inputs: null })
  expect(check.problems.join(' ')).toContain('The receipt of the quote cannot be read')
})

test('golden: a quote whose receipt the first formula wrote still follows from it, and a changed digit of it does not', () => {
  const path = new URL('../../../../fixtures/receipts/swap-quote-1.json', import.meta.url)
  const { data }: { readonly data: SwapQuoteData } = JSON.parse(readFileSync(path, 'utf8'))
  expect(data.receipt.formula).toBe('swap-quote@1')
  const { chainId, vault: owner, root: tree } = data.receipt.inputs
  const itsPlace = { ...place, chainId, vault: owner, root: tree } as QuoteContext
  const check = checkQuote(data, itsPlace, null)
  expect([check.problems, [...check.differences]]).toEqual([[], []])
  expect(check.isSound).toBe(true)
  const result = ['receipt', 'result', 'candidates', '0', 'bought']
  const lie = withValue(data, result, '2000000001') as SwapQuoteData
  expect([...checkQuote(lie, itsPlace, null).differences.keys()]).toEqual([result.join('.')])
})

test('behavior: without prices nothing bounds a swap, and the reason is said', () => {
  const inputs = quoteInputs({ limits: null })
  const check = checkQuote(quoteAnswer(inputs), place, null)
  expect(check.isSound).toBe(true)
  expect(check.notes.join(' ')).toContain('What was asked for is not known here')
})

test('law: a quote is open by each token without a record, and base units need no record of what is sold', () => {
  const answerTo = (recorded: readonly string[], more: Partial<RequestedQuote> = {}) => {
    const units: QuoteContext['units'] = (token) =>
      recorded.includes(token)
        ? {
            symbol: 'X',
            decimals: (token === weth.address ? weth : usdc).decimals!,
            source: 'registry',
          }
        : null
    const check = checkQuote(quote, { ...place, units }, { ...request, ...more })
    const { answer, reasons } = quoteVerdict(check, { isExpired: false, isBound: true })
    const open = reasons.filter(({ weight }) => weight === 'open').map(({ message }) => message)
    return { answer, open: open.length }
  }
  const rawSellAmount = '1000000000000000000'
  expect(answerTo([])).toEqual({ answer: 'open', open: 2 })
  expect(answerTo([weth.address])).toEqual({ answer: 'open', open: 1 })
  expect(answerTo([usdc.address])).toEqual({ answer: 'open', open: 1 })
  expect(answerTo([weth.address, usdc.address])).toEqual({ answer: 'yes', open: 0 })
  expect(answerTo([usdc.address], { rawSellAmount })).toEqual({ answer: 'yes', open: 0 })
})

test('refuses: another amount than was asked for in base units', () => {
  const check = checkQuote(quote, place, { ...request, rawSellAmount: '1000000000000000001' })
  expect(check.problems).toEqual([
    'You asked for the amount in base units 1000000000000000001; the quote has 1000000000000000000.',
  ])
})
