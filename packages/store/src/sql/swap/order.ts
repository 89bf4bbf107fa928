import type { Hex } from '@vaultwright/base'
import type {
  StoredSwapOrder,
  StrategistRef,
  SwapOrderSortKey,
  SwapOrderStore,
} from '../../record/swap.ts'
import { limitOf, type PageQuery, pageOf } from '../../value/page.ts'
import { assertText } from '../../value/text.ts'
import type { StoreEngine } from '../table/engine.ts'
import type { SwapOrderRow } from '../table/swap-table.ts'
import {
  assertDeployment,
  checksummed,
  lowercased,
  vaultKeyOf,
  vaultRefOf,
} from '../table/vault-ref.ts'

/** The maximum number of a vault's open orders that are counted. */
const maxUnfinished = 1_000n

/** Makes the limit orders' part of a store. */
export function buildSwapOrders(engine: StoreEngine): SwapOrderStore {
  return {
    put: async (tenantId, order) => {
      const row = {
        strategist: lowercased(order.strategist),
        uid: order.uid.toLowerCase(),
        created_at_unix: order.createdAtUnix,
        terms: assertText('terms', order.terms),
        quote_id: assertText('quote_id', order.quoteId),
        published_at_unix: order.publishedAtUnix,
        final_state: assertText('final_state', order.finalState),
      }
      await engine.write(async (db) => {
        const place = { tenantId, vaultRef: order, lock: 'share' } as const
        const vaultKey = await assertDeployment(db, engine, place)
        await db
          .insertInto('swap_order')
          .values({ ...vaultKey, ...row })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      })
    },
    find: async (tenantId, { uid, ...place }) => {
      const row = await engine.read
        .selectFrom('swap_order')
        .selectAll()
        .where((on) => on.and({ ...strategistKeyOf(tenantId, place), uid: uid.toLowerCase() }))
        .executeTakeFirst()
      return row === undefined ? null : orderOf(row)
    },
    page: async (tenantId, place, query) => {
      const rows = await newestOf(engine, query)
        .where((on) => on.and(strategistKeyOf(tenantId, place)))
        .execute()
      return pageOf(rows.map(orderOf), query)
    },
    tenantPage: async (tenantId, query) => {
      const rows = await newestOf(engine, query)
        .where('tenant_id', '=', tenantId)
        .$if(query.isUnfinished, (select) => select.where('final_state', 'is', null))
        .execute()
      return pageOf(rows.map(orderOf), query)
    },
    unfinished: async (tenantId, vaultRef) => {
      const rows = await engine.read
        .selectFrom('swap_order')
        .selectAll()
        .where((on) => on.and(vaultKeyOf(tenantId, vaultRef)))
        .where('final_state', 'is', null)
        .orderBy('created_at_unix', 'desc')
        .orderBy('uid', 'desc')
        .limit(maxUnfinished)
        .execute()
      return rows.map(orderOf)
    },
    publish: async (tenantId, { uid, atUnix, ...place }) => {
      await engine.write((db) =>
        db
          .updateTable('swap_order')
          .set({ published_at_unix: atUnix })
          .where((on) => on.and({ ...strategistKeyOf(tenantId, place), uid: uid.toLowerCase() }))
          .where('published_at_unix', 'is', null)
          .execute(),
      )
    },
    finish: async (tenantId, { uid, finalState, ...place }) => {
      const changed = { final_state: assertText('final_state', finalState) }
      await engine.write((db) =>
        db
          .updateTable('swap_order')
          .set(changed)
          .where((on) => on.and({ ...strategistKeyOf(tenantId, place), uid: uid.toLowerCase() }))
          .where('final_state', 'is', null)
          .execute(),
      )
    },
  }
}

/** Selects orders after a position, newest first. */
function newestOf(engine: StoreEngine, query: PageQuery<SwapOrderSortKey>) {
  return engine.read
    .selectFrom('swap_order')
    .selectAll()
    .$if(query.after !== null, (select) =>
      select.where((on) =>
        on(
          on.refTuple('created_at_unix', 'uid'),
          '<',
          on.tuple(query.after!.createdAtUnix, query.after!.uid.toLowerCase()),
        ),
      ),
    )
    .orderBy('created_at_unix', 'desc')
    .orderBy('uid', 'desc')
    .limit(limitOf(query))
}

function strategistKeyOf(tenantId: string, { strategist, ...vaultRef }: StrategistRef) {
  return { ...vaultKeyOf(tenantId, vaultRef), strategist: strategist.toLowerCase() }
}

function orderOf(row: SwapOrderRow): StoredSwapOrder {
  return {
    ...vaultRefOf(row),
    strategist: checksummed(row.strategist),
    uid: row.uid as Hex,
    createdAtUnix: row.created_at_unix,
    terms: row.terms,
    quoteId: row.quote_id,
    publishedAtUnix: row.published_at_unix,
    finalState: row.final_state,
  }
}
