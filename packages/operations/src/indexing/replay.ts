import type { ReplayedDays, ReplayOrder, TenantVaultRef } from '@vaultwright/indexer'
import type { Store, Vault } from '@vaultwright/store'

/** The vaults and days to compute again, and the reason. */
export type ReplayRequest = ReplayOrder & {
  readonly vaults: readonly Vault[]
  /** Slugs of the chains. */
  readonly chains: readonly string[]
  readonly signal: AbortSignal
}

/** The result for the values of a vault on a chain, in rows. */
export type ReplayedVault = ReplayedDays & {
  readonly name: string
  readonly vault: string
  readonly chain: string
}

/** Progress of a replay, in days. */
export type ReplayProgress = {
  readonly start: (days: number) => void
  /** A vault is done. */
  readonly step: (vault: string, days: number) => void
}

/** Replays a vault on a chain, wherever that is done; null for one that is no longer there. */
type ReplayRun = (vaultRef: TenantVaultRef, order: ReplayOrder) => Promise<ReplayedDays | null>

/** The lanes in which vaults are replayed, and their number. */
type ReplayLanes = { readonly run: ReplayRun; readonly lanes: number }

/** Vaults whose days are counted at once: a server answers several connections side by side. */
const countedTogether = 16

/** Computes values again from stored readings. No chain is asked. */
export async function replayVaults(
  store: Store,
  request: ReplayRequest,
  { progress, run, lanes }: ReplayLanes & { readonly progress: ReplayProgress },
): Promise<readonly ReplayedVault[]> {
  const { vaults: _, chains: __, signal, ...order } = request
  const targets = targetsOf(request)
  const days = new Map<ReplayTarget, number>()
  for (let index = 0; index < targets.length; index += countedTogether) {
    const count = async (target: ReplayTarget) => {
      const { tenantId } = target.vaultRef
      days.set(target, await store.readings.count(tenantId, target.vaultRef, order))
    }
    await Promise.all(targets.slice(index, index + countedTogether).map(count))
  }
  progress.start([...days.values()].reduce((sum, one) => sum + one, 0))
  const replayed = new Map<ReplayTarget, ReplayedVault>()
  const open = [...targets]
  const lane = async () => {
    for (let target = open.shift(); target !== undefined; target = open.shift()) {
      signal.throwIfAborted()
      const { vault, chain } = target.vaultRef
      const done = await run(target.vaultRef, order)
      if (done !== null) replayed.set(target, { name: target.name, vault, chain, ...done })
      progress.step(target.name, days.get(target) ?? 0)
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, targets.length) }, lane))
  signal.throwIfAborted()
  return targets.flatMap((target) => replayed.get(target) ?? [])
}

/** Makes what replays vaults in this thread. */
export async function replayHere(store: Store): Promise<ReplayLanes> {
  const indexer = await import('@vaultwright/indexer')
  const { currentFormulas: formulas, findIndexedVault, openReadingParser, replayVault } = indexer
  const parts = { store, formulas, parse: openReadingParser(1), observe: () => {} }
  return {
    lanes: 1,
    run: async (vaultRef, order) => {
      const indexedVault = await findIndexedVault(parts, vaultRef)
      return indexedVault === null ? null : replayVault(parts, indexedVault, order)
    },
  }
}

/** A vault on a chain that is meant, by the name that its tenant gave it. */
export type ReplayTarget = { readonly name: string; readonly vaultRef: TenantVaultRef }

/** Lists each vault on each of the chains that are meant. */
export function targetsOf({ vaults, chains }: ReplayRequest): readonly ReplayTarget[] {
  return vaults.flatMap(({ name, address, tenantId, deployments }) =>
    deployments
      .filter(({ chain }) => chains.includes(chain))
      .map(({ chain }) => ({ name, vaultRef: { tenantId, chain, vault: address } })),
  )
}
