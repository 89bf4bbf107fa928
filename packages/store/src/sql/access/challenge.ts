import type { ChallengeStore, StoredChallenge } from '../../access/challenge.ts'
import { hashOf, isSecret, makeSecret } from '../../value/key.ts'
import type { StoreEngine } from '../table/engine.ts'

/** Makes the challenges' part of a store. The revision stays: no answer of the interface hangs on them. */
export function buildChallenges(engine: StoreEngine): ChallengeStore {
  return {
    create: async ({ purpose, body, user }, seconds) => {
      const secret = makeSecret()
      const now = engine.nowUnix()
      await engine.writeQuietly(async (db) => {
        await db.deleteFrom('challenge').where('expires_at_unix', '<=', now).execute()
        await db
          .insertInto('challenge')
          .values({
            hash: hashOf(secret),
            purpose,
            body,
            tenant_id: user?.tenantId ?? null,
            user_id: user?.userId ?? null,
            expires_at_unix: now + seconds,
          })
          .execute()
      })
      return secret
    },
    take: async (secret) => {
      if (!isSecret(secret)) return null
      const row = await engine.writeQuietly((db) =>
        db
          .deleteFrom('challenge')
          .where('hash', '=', hashOf(secret))
          .returningAll()
          .executeTakeFirst(),
      )
      if (row === undefined || row.expires_at_unix <= engine.nowUnix()) return null
      const { tenant_id: tenantId, user_id: userId } = row
      return {
        purpose: row.purpose as StoredChallenge['purpose'],
        body: row.body,
        user: tenantId === null || userId === null ? null : { tenantId, userId },
      }
    },
  }
}
