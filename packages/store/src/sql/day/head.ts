import { type Hex, slugOf } from '@vaultwright/base'
import type { FinalHead, HeadStore } from '../../record/head.ts'
import { assertName } from '../../value/text.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { prepare } from '../table/statement.ts'
import type { FinalHeadRow } from '../table/table.ts'

/** Makes the heads' part of a store. */
export function buildHeads(engine: StoreEngine): HeadStore {
  const allRows = prepare(engine, () =>
    engine.read.selectFrom('final_head').selectAll().orderBy('chain'),
  )
  return {
    raise: async (head) => {
      const { number, hash, atUnix: at_unix } = head
      const row = { chain: slugOf(assertName('chain', head.chain)), number, hash, at_unix }
      const stored = await headOf(engine.read, row.chain)
      if (stored !== undefined && stored.number >= number) return finalHeadOf(stored)
      // How far a chain was seen is not a value of any vault: who asks for those need not ask again.
      const highest = await engine.writeQuietly(async (db) => {
        await db
          .insertInto('final_head')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .column('chain')
              .doUpdateSet({ number, hash, at_unix })
              .where('final_head.number', '<', number),
          )
          .execute()
        return headOf(db, row.chain)
      })
      return highest === undefined ? head : finalHeadOf(highest)
    },
    forget: async (slug) => {
      const chain = slugOf(slug)
      const gone = await engine.writeQuietly((db) =>
        db.deleteFrom('final_head').where('chain', '=', chain).executeTakeFirst(),
      )
      return gone.numDeletedRows > 0n
    },
    list: async () => {
      const rows = await allRows({})
      return rows.map(finalHeadOf)
    },
  }
}

function headOf(db: Queries, chain: string): Promise<FinalHeadRow | undefined> {
  return db.selectFrom('final_head').selectAll().where('chain', '=', chain).executeTakeFirst()
}

function finalHeadOf({ chain, number, hash, at_unix }: FinalHeadRow): FinalHead {
  return { chain, number, hash: hash as Hex, atUnix: at_unix }
}
