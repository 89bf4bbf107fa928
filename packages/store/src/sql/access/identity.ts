import { type ProviderIdentity, UserIdentifiedError, type UserStore } from '../../access/user.ts'
import { assertText, isText } from '../../value/text.ts'
import type { StoreEngine } from '../table/engine.ts'
import { writeAct } from './audit.ts'
import { lockActiveUser, userOf } from './user-row.ts'

/** Makes what ties users to identities of a provider. */
export function buildIdentities(
  engine: StoreEngine,
): Pick<UserStore, 'findByIdentity' | 'identify' | 'isIdentified'> {
  return {
    findByIdentity: async (tenantId, { issuer, subject }) => {
      if (!isText(issuer) || !isText(subject)) return null
      const row = await engine.read
        .selectFrom('user_identity as i')
        .innerJoin('tenant_user as u', (join) =>
          join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.user_id'),
        )
        .selectAll('u')
        .where('i.tenant_id', '=', tenantId)
        .where('i.issuer', '=', issuer)
        .where('i.subject', '=', subject)
        .executeTakeFirst()
      return row === undefined ? null : userOf(row)
    },
    isIdentified: async (tenantId, userId) => {
      const row = await engine.read
        .selectFrom('user_identity')
        .select('user_id')
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row !== undefined
    },
    identify: (tenantId, { userId, ...identity }, by) =>
      engine.write(async (db) => {
        await lockActiveUser(db, engine, { tenantId, userId })
        const inserted = await db
          .insertInto('user_identity')
          .values({ ...columnsOf(identity), tenant_id: tenantId, user_id: userId })
          .onConflict((conflict) => conflict.doNothing())
          .returning('user_id')
          .executeTakeFirst()
        if (inserted === undefined) throw new UserIdentifiedError(userId)
        const act = { act: 'user.identify', subject: userId, details: { ...identity } }
        await writeAct(db, engine, { ...act, tenantId, actor: by })
      }),
  }

  function columnsOf({ issuer, subject }: ProviderIdentity) {
    return {
      issuer: assertText('issuer', issuer),
      subject: assertText('subject', subject),
      created_at_unix: engine.nowUnix(),
    }
  }
}
