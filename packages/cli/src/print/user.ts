import type { AdminUser } from '../admin/admin.ts'
import type { Json } from '../answer.ts'
import type { Ink } from './ink.ts'
import { printPairs, printTable } from './table.ts'
import { printTime, printTimeOrNull } from './time.ts'

/** Turns a user into what `--json` shows. */
export function userJsonOf(user: AdminUser): Json {
  const { id, name, role, isActive, createdAtUnix, deactivatedAtUnix } = user
  return {
    ...{ id, name, role, active: isActive },
    createdAt: printTime(createdAtUnix),
    deactivatedAt: printTimeOrNull(deactivatedAtUnix),
  }
}

/** Prints a user for a person. */
export function printUser(user: AdminUser, ink: Ink): readonly string[] {
  const { id, name, role, createdAtUnix } = user
  const pairs = { user: name, id, role, state: stateOf(user), created: printTime(createdAtUnix) }
  return printPairs(Object.entries(pairs), ink)
}

/** Prints users for a person. */
export function printUsers(users: readonly AdminUser[], ink: Ink): readonly string[] {
  if (users.length === 0) return ['There is no user yet: vaultwright user create <name> --role …\n']
  const titles = ['user', 'role', 'state', 'id', 'created'].map((title) => ({ title }))
  const rows = users.map((user) => [
    ...[user.name, user.role, stateOf(user), user.id],
    printTime(user.createdAtUnix),
  ])
  return printTable(titles, rows, ink)
}

function stateOf({ isActive, deactivatedAtUnix }: AdminUser): string {
  if (isActive || deactivatedAtUnix === null) return isActive ? 'active' : 'deactivated'
  return `deactivated ${printTime(deactivatedAtUnix)}`
}
