import type { Address } from '@vaultwright/base'
import type { Asset, Quote } from '@vaultwright/valuation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { QuoteResult } from '../position/position.ts'
import type { VaultReadPlan } from './read-plan.ts'
import type { VaultReadResult } from './vault-read.ts'
import { buildVaultState, type VaultReadInputs } from './vault-state.ts'

const [weth, usdc, share] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}` as Address) as [
  Address,
  Address,
  Address,
]
const root = `0x${'4'.repeat(64)}` as const

function rawOf(
  part: Partial<VaultReadPlan> = {},
  observed: readonly Quote[] = [],
): VaultReadInputs {
  return {
    plan: {
      chain: 'local',
      vault: share,
      day: '2026-01-02',
      fromBlock: '5',
      accountant: null,
      block: { number: '9', hash: root, atUnix: '100' },

      drones: [],
      roots: [],
      missingTrees: [],
      tokens: [],
      subjects: [],
      prices: [],
      trust: [],
      ...part,
    },
    events: [],
    failures: [],
    observed,
  }
}

function readResultOf(part: Partial<VaultReadResult> = {}): VaultReadResult {
  const nothing = { holdings: [], quotes: [], receipts: [], failures: [] }
  const assets: readonly Asset[] = [
    { address: weth, symbol: 'WETH', decimals: 18 },
    { address: usdc, symbol: 'USDC', decimals: 6 },
  ]
  return {
    accountant: {
      accountant: null,
      base: weth,
      share: { supply: '1', decimals: 18 },
      failures: [],
    },
    positions: nothing,
    rates: nothing,
    prices: [],
    units: { assets, failures: [] },
    ...part,
  } as VaultReadResult
}

function rate(part: Partial<QuoteResult>): VaultReadResult {
  const quote = { asset: usdc, per: weth, amount: 10n ** 6n, worth: 5n * 10n ** 14n }
  const rateQuote = { ...quote, source: 'rate:x', kind: 'rate', ...part } as QuoteResult
  return readResultOf({
    rates: { holdings: [], quotes: [rateQuote], receipts: [], failures: [] } as never,
  })
}

const observed = (per: Quote['per'], source: string): Quote => ({
  asset: usdc,
  per,
  price: '1',
  source,
  atUnix: '100',
  confidence: null,
  kind: 'fixed',
})

test('default: prices of contracts in whole units, at the time of the block', () => {
  expect(buildVaultState(rawOf(), rate({})).quotes).toEqual([
    {
      asset: usdc,
      per: weth,
      price: '0.0005',
      source: 'rate:x',
      kind: 'rate',
      atUnix: '100',
      confidence: null,
    },
  ])
})

test('law: a price is what so much is worth, cut off after 36 places', () => {
  const amounts = fc.bigInt(1n, 10n ** 30n)
  fc.assert(
    fc.property(amounts, amounts, (amount, worth) => {
      const { quotes, failures } = buildVaultState(rawOf(), rate({ amount, worth }))
      const scaled = (worth * 10n ** 42n) / (amount * 10n ** 18n)
      if (scaled === 0n) {
        expect(failures.at(-1)!.reason).toBe('The price is zero.')
        return
      }
      const [whole = '', fraction = ''] = quotes[0]!.price.split('.')
      expect(BigInt(whole + fraction.padEnd(36, '0'))).toBe(scaled)
    }),
  )
})

test.each([
  [{ worth: 0n }, 'The price is zero.'],
  [{ amount: 0n }, 'The price is zero.'],
  [{ asset: share }, `${share} says no decimals.`],
  [{ per: share }, `${share} says no decimals.`],
])('behavior: a price that is none is a failure: %#', (part, reason) => {
  const { quotes, failures } = buildVaultState(rawOf(), rate(part))
  expect([quotes.length, failures.at(-1)]).toMatchObject([0, { reason }])
  expect(failures.at(-1)!.what).toMatch(/^price of 0x\w{40} by rate:x$/)
})

test('behavior: prices stand in the order of trust, wherever they are from', () => {
  const trust = ['http:a', 'fixed'].map((source) => ({ asset: usdc, per: 'usd' as const, source }))
  const quotes = [observed('usd', 'fixed'), observed('usd', 'http:b'), observed('usd', 'http:a')]
  const joined = buildVaultState(rawOf({ trust }, quotes), rate({}))
  expect(joined.quotes.map(({ source }) => source)).toEqual(['http:a', 'fixed', 'http:b', 'rate:x'])
})

test('behavior: a tree that is not stored is reported, and unknown tokens go by their address', () => {
  const holding = { protocol: 'idle', holder: share, asset: share, amount: -5n, index: null }
  const positions = { quotes: [], receipts: [], failures: [] }
  const joined = buildVaultState(
    rawOf({ missingTrees: [root] }),
    readResultOf({
      positions: { ...positions, holdings: [{ ...holding, maturityUnix: 7n }] } as never,
    }),
  )
  expect(joined.failures.map(({ what }) => what)).toEqual([`tree of root ${root}`])
  expect(joined.holdings).toEqual([
    {
      protocol: 'idle',
      holder: share,
      amount: '-5',
      index: null,
      maturityUnix: '7',
      asset: { address: share, symbol: share, decimals: null },
    },
  ])
})
