import type { AdminUser } from '@vaultwright/operations'
import { adminOptions } from '../../admin/option.ts'
import { defineCommand } from '../../command/command.ts'
import { type Json, yes } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printTable, printTime, printTimeOrNull } from '../../terminal/table.ts'

export const command = defineCommand({
  name: 'user list',
  summary: 'List the users of a tenant',
  describe: 'Lists the users of a tenant with their roles, by name.',
  positionals: {},
  options: adminOptions,
  examples: [
    ['user list', 'Of the only tenant of the database'],
    ['user list --url https://… --json', 'By an API, for a program'],
  ],
  run: async (args, context) => {
    const { withAdmin } = await import('../../admin/open.ts')
    const users = await withAdmin(args, context, (admin) => admin.listUsers())
    return {
      json: () => ({ users: users.map(userJsonOf) }),
      text: (style) => printUsers(users, style),
      exit: yes,
    }
  },
})

export function userJsonOf(user: AdminUser): Json {
  const { id, name, role, isActive, createdAtUnix, deactivatedAtUnix } = user
  return {
    id,
    name,
    role,
    active: isActive,
    createdAt: printTime(createdAtUnix),
    deactivatedAt: printTimeOrNull(deactivatedAtUnix),
  }
}

export function printUser(user: AdminUser, style: TextStyle): readonly string[] {
  const { id, name, role, createdAtUnix } = user
  const pairs = { user: name, id, role, state: stateOf(user), created: printTime(createdAtUnix) }
  return printPairs(Object.entries(pairs), style)
}

function printUsers(users: readonly AdminUser[], style: TextStyle): readonly string[] {
  if (users.length === 0) return ['There is no user yet: vaultwright user create <name> --role …\n']
  const titles = ['user', 'role', 'state', 'id', 'created'].map((title) => ({ title }))
  const rows = users.map((user) => [
    user.name,
    user.role,
    stateOf(user),
    user.id,
    printTime(user.createdAtUnix),
  ])
  return printTable(titles, rows, style)
}

function stateOf({ isActive, deactivatedAtUnix }: AdminUser): string {
  if (isActive || deactivatedAtUnix === null) return isActive ? 'active' : 'deactivated'
  return `deactivated ${printTime(deactivatedAtUnix)}`
}
