import { type Chain, endpointsOf } from '@vaultwright/chain'
import type { Vault } from '@vaultwright/store'
import { nodeHint } from '../chain-word.ts'
import type { Context } from '../context.ts'
import { onChain } from '../node-input.ts'
import { UsageError } from '../usage.ts'
import { readVaults, tenantMeant } from './database.ts'
import type { TenantWords } from './option.ts'
import { withStore } from './store.ts'
import { chainMeant, vaultMeant } from './tree-push.ts'
import { type Synced, syncVault } from './vault-sync.ts'

/** Which vault a person means, and by which nodes. */
export type SyncWords = TenantWords & {
  readonly vault: string
  readonly chain: string | undefined
  readonly 'rpc-url': readonly string[]
}

/** What was recorded of a vault. */
export type SyncedVault = { readonly vault: Vault; readonly synced: readonly Synced[] }

/**
 * Records the roots of the vault that a person means.
 *
 * @throws {UsageError} when it is not clear what is meant, or no chain of the vault has a node.
 */
export function answerSync(words: SyncWords, context: Context): Promise<SyncedVault> {
  return withStore(words, context, async (store) => {
    const tenant = await tenantMeant(store, words.tenant)
    const vault = vaultMeant(await readVaults(store, tenant.id), words.vault)
    const seat = { store, tenantId: tenant.id }
    const synced: Synced[] = []
    let known = vault
    for (const slug of slugsOf(words, vault, context)) {
      const node = { 'rpc-url': words['rpc-url'], chain: slug, block: undefined }
      const work = (chain: Chain) => syncVault(seat, known, { slug, chain })
      const one = await onChain(node, context, work)
      synced.push(one)
      known = one.vault
    }
    return { vault: known, synced }
  })
}

/** Chains that are asked for, or else those that have a node. */
function slugsOf(words: SyncWords, vault: Vault, { config }: Context): readonly string[] {
  const chains = vault.deployments.map(({ chain }) => chain)
  if (words.chain !== undefined || words['rpc-url'].length > 0) {
    return [chainMeant({ name: vault.name, chains }, words.chain)]
  }
  const served = chains.filter((chain) => endpointsOf(chain, config.rpcUrls).length > 0)
  if (served.length > 0) return served
  throw new UsageError(`No chain of ${vault.name} has a node. ${nodeHint(chains)}`)
}
