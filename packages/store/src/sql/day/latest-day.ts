import type { Address } from '@vaultwright/base'
import type { LatestDayStore, TreelessRoots } from '../../record/latest-day.ts'
import type { StoreEngine } from '../table/engine.ts'
import { vaultRefOf } from '../table/vault-ref.ts'

/** Makes the part of a store that gives the last day of many vaults. */
export function buildLatestDays(engine: StoreEngine): LatestDayStore {
  return {
    list: async (tenantId, vaults) => {
      if (vaults.length === 0) return []
      const rows = await engine.read
        .selectFrom('snapshot as s')
        .leftJoin('daily_point as d', (join) =>
          join
            .onRef('d.tenant_id', '=', 's.tenant_id')
            .onRef('d.vault', '=', 's.vault')
            .onRef('d.chain', '=', 's.chain')
            .onRef('d.day', '=', 's.day'),
        )
        .leftJoin('performance as p', (join) =>
          join
            .onRef('p.tenant_id', '=', 's.tenant_id')
            .onRef('p.vault', '=', 's.vault')
            .onRef('p.chain', '=', 's.chain')
            .onRef('p.day', '=', 's.day'),
        )
        .select(['s.tenant_id', 's.vault', 's.chain', 's.day', 's.at_unix', 's.block_number'])
        .select(['s.base_asset', 's.share_price', 's.total_assets', 's.total_supply'])
        .select(['d.tvl_usd', 'p.apy'])
        .where('s.tenant_id', '=', tenantId)
        .where('s.vault', 'in', lowercase(vaults))
        .where('s.day', '=', (on) =>
          on
            .selectFrom('snapshot as n')
            .select(({ fn }) => fn.max<string>('n.day').as('day'))
            .whereRef('n.tenant_id', '=', 's.tenant_id')
            .whereRef('n.vault', '=', 's.vault')
            .whereRef('n.chain', '=', 's.chain'),
        )
        .orderBy('s.vault')
        .orderBy('s.chain')
        .execute()
      return rows.map((row) => ({
        ...vaultRefOf(row),
        day: row.day,
        atUnix: row.at_unix,
        blockNumber: row.block_number,
        baseAsset: row.base_asset,
        sharePrice: row.share_price,
        totalAssets: row.total_assets,
        totalSupply: row.total_supply,
        tvlUsd: row.tvl_usd,
        apy: row.apy,
      }))
    },
    treelessRoots: async (tenantId, vaults) => {
      if (vaults.length === 0) return []
      const rows = await engine.read
        .selectFrom('root as r')
        .leftJoin('tree as t', (join) =>
          join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.root', '=', 'r.root'),
        )
        .select(['r.tenant_id', 'r.vault', 'r.chain', 'r.is_active'])
        .where('r.tenant_id', '=', tenantId)
        .where('r.vault', 'in', lowercase(vaults))
        .where('r.is_onchain', '=', 1n)
        .where('t.root', 'is', null)
        .orderBy('r.vault')
        .orderBy('r.chain')
        .execute()
      const counts = new Map<string, TreelessRoots>()
      for (const row of rows) {
        const key = `${row.vault} ${row.chain}`
        const count = counts.get(key) ?? { ...vaultRefOf(row), roots: 0, activeRoots: 0 }
        const activeRoots = count.activeRoots + (row.is_active === 1n ? 1 : 0)
        counts.set(key, { ...count, roots: count.roots + 1, activeRoots })
      }
      return [...counts.values()]
    },
  }
}

function lowercase(vaults: readonly Address[]): readonly string[] {
  return vaults.map((vault) => vault.toLowerCase())
}
