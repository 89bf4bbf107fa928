import type { StoredSwapQuote, SwapQuoteStore } from '../../record/swap.ts'
import { assertText, isText } from '../../value/text.ts'
import type { StoreEngine } from '../table/engine.ts'
import { packText, unpackText } from '../table/pack.ts'
import type { SwapQuoteRow } from '../table/swap-table.ts'
import {
  assertDeployment,
  checksummed,
  lowercased,
  vaultKeyOf,
  vaultRefOf,
} from '../table/vault-ref.ts'

/** The time a quote is kept. */
const keepSeconds = 30n * 86_400n

/** Makes the quotes' part of a store. */
export function buildSwapQuotes(engine: StoreEngine): SwapQuoteStore {
  return {
    put: async (tenantId, quote) => {
      const row = {
        id: assertText('id', quote.id),
        strategist: lowercased(quote.strategist),
        created_at_unix: quote.createdAtUnix,
        expires_at_unix: quote.expiresAtUnix,
        body: packText(quote.body),
        receipt: packText(quote.receipt),
      }
      await engine.write(async (db) => {
        const place = { tenantId, vaultRef: quote, lock: 'share' } as const
        const vaultKey = await assertDeployment(db, engine, place)
        await db
          .insertInto('swap_quote')
          .values({ ...vaultKey, ...row })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      })
    },
    find: async (tenantId, { id, strategist, ...vaultRef }) => {
      if (!isText(id)) return null
      const row = await engine.read
        .selectFrom('swap_quote')
        .selectAll()
        .where((on) =>
          on.and({
            ...vaultKeyOf(tenantId, vaultRef),
            strategist: strategist.toLowerCase(),
            id,
          }),
        )
        .executeTakeFirst()
      return row === undefined ? null : quoteOf(row)
    },
    purge: async () => {
      const removed = await engine.write((db) =>
        db
          .deleteFrom('swap_quote')
          .where('created_at_unix', '<=', engine.nowUnix() - keepSeconds)
          .executeTakeFirst(),
      )
      return Number(removed.numDeletedRows)
    },
  }
}

function quoteOf(row: SwapQuoteRow): StoredSwapQuote {
  return {
    ...vaultRefOf(row),
    strategist: checksummed(row.strategist),
    id: row.id,
    createdAtUnix: row.created_at_unix,
    expiresAtUnix: row.expires_at_unix,
    body: unpackText(row.body),
    receipt: unpackText(row.receipt),
  }
}
