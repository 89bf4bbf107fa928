import { type Hex, slugOf } from '@vaultwright/base'
import type { SafeQueueStore, SafeTurn } from '../../record/safe.ts'
import { assertText } from '../../value/text.ts'
import type { StoreEngine } from '../table/engine.ts'
import { packText, unpackText } from '../table/pack.ts'
import { lowercased } from '../table/vault-ref.ts'
import { printNonce, safeKeyOf } from './safe-queue.ts'

type ProposalPart =
  | 'putStatement'
  | 'findStatement'
  | 'noteProposal'
  | 'proposals'
  | 'takeTurn'
  | 'endTurn'

/** Makes the part of a store that keeps statements, proposals and whose turn a Safe is. */
export function buildSafeProposals(engine: StoreEngine): Pick<SafeQueueStore, ProposalPart> {
  return {
    putStatement: async (tenantId, safeRef, { hash, createdAtUnix, body }) => {
      const row = {
        ...safeKeyOf(tenantId, safeRef),
        hash: hash.toLowerCase(),
        created_at_unix: createdAtUnix,
        body: packText(assertText('body', body)),
      }
      await engine.write((db) =>
        db
          .insertInto('safe_statement')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      )
    },
    findStatement: async (tenantId, safeRef, hash) => {
      const row = await engine.read
        .selectFrom('safe_statement')
        .selectAll()
        .where((on) => on.and({ ...safeKeyOf(tenantId, safeRef), hash: hash.toLowerCase() }))
        .executeTakeFirst()
      if (row === undefined) return null
      const body = unpackText(row.body)
      return { hash: row.hash as Hex, createdAtUnix: row.created_at_unix, body }
    },
    noteProposal: async (tenantId, safeRef, { event, intentHash, hash, nonce, atUnix }) => {
      const row = {
        ...safeKeyOf(tenantId, safeRef),
        at_unix: atUnix,
        event: assertText('event', event),
        intent_hash: intentHash.toLowerCase(),
        hash: hash.toLowerCase(),
        nonce: printNonce(nonce),
      }
      await engine.write((db) => db.insertInto('safe_proposal').values(row).execute())
    },
    proposals: async (tenantId, safeRef) => {
      const rows = await engine.read
        .selectFrom('safe_proposal')
        .selectAll()
        .where((on) => on.and(safeKeyOf(tenantId, safeRef)))
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        event: row.event,
        intentHash: row.intent_hash as Hex,
        hash: row.hash as Hex,
        nonce: BigInt(row.nonce),
        atUnix: row.at_unix,
      }))
    },
    // No answer of the interface hangs on whose turn it is: the revision stays.
    takeTurn: (turn, seconds) =>
      engine.writeQuietly(async (db) => {
        const now = engine.nowUnix()
        const row = { ...turnColumnsOf(turn), until_unix: now + seconds }
        const taken = await db
          .insertInto('safe_lease')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .columns(['chain', 'safe'])
              .doUpdateSet(row)
              .where((on) =>
                on.or([
                  on('safe_lease.until_unix', '<=', now),
                  on('safe_lease.holder', '=', row.holder),
                ]),
              ),
          )
          .returning('holder')
          .executeTakeFirst()
        return taken !== undefined
      }),
    endTurn: async (turn) => {
      await engine.writeQuietly((db) =>
        db
          .deleteFrom('safe_lease')
          .where((on) => on.and(turnColumnsOf(turn)))
          .execute(),
      )
    },
  }
}

function turnColumnsOf({ chain, safe, holder }: SafeTurn) {
  return { chain: slugOf(chain), safe: lowercased(safe), holder: assertText('holder', holder) }
}
