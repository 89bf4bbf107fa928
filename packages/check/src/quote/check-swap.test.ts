import type { Hex } from '@vaultwright/base'
import type { MarketTransactionData } from '@vaultwright/wire'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import {
  marketAnswer,
  quoteAnswer,
  quoteInputs,
  traderAt,
  trading,
} from '../../../../test/support/swap/swap-answer.ts'
import type { BuiltAt } from '../built/check-answer.ts'
import { type ChosenCandidate, checkSwap } from './check-swap.ts'

const inputs = quoteInputs()
const quote = quoteAnswer(inputs)
const { vault, trader } = trading
const builtAt: BuiltAt = traderAt
const chosen = (id: string, more: Partial<ChosenCandidate> = {}): ChosenCandidate => ({
  inputs,
  candidate: quote.candidates.find((candidate) => candidate.id === id)!,
  bound: 1_990_000_000n,
  minBuyAmount: null,
  ...more,
})
const answers = new Map<string, MarketTransactionData>()

beforeAll(async () => {
  for (const id of ['c2', 'c3', 'c5']) answers.set(id, await marketAnswer(quote, id))
})

test.each(['c2', 'c3', 'c5'])(
  'golden: the swap %s of a quote is proven, and what was chosen',
  (id) => {
    const check = checkSwap(answers.get(id)!, builtAt, chosen(id))
    expect(check.problems).toEqual([])
    expect(check).toMatchObject({ isProven: true, uncompared: [] })
    expect(check.open.join(' ')).toMatch(
      /permitted if its decoder packs as .*(OneInch|UniswapV3) does/,
    )
  },
)

test('law: one other byte of the calldata is never proven', () => {
  const answer = answers.get('c5')!
  const calldata = answer.encoded_tx_data
  const index = fc.nat({ max: (calldata.length - 4) / 2 })
  fc.assert(
    fc.property(index, fc.integer({ min: 1, max: 255 }), (place, change) => {
      const byte = Number.parseInt(calldata.slice(2 + 2 * place, 4 + 2 * place), 16) ^ change
      const text = byte.toString(16).padStart(2, '0')
      const altered = `${calldata.slice(0, 2 + 2 * place)}${text}${calldata.slice(4 + 2 * place)}`
      const check = checkSwap({ ...answer, encoded_tx_data: altered }, builtAt, chosen('c5'))
      expect(check.isProven && check.uncompared.length === 0).toBe(false)
    }),
    { numRuns: runsOf(1) },
  )
})

test('refuses: a least below the bound of the quote, below your own, or other than is stated', () => {
  const problemsOf = (
    answer: Partial<MarketTransactionData>,
    more: Partial<ChosenCandidate> = {},
  ) =>
    checkSwap({ ...answers.get('c3')!, ...answer }, builtAt, chosen('c3', more)).problems.join(' ')
  expect(problemsOf({}, { bound: 1_999_000_000n })).toContain(
    'the bound of the quote is 1999000000',
  )
  expect(problemsOf({}, { minBuyAmount: 2_000_000_000n })).toContain(
    'your own minimum is 2000000000',
  )
  expect(problemsOf({ raw_least: '1999000000' })).toContain('the answer says 1999000000')
  const bound = { max_loss_bps: 1, raw_least: '1999800000', least: '1999.8' }
  expect(problemsOf({ bound })).toContain('the bound that the server states is 1999800000')
})

test('refuses: another candidate than the chosen one, half of a split, a call that is not needed', () => {
  const problemsOf = (answer: MarketTransactionData, id: string) => {
    const check = checkSwap(answer, builtAt, chosen(id))
    expect(check.isProven).toBe(false)
    return check.problems.join(' ')
  }
  expect(problemsOf(answers.get('c2')!, 'c3')).toContain('You chose uniswap_v3/swap fee,100')
  const half = { ...answers.get('c3')!, quote: answers.get('c5')!.quote }
  expect(problemsOf(half, 'c5')).toContain('No call does uniswap_v3/swap')
  const more = { ...answers.get('c5')!, quote: answers.get('c3')!.quote }
  expect(problemsOf(more, 'c3')).toContain('The swap does not need call')
})

test('refuses: calldata that pays another account, though its leaf is in the tree', async () => {
  const { quote: built, ...answer } = answers.get('c2')!
  const { candidate } = built
  const altered = {
    ...answer,
    quote: { ...built, candidate: { ...candidate, raw_buy_amount: '1' } },
  }
  expect(checkSwap(altered, builtAt, chosen('c2')).isProven).toBe(true)
  const paid = answer.encoded_tx_data.replaceAll(
    vault.slice(2).toLowerCase(),
    trader.slice(2).toLowerCase(),
  )
  const check = checkSwap(
    { ...answer, quote: built, encoded_tx_data: paid as Hex },
    builtAt,
    chosen('c2'),
  )
  expect(check.isProven).toBe(false)
  expect(check.problems.join(' ')).toContain('Call 1 is refused')
})
