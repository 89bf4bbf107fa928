import { parseKeptAccounts, printKeptAccounts } from '@vaultwright/svm'
import { decodeSvmReading } from '@vaultwright/svm-builder'
import { endOfDay, growSvmDay, navValuesOf, svmDayStateOf } from '@vaultwright/valuation'
import { dailyEntryOf } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type SvmHeldDraft,
  svmAccountsOf,
  svmUsdc,
  svmVault,
} from '../../../../../../test/solana/support/svm-reading-fixture.ts'
import { svmHoldingTableOf } from './svm-holding.ts'

const day = '2026-11-01'
const place = { vault: svmVault }
const quote = {
  asset: svmUsdc,
  per: 'usd',
  price: '0.5',
  source: 'fixed',
  confidence: null,
} as const
const quotes = [{ ...quote, atUnix: '1793577605', kind: 'fixed' as const }]

/** A day as a service serves it, with what was held. */
function serve(held?: SvmHeldDraft) {
  const draft = { exchangeRate: 1_000_000n, supply: 1_000_000n, unix: endOfDay(day) + 5n }
  const text = printKeptAccounts(svmAccountsOf(held === undefined ? draft : { ...draft, held }))
  const values = decodeSvmReading(parseKeptAccounts(text), {
    ...place,
    program: svmAccountsOf(draft).accounts.get(svmVault)!.owner,
  })
  const today = svmDayStateOf({ vault: svmVault, day }, values)
  const receipt = growSvmDay({ today, before: null })
  const { dailyApy, sharePrice, totalAssets, worth } = receipt.result
  const point = {
    chain: 'solana',
    vault: svmVault,
    day,
    atUnix: endOfDay(day),
    blockNumber: BigInt(today.slot),
    dailyApy: dailyApy.value,
    sharePrice,
    totalAssets,
    priceUsd: worth?.priceUsd.value ?? null,
    tvlUsd: worth?.tvlUsd.value ?? null,
    nav: worth === undefined ? null : navValuesOf(worth),
  }
  const reading = JSON.parse(text)
  return { ...dailyEntryOf(point, 50), receipt: structuredClone(receipt) as never, reading }
}

test('law: the sum of the table is what the sub-accounts hold, and the gap is the one that is served', () => {
  const u64 = fc.bigInt(1n, 2n ** 64n - 1n)
  fc.assert(
    fc.property(u64, u64, (usdc, lamports) => {
      const served = serve({ usdc, lamports, quotes })
      const table = svmHoldingTableOf(served, place)!
      expect(table.rows.map(({ asset }) => asset)).toEqual(['SOL', 'USDC'])
      expect(BigInt(Math.round(Number(table.sum) * 1e6)) - usdc).toBeLessThan(
        usdc / 10n ** 12n + 2n,
      )
      expect(table).toMatchObject({ baseUsd: '0.5', unpriced: 1, totalAssets: '1' })
      expect(table.nav.net_assets).toBe(served.net_assets)
      expect(table.comparison?.differences).toEqual([])
    }),
  )
})

test('refuses: a served gap that does not follow; a day without holdings has no table', () => {
  const served = { ...serve({ usdc: 5n, lamports: 1n }), nav_gap: '1' }
  expect(svmHoldingTableOf(served, place)?.comparison?.differences).not.toEqual([])
  expect(svmHoldingTableOf(serve(), place)).toBeNull()
})
