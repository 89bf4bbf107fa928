import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { LocalManifest } from '@vaultwright/chain'
import { openStore, type Store, type VaultRef } from '@vaultwright/store'
import { localTree } from '../node/local-chain.ts'

export const slug = 'local'
const actor = 'local:indexer'

type LocalVault = LocalManifest['vaults'][number]

/** A store that knows the two vaults of the local chain and their trees, and nothing of their days. */
export type SeededStore = {
  readonly store: Store
  readonly tenantId: string
  readonly places: readonly VaultRef[]
  readonly close: () => Promise<void>
}

/** Opens a new SQLite store, or fills the one that is given. */
export async function openSeededStore(
  manifest: LocalManifest,
  given?: Store,
): Promise<SeededStore> {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-indexer-'))
  const store = given ?? (await openStore(`sqlite:${join(folder, 'store.db')}`, { migrate: true }))
  const { id: tenantId } = await store.tenants.create({ name: 'indexer' }, actor)
  for (const vault of manifest.vaults) await seedVault(store, tenantId, vault)
  return {
    store,
    tenantId,
    places: manifest.vaults.map(({ vault }) => ({ chain: slug, vault })),
    close: async () => {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function seedVault(store: Store, tenantId: string, vault: LocalVault): Promise<void> {
  const { strategists, manager, accountant, teller } = vault
  const deployment = {
    chain: slug,
    manager,
    accountant: accountant.address,
    teller,
    queues: [],
    drones: [],
    deployedAtUnix: null,
    deployedBlock: null,
    strategists: strategists.map(({ name, address }) => ({ name, address })),
  }
  const draft = {
    address: vault.vault,
    name: vault.name,
    status: 'active' as const,
    deployedAtUnix: null,
    deployments: [deployment],
    definition: null,
    lock: null,
  }
  await store.vaults.put(tenantId, draft, actor)
  const key = vault.name.toLowerCase().replace(' ', '-')
  for (const { address, tree } of strategists) {
    const latest = basename(tree, '.json')
    const isMain = latest.startsWith(`${key}-main-`)
    const names = isMain ? [1, 2, 3].map((at) => `${key}-main-${at}`) : [latest]
    for (const name of names) {
      const file = localTree(name)
      const push = { chain: slug, vault: vault.vault, strategist: address, file }
      await store.trees.push(tenantId, push, actor)
    }
  }
}
