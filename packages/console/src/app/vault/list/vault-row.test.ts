import type { VaultFigures } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SortKey, sortKeys, sortVaults, vaultRowsOf } from './vault-row.ts'

const figuresOf = (chain: string, apy: number | null, tvl: string | null): VaultFigures => ({
  chain,
  last_day: apy === null ? null : '2026-01-01',
  as_of: null,
  block_number: null,
  base_asset: 'WETH',
  share_price: tvl,
  total_assets: null,
  total_supply: null,
  tvl_usd: tvl,
  apy,
  head_at: null,
  days_behind: null,
  roots_without_tree: 0,
  active_roots_without_tree: 0,
})

const vaultOf = (name: string, deployments: readonly VaultFigures[]) => ({
  vault_address: `0x${'1'.repeat(40)}`,
  name,
  tenant: 'demo',
  status: 'active',
  deployments: [...deployments],
})

test('law: sorting keeps every row, and what is not known is last in both directions', () => {
  const vault = fc.tuple(fc.string(), fc.option(fc.double({ noNaN: true })), fc.option(fc.nat()))
  const keys = fc.constantFrom(...(Object.keys(sortKeys) as SortKey[]))
  fc.assert(
    fc.property(fc.array(vault), keys, fc.boolean(), (vaults, key, isDescending) => {
      const rows = vaultRowsOf(
        vaults.map(([name, apy, tvl]) =>
          vaultOf(name, [figuresOf('base', apy, tvl === null ? null : String(tvl))]),
        ),
      )
      const sorted = sortVaults(rows, { key, isDescending })
      expect(new Set(sorted)).toEqual(new Set(rows))
      const states = sorted.map(({ figures }) => figures.apy !== null)
      if (key === 'apy') expect(states.lastIndexOf(true)).toBe(states.filter(Boolean).length - 1)
    }),
  )
})

test('golden: amounts are sorted as numbers, and a vault has a row for each chain', () => {
  const rows = vaultRowsOf([
    vaultOf('A', [figuresOf('base', 0.1, '9'), figuresOf('ethereum', 0.2, '100')]),
    vaultOf('B', [figuresOf('base', null, null)]),
  ])
  const names = sortVaults(rows, { key: 'tvl', isDescending: true }).map(
    ({ name, figures }) => `${name} ${figures.chain}`,
  )
  expect(names).toEqual(['A ethereum', 'A base', 'B base'])
})
