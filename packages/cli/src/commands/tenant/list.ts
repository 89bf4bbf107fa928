import type { Tenant } from '@vaultwright/store'
import { databaseOptions, withoutUrl } from '../../admin/option.ts'
import { defineCommand } from '../../command/command.ts'
import { type Json, yes } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printTable, printTime } from '../../terminal/table.ts'

export const command = defineCommand({
  name: 'tenant list',
  summary: 'List the tenants of a database',
  describe: 'Lists the tenants of a database, by name. Needs the database itself.',
  positionals: {},
  options: databaseOptions,
  without: withoutUrl,
  examples: [['tenant list', 'List all tenants']],
  run: async (args, context) => {
    const { withStore } = await import('../../admin/open.ts')
    const tenants = await withStore(args, context, (store) => store.tenants.list())
    return {
      json: () => ({ tenants: tenants.map(tenantJsonOf) }),
      text: (style) => printTenants(tenants, style),
      exit: yes,
    }
  },
})

export function tenantJsonOf({ id, name, createdAtUnix }: Tenant): Json {
  return { id, name, createdAt: printTime(createdAtUnix) }
}

export function printTenant(
  { id, name, createdAtUnix }: Tenant,
  style: TextStyle,
): readonly string[] {
  const created = printTime(createdAtUnix)
  return printPairs(Object.entries({ tenant: name, id, created }), style)
}

function printTenants(tenants: readonly Tenant[], style: TextStyle): readonly string[] {
  if (tenants.length === 0) return ['There is no tenant yet: vaultwright tenant create <name>\n']
  const rows = tenants.map(({ id, name, createdAtUnix }) => [name, id, printTime(createdAtUnix)])
  return printTable([{ title: 'tenant' }, { title: 'id' }, { title: 'created' }], rows, style)
}
