import type { AdminKey, AdminUser } from '@vaultwright/operations'
import { adminOptions } from '../../admin/option.ts'
import { defineCommand } from '../../command/command.ts'
import { type Json, yes } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printTable, printTime, printTimeOrNull } from '../../terminal/table.ts'

export const command = defineCommand({
  name: 'key list',
  summary: 'List API keys',
  describe:
    'Lists the API keys of a tenant, newest first, also revoked ones: how they begin and end, never the keys themselves.',
  positionals: {},
  options: adminOptions,
  examples: [
    ['key list', 'Of the only tenant of the database'],
    ['key list --url https://… --json', 'By an API, for a program'],
  ],
  run: async (args, context) => {
    const { withAdmin } = await import('../../admin/open.ts')
    const { keys, users } = await withAdmin(args, context, async (admin) => ({
      keys: await admin.listKeys(),
      users: await admin.listUsers(),
    }))
    return {
      json: () => ({ keys: keys.map(keyJsonOf) }),
      text: (style) => printKeys(keys, users, style),
      exit: yes,
    }
  },
})

export function keyJsonOf(key: AdminKey): { readonly [field: string]: Json } {
  const { id, userId, description, prefix, lastFour, ratePerMinute } = key
  return {
    id,
    userId,
    description,
    prefix,
    lastFour,
    ratePerMinute,
    createdAt: printTime(key.createdAtUnix),
    lastUsedAt: printTimeOrNull(key.lastUsedAtUnix),
    revokedAt: printTimeOrNull(key.revokedAtUnix),
  }
}

export function printKey(key: AdminKey, style: TextStyle): readonly string[] {
  const { id, description } = key
  const pairs = { id, key: shownOf(key), description, state: stateOf(key) }
  return printPairs(Object.entries(pairs), style)
}

export function printKeys(
  keys: readonly AdminKey[],
  users: readonly AdminUser[],
  style: TextStyle,
): readonly string[] {
  if (keys.length === 0) return ['No keys yet. Create one: vaultwright key create <user>\n']
  const userById = new Map(users.map((user) => [user.id, user]))
  const titles = ['id', 'user', 'key', 'rate', 'last used', 'state', 'description']
  const rows = keys.map((key) => [
    key.id,
    userById.get(key.userId)?.name ?? key.userId,
    shownOf(key),
    key.ratePerMinute === null ? '' : `${key.ratePerMinute}/min`,
    printTimeOrNull(key.lastUsedAtUnix) ?? 'never',
    stateFor(key, userById.get(key.userId)),
    key.description,
  ])
  const columns = titles.map((title) => ({ title }))
  return printTable(columns, rows, style)
}

function shownOf({ prefix, lastFour }: AdminKey): string {
  return `${prefix}…${lastFour}`
}

/** A key of a deactivated user does not authenticate, revoked or not. */
function stateFor(key: AdminKey, user: AdminUser | undefined): string {
  return key.revokedAtUnix === null && user?.isActive === false ? 'user deactivated' : stateOf(key)
}

function stateOf({ revokedAtUnix }: AdminKey): string {
  return revokedAtUnix === null ? 'active' : `revoked ${printTime(revokedAtUnix)}`
}
