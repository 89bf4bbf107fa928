import { type Address, BaseError } from '@vaultwright/base'
import type { Actor, Store, Tenant, Vault } from '@vaultwright/store'
import type { Json } from '../answer.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../usage.ts'
import { actorOf } from './actor.ts'
import type { Admin, AdminAct, AdminVaultDetail } from './admin.ts'
import type { AdminWords } from './option.ts'
import { databaseUrlOf } from './place.ts'
import { putVault } from './vault-draft.ts'

/** So many entries of a list are asked for at once. */
const pageSize = 100

/**
 * Opens the administration of a tenant by its database.
 *
 * @throws {NoTenantError} {TenantNotFoundError} {UsageError} when it is not clear which tenant is meant.
 * @throws {NotMigratedError} and what opening a store throws.
 */
export async function openDatabaseAdmin(words: AdminWords, context: Context): Promise<Admin> {
  const { openStore } = await import('@vaultwright/store')
  const store = await openStore(databaseUrlOf(words, context.config))
  try {
    const tenant = await tenantMeant(store, words.tenant)
    return adminOf(store, tenant.id, actorOf())
  } catch (error) {
    await store.close()
    throw error
  }
}

/**
 * Finds the tenant that a person means.
 *
 * @throws {NoTenantError} {TenantNotFoundError} {UsageError} when it is not clear which is meant.
 */
export async function tenantMeant(store: Store, name: string | undefined): Promise<Tenant> {
  if (name !== undefined) {
    const { TenantNotFoundError } = await import('@vaultwright/store')
    const found = await store.tenants.find(name)
    if (found === null) throw new TenantNotFoundError(name)
    return found
  }
  const [only, ...others] = await store.tenants.list()
  if (only === undefined) throw new NoTenantError()
  if (others.length === 0) return only
  const names = [only, ...others].map((tenant) => tenant.name)
  const shown = names.length > 10 ? `${names.slice(0, 10).join(', ')} and more` : names.join(', ')
  throw new UsageError(`There are several tenants: ${shown}. Choose one with --tenant.`)
}

/** Reads all vaults of a tenant. */
export async function readVaults(store: Store, tenantId: string): Promise<readonly Vault[]> {
  const found: Vault[] = []
  for (let after: Address | null = null; ; ) {
    const page = await store.vaults.page(tenantId, { after, limit: pageSize })
    found.push(...page.items)
    after = page.items.at(-1)?.address ?? null
    if (!page.hasMore || after === null) return found
  }
}

function adminOf(store: Store, tenantId: string, actor: Actor): Admin {
  /** What is no user is passed on as it is: the store knows what to say. */
  const idOf = async (user: string) => (await store.users.find(tenantId, user))?.id ?? user
  return {
    createUser: (user) => store.users.create(tenantId, user, actor),
    listUsers: () => store.users.list(tenantId),
    deactivateUser: async (user) => store.users.deactivate(tenantId, await idOf(user), actor),
    createKey: async ({ user, description, ratePerMinute }) => {
      const draft = { userId: await idOf(user), description, ratePerMinute }
      return store.keys.create(tenantId, draft, actor)
    },
    listKeys: () => store.keys.list(tenantId),
    revokeKey: (id) => store.keys.revoke(tenantId, id, actor),
    putVault: async (wish) => detailOf(await putVault(store.vaults, wish, { tenantId, actor })),
    listVaults: async () => (await readVaults(store, tenantId)).map(detailOf),
    readVault: async (place) => {
      const vault = await store.vaults.find(tenantId, place)
      if (vault !== null) return detailOf(vault)
      const { VaultNotFoundError } = await import('@vaultwright/store')
      throw new VaultNotFoundError(place)
    },
    pushTree: ({ chain, vault, strategist, file }) =>
      store.trees.push(tenantId, { chain, vault, strategist, file }, actor),
    listAudit: (limit) => listAudit(store, tenantId, limit),
    close: () => store.close(),
  }
}

function detailOf({ address, name, status, deployedAtUnix, deployments }: Vault): AdminVaultDetail {
  const chains = deployments.map(({ chain }) => chain)
  return { address, name, status, deployedAtUnix, chains, deployments }
}

async function listAudit(
  store: Store,
  tenantId: string,
  limit: number,
): Promise<readonly AdminAct[]> {
  const found: AdminAct[] = []
  for (let after: bigint | null = null; found.length < limit; ) {
    const size = Math.min(pageSize, limit - found.length)
    const page = await store.audit.page(tenantId, { after, limit: size })
    for (const { id, atUnix, actor, act, subject, details } of page.items) {
      const parsed = JSON.parse(details) as Json
      found.push({ id: String(id), atUnix, actor, act, subject, details: parsed })
    }
    after = page.items.at(-1)?.id ?? null
    if (!page.hasMore || after === null) break
  }
  return found
}

/** The database has no tenant yet. */
export class NoTenantError extends BaseError {
  override readonly code = 'no_tenant'

  constructor() {
    super({
      message: 'The database has no tenant yet. Make one: vaultwright tenant create <name>',
    })
  }
}
