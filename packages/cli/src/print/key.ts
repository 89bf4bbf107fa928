import type { AdminKey, AdminUser } from '../admin/admin.ts'
import type { Json } from '../answer.ts'
import type { Ink } from './ink.ts'
import { printPairs, printTable } from './table.ts'
import { printTime, printTimeOrNull } from './time.ts'

/** Turns what is known of a key into what `--json` shows. */
export function keyJsonOf(key: AdminKey): { readonly [field: string]: Json } {
  const { id, userId, description, prefix, lastFour, ratePerMinute } = key
  return {
    ...{ id, userId, description, prefix, lastFour, ratePerMinute },
    createdAt: printTime(key.createdAtUnix),
    lastUsedAt: printTimeOrNull(key.lastUsedAtUnix),
    revokedAt: printTimeOrNull(key.revokedAtUnix),
  }
}

/** Prints what is known of a key for a person. */
export function printKey(key: AdminKey, ink: Ink): readonly string[] {
  const { id, description } = key
  const pairs = { id, key: shownOf(key), description, state: stateOf(key) }
  return printPairs(Object.entries(pairs), ink)
}

/** Prints keys for a person. */
export function printKeys(
  keys: readonly AdminKey[],
  users: readonly AdminUser[],
  ink: Ink,
): readonly string[] {
  if (keys.length === 0) return ['There is no key yet: vaultwright key create <user>\n']
  const known = new Map(users.map((user) => [user.id, user]))
  const titles = ['id', 'user', 'key', 'rate', 'last used', 'state', 'description']
  const rows = keys.map((key) => [
    ...[key.id, known.get(key.userId)?.name ?? key.userId, shownOf(key)],
    key.ratePerMinute === null ? '' : `${key.ratePerMinute}/min`,
    printTimeOrNull(key.lastUsedAtUnix) ?? 'never',
    ...[stateFor(key, known.get(key.userId)), key.description],
  ])
  const columns = titles.map((title) => ({ title }))
  return printTable(columns, rows, ink)
}

function shownOf({ prefix, lastFour }: AdminKey): string {
  return `${prefix}…${lastFour}`
}

/** A key of a user who was deactivated lets nobody in, revoked or not. */
function stateFor(key: AdminKey, user: AdminUser | undefined): string {
  return key.revokedAtUnix === null && user?.isActive === false ? 'user deactivated' : stateOf(key)
}

function stateOf({ revokedAtUnix }: AdminKey): string {
  return revokedAtUnix === null ? 'active' : `revoked ${printTime(revokedAtUnix)}`
}
