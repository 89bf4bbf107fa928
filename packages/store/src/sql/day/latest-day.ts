import { type Address, openLruMap } from '@vaultwright/base'
import type { LatestDayStore, TreelessRoots } from '../../record/latest-day.ts'
import type { StoreEngine } from '../table/engine.ts'
import { prepare } from '../table/statement.ts'
import { vaultRefOf } from '../table/vault-ref.ts'

/** Makes the part of a store that gives the last day of many vaults. */
export function buildLatestDays(engine: StoreEngine): LatestDayStore {
  const dayRows = prepareByCount((count) =>
    prepare(engine, (values: ListedVaults) =>
      engine.read
        .selectFrom('deployment as o')
        // Its last day is sought in the index, once a deployment: asked of each day of a vault, all of them are read.
        .innerJoin('snapshot as s', (join) =>
          join
            .onRef('s.tenant_id', '=', 'o.tenant_id')
            .onRef('s.vault', '=', 'o.vault')
            .onRef('s.chain', '=', 'o.chain')
            .on('s.day', '=', (on) =>
              on
                .selectFrom('snapshot as n')
                .select(({ fn }) => fn.max<string>('n.day').as('day'))
                .whereRef('n.tenant_id', '=', 'o.tenant_id')
                .whereRef('n.vault', '=', 'o.vault')
                .whereRef('n.chain', '=', 'o.chain'),
            ),
        )
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
        .where('o.tenant_id', '=', values.tenantId)
        .where('o.vault', 'in', vaultsIn(values, count))
        .orderBy('o.vault')
        .orderBy('o.chain'),
    ),
  )
  const treelessRows = prepareByCount((count) =>
    prepare(engine, (values: ListedVaults) =>
      engine.read
        .selectFrom('root as r')
        .leftJoin('tree as t', (join) =>
          join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.root', '=', 'r.root'),
        )
        .select(['r.tenant_id', 'r.vault', 'r.chain', 'r.is_active'])
        .where('r.tenant_id', '=', values.tenantId)
        .where('r.vault', 'in', vaultsIn(values, count))
        .where('r.is_onchain', '=', 1n)
        .where('t.root', 'is', null)
        .orderBy('r.vault')
        .orderBy('r.chain'),
    ),
  )
  return {
    list: async (tenantId, vaults) => {
      if (vaults.length === 0) return []
      const rows = await dayRows(vaults.length)(listedOf(tenantId, vaults))
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
      const rows = await treelessRows(vaults.length)(listedOf(tenantId, vaults))
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

/** A tenant, and vaults by their places: `vault0`, `vault1` and so on, in lower case. */
type ListedVaults = { readonly tenantId: string } & { readonly [place: `vault${number}`]: string }

function listedOf(tenantId: string, vaults: readonly Address[]): ListedVaults {
  const places = vaults.map((vault, at) => [`vault${at}`, vault.toLowerCase()])
  return { tenantId, ...Object.fromEntries(places) }
}

function vaultsIn(values: ListedVaults, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => values[`vault${at}`]!)
}

/** A page has 100 vaults at most, so that a list has few lengths. */
const lengthLimit = 100

/** Makes a statement for each length of a list, once. */
function prepareByCount<Run>(make: (count: number) => Run): (count: number) => Run {
  const runs = openLruMap<number, Run>({ maxEntries: lengthLimit })
  return (count) => {
    const run = runs.get(count) ?? make(count)
    runs.set(count, run)
    return run
  }
}
