import type { DeriveCount, Store, Vault } from '@vaultwright/store'

/** Which vaults and days are computed again, and why. */
export type ReplayRequest = {
  readonly vaults: readonly Vault[]
  /** Slugs of the chains. */
  readonly chains: readonly string[]
  /** First and last day; null for no bound. */
  readonly from: string | null
  readonly to: string | null
  /** One sentence, stored with every value that changes. */
  readonly reason: string
  readonly signal: AbortSignal
}

/** What became of the values of a vault on a chain, in rows. */
export type ReplayedVault = DeriveCount & {
  readonly name: string
  readonly vault: string
  readonly chain: string
  readonly days: number
}

/** Progress of a replay, in days. */
export type ReplayProgress = {
  readonly start: (days: number) => void
  readonly step: (vault: string, day: string) => void
}

/** Days that are computed between two steps of the progress. */
const together = 64

/** Computes values again from stored readings. No chain is asked. */
export async function replayVaults(
  store: Store,
  order: ReplayRequest,
  progress: ReplayProgress,
): Promise<readonly ReplayedVault[]> {
  const { from, to } = order
  const targets = await Promise.all(
    targetsOf(order).map(async (target) => {
      const marks = await store.readings.marks(target.vaultRef.tenantId, target.vaultRef)
      const days = marks
        .map(({ day }) => day)
        .filter((day) => (from === null || day >= from) && (to === null || day <= to))
      return { target, days }
    }),
  )
  progress.start(targets.reduce((sum, { days }) => sum + days.length, 0))
  const replayed: ReplayedVault[] = []
  for (const { target, days } of targets) {
    const step = (day: string) => progress.step(target.vault.name, day)
    const { reason, signal } = order
    const count = await replayDays(store, { target, days }, { reason, signal, step })
    const { chain, vault } = target.vaultRef
    replayed.push({ name: target.vault.name, vault, chain, days: days.length, ...count })
  }
  return replayed
}

type ReplayTarget = ReturnType<typeof targetsOf>[number]
type ReplayCallbacks = {
  readonly reason: string
  readonly signal: AbortSignal
  readonly step: (day: string) => void
}

async function replayDays(
  store: Store,
  { target, days }: { readonly target: ReplayTarget; readonly days: readonly string[] },
  { reason, signal, step }: ReplayCallbacks,
): Promise<DeriveCount> {
  const indexer = await import('@vaultwright/indexer')
  const { currentFormulas: formulas, replayVault } = indexer
  const parts = { store, formulas, measuredOf: indexer.openVaultStateCache(), observe: () => {} }
  const sum = { added: 0, completed: 0, revised: 0, unchanged: 0 }
  for (let at = 0; at < days.length; at += together) {
    signal.throwIfAborted()
    const part = days.slice(at, at + together)
    const count = await replayVault(parts, target, { from: part[0]!, to: part.at(-1)!, reason })
    sum.added += count.added
    sum.completed += count.completed
    sum.revised += count.revised
    sum.unchanged += count.unchanged
    for (const day of part) step(day)
  }
  return sum
}

/** Each vault on each of the chains that are meant. */
function targetsOf({ vaults, chains }: ReplayRequest) {
  return vaults.flatMap((vault) =>
    vault.deployments
      .filter(({ chain }) => chains.includes(chain))
      .map((deployment) => ({
        vault,
        deployment,
        vaultRef: { tenantId: vault.tenantId, chain: deployment.chain, vault: vault.address },
      })),
  )
}
