import type { Tenant } from '@vaultwright/store'
import type { Json } from '../answer.ts'
import type { Ink } from './ink.ts'
import { printPairs, printTable } from './table.ts'
import { printTime } from './time.ts'

/** Turns a tenant into what `--json` shows. */
export function tenantJsonOf({ id, name, createdAtUnix }: Tenant): Json {
  return { id, name, createdAt: printTime(createdAtUnix) }
}

/** Prints a tenant for a person. */
export function printTenant({ id, name, createdAtUnix }: Tenant, ink: Ink): readonly string[] {
  const created = printTime(createdAtUnix)
  return printPairs(Object.entries({ tenant: name, id, created }), ink)
}

/** Prints tenants for a person. */
export function printTenants(tenants: readonly Tenant[], ink: Ink): readonly string[] {
  if (tenants.length === 0) return ['There is no tenant yet: vaultwright tenant create <name>\n']
  const rows = tenants.map(({ id, name, createdAtUnix }) => [name, id, printTime(createdAtUnix)])
  return printTable([{ title: 'tenant' }, { title: 'id' }, { title: 'created' }], rows, ink)
}
