import type { Selectable } from 'kysely'
import { UserInactiveError } from '../../access/api-key.ts'
import { roles, type User, UserNotFoundError, type UserRole } from '../../access/user.ts'
import { isText } from '../../value/text.ts'
import type { UserRow } from '../table/access-table.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'

/** Reads a user, who stays as found until the transaction ends. @throws {UserNotFoundError} */
export async function lockUser(
  db: Queries,
  engine: StoreEngine,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
): Promise<Selectable<UserRow>> {
  if (!isText(userId)) throw new UserNotFoundError(userId)
  const row = await db
    .selectFrom('tenant_user')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .modifyEnd(engine.lock.update)
    .executeTakeFirst()
  if (row === undefined) throw new UserNotFoundError(userId)
  return row
}

/** As `lockUser`. @throws {UserNotFoundError} {UserInactiveError} */
export async function lockActiveUser(
  db: Queries,
  engine: StoreEngine,
  which: { readonly tenantId: string; readonly userId: string },
): Promise<Selectable<UserRow>> {
  const user = await lockUser(db, engine, which)
  if (user.deactivated_at_unix !== null) throw new UserInactiveError(user.id)
  return user
}

/** @returns a role as it is kept. */
export function roleOf(role: string): UserRole {
  return roles.find((name) => name === role) ?? 'viewer'
}

/** @returns a user as it is given out. */
export function userOf(row: Selectable<UserRow>): User {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    name: row.name,
    role: roleOf(row.role),
    isActive: row.deactivated_at_unix === null,
    createdAtUnix: row.created_at_unix,
    deactivatedAtUnix: row.deactivated_at_unix,
  }
}
