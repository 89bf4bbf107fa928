import { userInfo } from 'node:os'
import { BaseError } from '@vaultwright/base'
import type { Client } from '@vaultwright/client'
import { type Admin, adminByApi, adminByStore } from '@vaultwright/operations'
import type { Actor, Store, Tenant } from '@vaultwright/store'
import { UsageError } from '../command/usage.ts'
import type { Context } from '../terminal/context.ts'
import { type AdminOptions, type DatabaseOptions, databaseUrlOf } from './option.ts'

/** Works with a database that is there and has every migration. */
export async function withStore<Result>(
  options: DatabaseOptions,
  context: Context,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const { openStore } = await import('@vaultwright/store')
  const store = await openStore(databaseUrlOf(options, context.config))
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Works on a tenant by its database, or by an API where one is named. */
export async function withAdmin<Result>(
  options: AdminOptions,
  context: Context,
  work: (admin: Admin) => Promise<Result>,
): Promise<Result> {
  const admin = await openAdmin(options, context)
  try {
    return await work(admin)
  } finally {
    await admin.close()
  }
}

async function openAdmin(options: AdminOptions, context: Context): Promise<Admin> {
  const { url } = options
  if (url === undefined) {
    return openDatabaseAdmin(options, context)
  }
  if (options.database !== undefined) {
    throw new UsageError('--database and --url are given. Give one of them.')
  }
  if (options.tenant !== undefined) {
    throw new UsageError('The key says whose tenant it is. Leave --tenant out, or give --database.')
  }
  return openHttpAdmin(url, context)
}

async function openDatabaseAdmin(options: AdminOptions, context: Context): Promise<Admin> {
  const { openStore } = await import('@vaultwright/store')
  const store = await openStore(databaseUrlOf(options, context.config))
  try {
    const tenant = await tenantMeant(store, options.tenant)
    return adminByStore(store, tenant.id, actorOf())
  } catch (error) {
    await store.close()
    throw error
  }
}

export async function tenantMeant(store: Store, name: string | undefined): Promise<Tenant> {
  if (name !== undefined) {
    const { TenantNotFoundError } = await import('@vaultwright/store')
    const record = await store.tenants.find(name)
    if (record === null) throw new TenantNotFoundError(name)
    return record
  }
  const [only, ...furtherTenants] = await store.tenants.list()
  if (only === undefined) throw new NoTenantError()
  if (furtherTenants.length === 0) return only
  const names = [only, ...furtherTenants].map((tenant) => tenant.name)
  const shown = names.length > 10 ? `${names.slice(0, 10).join(', ')} and more` : names.join(', ')
  throw new UsageError(`There are several tenants: ${shown}. Choose one with --tenant.`)
}

/** Opens the administration of a tenant by an API, with the key of the environment. */
async function openHttpAdmin(baseUrl: string, context: Context): Promise<Admin> {
  return adminByApi(await openClient(baseUrl, 'an admin', context))
}

/**
 * Opens the client of an API, with the key of the environment.
 *
 * @param holder - of a key that is enough, for the refusal where none is set.
 */
export async function openClient(
  baseUrl: string,
  holder: string,
  { config, signal }: Context,
): Promise<Client> {
  const { apiKey } = config
  if (apiKey === null) {
    throw new UsageError(`The API needs a key. Set VAULTWRIGHT_API_KEY to the key of ${holder}.`)
  }
  const { createClient } = await import('@vaultwright/client')
  return createClient({ baseUrl, apiKey, signal })
}

/** Tells who works with the database, for the audit log. */
export function actorOf(): Actor {
  try {
    return `local:${userInfo().username}`
  } catch {
    return `local:uid ${process.getuid?.() ?? 'unknown'}`
  }
}

class NoTenantError extends BaseError {
  override readonly code = 'no_tenant'
  override readonly kind = 'not_found'

  constructor() {
    super({
      message: 'The database has no tenant yet. Make one: vaultwright tenant create <name>',
    })
  }
}
