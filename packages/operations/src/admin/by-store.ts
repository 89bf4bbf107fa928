import type { Address } from '@vaultwright/base'
import { type DefinedVault, deploymentsOf } from '@vaultwright/definition'
import type { Actor, Store, SvmVault, SvmVaultStore, Vault, VaultStore } from '@vaultwright/store'
import type { Admin, AdminAct, AdminVaultDetail, SvmVaultDraft, VaultDraft } from './admin.ts'

/** So many entries of a list are asked for at once. */
const pageSize = 100

/** Administers a tenant by its database. Closing it closes the store. */
export function adminByStore(store: Store, tenantId: string, actor: Actor): Admin {
  /** Passes the text on if it names no user: the store knows the answer. */
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
    putVault: async (request) =>
      detailOf(await putVault(store.vaults, request, { tenantId, actor })),
    putSvmVault: (request) => putSvmVault(store.svmVaults, request, { tenantId, actor }),
    listSvmVaults: () => readSvmVaults(store, tenantId),
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
  const acts: AdminAct[] = []
  for (let after: bigint | null = null; acts.length < limit; ) {
    const size = Math.min(pageSize, limit - acts.length)
    const page = await store.audit.page(tenantId, { after, limit: size })
    for (const { id, atUnix, actor, act, subject, details } of page.items) {
      const parsed = JSON.parse(details) as AdminAct['details']
      acts.push({ id: String(id), atUnix, actor, act, subject, details: parsed })
    }
    after = page.items.at(-1)?.id ?? null
    if (!page.hasMore || after === null) break
  }
  return acts
}

async function readSvmVaults(store: Store, tenantId: string): Promise<readonly SvmVault[]> {
  const vaults: SvmVault[] = []
  for (let after: SvmVault['address'] | null = null; ; ) {
    const page = await store.svmVaults.page(tenantId, { after, limit: pageSize })
    vaults.push(...page.items)
    after = page.items.at(-1)?.address ?? null
    if (!page.hasMore || after === null) return vaults
  }
}

/** Reads all vaults of a tenant. */
export async function readVaults(store: Store, tenantId: string): Promise<readonly Vault[]> {
  const vaults: Vault[] = []
  for (let after: Address | null = null; ; ) {
    const page = await store.vaults.page(tenantId, { after, limit: pageSize })
    vaults.push(...page.items)
    after = page.items.at(-1)?.address ?? null
    if (!page.hasMore || after === null) return vaults
  }
}

/** Adds a Solana vault as its definition says it, or changes it; its readings stay. */
function putSvmVault(
  vaults: SvmVaultStore,
  { definition, text }: SvmVaultDraft,
  { tenantId, actor }: { readonly tenantId: string; readonly actor: Actor },
): Promise<SvmVault> {
  const { vault: address, name, status, program, vaultId } = definition
  const draft = { address, name, status, program, vaultId, definition: text }
  return vaults.put(tenantId, draft, actor)
}

/** Adds a vault as its definition says it, or changes it: what only the store knows of it stays. */
export async function putVault(
  vaults: VaultStore,
  { definition, text, lockText }: VaultDraft,
  { tenantId, actor }: { readonly tenantId: string; readonly actor: Actor },
): Promise<Vault> {
  const storedVault = await knownOf(vaults, tenantId, deploymentsOf(definition))
  const draft = { ...deploymentsOf(definition, storedVault), definition: text, lock: lockText }
  return vaults.put(tenantId, draft, actor)
}

/** The vault may be stored with chains that its definition has no more, but hardly with none of these. */
async function knownOf(
  vaults: VaultStore,
  tenantId: string,
  { address, deployments }: DefinedVault,
): Promise<Vault | null> {
  for (const { chain } of deployments) {
    const storedVault = await vaults.find(tenantId, { chain, vault: address })
    if (storedVault !== null) return storedVault
  }
  return null
}
