import type { Address } from '@vaultwright/base'
import type { Store, Vault } from '@vaultwright/store'
import { tenantMeant } from '../admin/database.ts'
import { chainMeant, vaultMeant } from '../admin/tree-push.ts'
import { chainOfWord } from '../chain-word.ts'
import { UsageError } from '../usage.ts'
import type { VaultWords } from './option.ts'

/** Vaults that are meant, as the indexer selects them. */
export type Target = {
  readonly tenantId?: string
  readonly vault?: Address
  /** Those that are meant, by tenant and address. */
  readonly vaults: readonly Vault[]
  /** Slugs of the chains that are meant and have one of them. */
  readonly chains: readonly string[]
}

/** A vault of a tenant on a chain. */
export type MeantVault = {
  readonly vault: Vault
  readonly chain: string
}

/**
 * Finds the vaults that a person means.
 *
 * @throws {TenantNotFoundError} {UsageError} when there are none, and when a name means several.
 */
export async function findTarget(store: Store, words: VaultWords): Promise<Target> {
  const all = await store.vaults.everywhere()
  const tenant = words.tenant === undefined ? null : await tenantMeant(store, words.tenant)
  const own = tenant === null ? all : all.filter(({ tenantId }) => tenantId === tenant.id)
  const only = words.vault === undefined ? null : vaultMeant(onceEach(own), words.vault)
  const vaults = only === null ? own : own.filter(({ address }) => address === only.address)
  if (vaults.length === 0) {
    throw new UsageError('There is no vault to index. Add one: vaultwright vault add <definition>')
  }
  return {
    ...(tenant === null ? {} : { tenantId: tenant.id }),
    ...(only === null ? {} : { vault: only.address }),
    vaults,
    chains: chainsMeant(vaults, words.chain),
  }
}

/**
 * Finds the one vault on the one chain that a person means.
 *
 * @throws {TenantNotFoundError} {NoTenantError} {UsageError} when it is not clear which is meant.
 */
export async function findVault(
  store: Store,
  words: VaultWords & { readonly vault: string },
): Promise<MeantVault> {
  const tenant = await tenantMeant(store, words.tenant)
  const all = await store.vaults.everywhere()
  const vault = vaultMeant(
    all.filter(({ tenantId }) => tenantId === tenant.id),
    words.vault,
  )
  const chains = vault.deployments.map(({ chain }) => chain)
  return { vault, chain: chainMeant({ name: vault.name, chains }, words.chain) }
}

/** Several tenants may have the same vault. */
function onceEach(vaults: readonly Vault[]): readonly Vault[] {
  return [...new Map(vaults.map((vault) => [vault.address, vault])).values()]
}

function chainsMeant(vaults: readonly Vault[], word: string | undefined): readonly string[] {
  const slugs = vaults.flatMap(({ deployments }) => deployments.map(({ chain }) => chain))
  const there = [...new Set(slugs)].sort()
  if (word === undefined) return there
  const { known } = there.includes(word) ? { known: null } : chainOfWord(word, 'chain')
  const meant = known?.slug ?? word
  if (there.includes(meant)) return [meant]
  const text = `No vault that is meant is on ${word}. Their chains are: ${there.join(', ')}.`
  throw new UsageError(text, { option: 'chain', value: word })
}
