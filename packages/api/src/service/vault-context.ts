import { memoize, openLruMap } from '@vaultwright/base'
import {
  type ActiveRoot,
  type Store,
  VaultNotFoundError,
  type VaultRef,
  type VaultRules,
} from '@vaultwright/store'
import type { ApiContext } from './context.ts'
import { knownRulesOf } from './known-rules.ts'

/** A vault on one chain, and the roots that its strategists have now. */
export type VaultContext = {
  readonly tenantId: string
  /** One object while nothing of it changes: what follows from it is computed once. */
  readonly vault: VaultRules
  readonly active: readonly ActiveRoot[]
}

/** The caller of a vault, and a revision of the store that was read after the request came. */
export type VaultReader = { readonly tenantId: string; readonly asOf?: string | null }

/**
 * Finds a vault of a tenant with its active roots.
 *
 * @throws {VaultNotFoundError} when the tenant has no such vault on the chain.
 */
export async function vaultContextOf(
  { store }: ApiContext,
  { tenantId, asOf = null }: VaultReader,
  at: VaultRef,
): Promise<VaultContext> {
  const revision = store.revision() ?? asOf ?? (await store.askRevision())
  // Where another process may have written without a sign, everything is asked for.
  if (revision === null) return readVaultContext(store, tenantId, at)
  const memory = vaultMemoryOf(store)
  if (memory.revision !== revision) memory.contexts.clear()
  memory.revision = revision
  const name = `${tenantId} ${at.chain} ${at.vault}`
  const cached = memory.contexts.get(name)
  if (cached !== undefined) return cached
  // Whoever comes with the same revision meanwhile gets what this read finds: it is of that revision or a later one.
  const pending = readVaultContext(store, tenantId, at)
  memory.contexts.set(name, pending)
  pending.catch(() => {
    if (memory.contexts.get(name) === pending) memory.contexts.delete(name)
  })
  return pending
}

/** The vaults that were read while the store had one revision. */
const vaultMemoryOf = memoize((_store: Store) => ({
  revision: null as string | null,
  contexts: openLruMap<string, Promise<VaultContext>>({ maxEntries: 1_000 }),
}))

async function readVaultContext(
  store: Store,
  tenantId: string,
  at: VaultRef,
): Promise<VaultContext> {
  const [rules, active] = await Promise.all([
    store.vaults.rules(tenantId, at),
    store.roots.current(tenantId, at),
  ])
  if (rules === null) throw new VaultNotFoundError(at)
  return { tenantId, vault: knownRulesOf(store)(tenantId, rules), active }
}
