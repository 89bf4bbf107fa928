import { slugOf } from '@vaultwright/base'
import type { PriceStore, UsdPrice } from '../../record/price.ts'
import { canonicalDecimal } from '../../value/decimal.ts'
import { assertText } from '../../value/text.ts'
import { assertTenant } from '../access/tenant.ts'
import type { StoreEngine } from '../table/engine.ts'
import type { UsdPriceRow } from '../table/table.ts'
import { checksummed, lowercased } from '../table/vault-ref.ts'

/** Makes the prices' part of a store. */
export function buildPrices(engine: StoreEngine): PriceStore {
  return {
    put: async (tenantId, prices) => {
      const rows = prices.map((price) => rowOf(tenantId, price))
      await engine.write(async (db) => {
        await assertTenant(db, tenantId)
        for (const row of rows) {
          await db
            .insertInto('usd_price')
            .values(row)
            .onConflict((conflict) =>
              conflict
                .columns(['tenant_id', 'chain', 'asset', 'at_unix'])
                .doUpdateSet({ usd: row.usd, source: row.source }),
            )
            .execute()
        }
      })
    },
    latest: async (tenantId, { chain, assets }) => {
      if (assets.length === 0) return []
      const addresses = [...new Set(assets.map((asset) => asset.toLowerCase()))]
      const rows = await engine.read
        .selectFrom('usd_price as p')
        .selectAll()
        .where('p.tenant_id', '=', tenantId)
        .where('p.chain', '=', slugOf(chain))
        .where('p.asset', 'in', addresses)
        .where('p.at_unix', '=', (on) =>
          on
            .selectFrom('usd_price as q')
            .select((of) => of.fn.max('q.at_unix').as('newest'))
            .whereRef('q.tenant_id', '=', 'p.tenant_id')
            .whereRef('q.chain', '=', 'p.chain')
            .whereRef('q.asset', '=', 'p.asset'),
        )
        .orderBy('p.asset')
        .execute()
      return rows.map(priceOf)
    },
  }
}

function rowOf(tenantId: string, price: UsdPrice): UsdPriceRow {
  return {
    tenant_id: tenantId,
    chain: slugOf(price.chain),
    asset: lowercased(price.asset),
    at_unix: price.atUnix,
    usd: canonicalDecimal('usd', price.usd),
    source: assertText('source', price.source),
  }
}

function priceOf({ chain, asset, at_unix, usd, source }: UsdPriceRow): UsdPrice {
  return { chain, asset: checksummed(asset), atUnix: at_unix, usd, source }
}
