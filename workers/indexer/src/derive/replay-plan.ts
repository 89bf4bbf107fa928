import type { DeriveCount, DerivedKind, ReadingName, Store } from '@vaultwright/store'
import type { IndexContext } from '../context/context.ts'
import type { IndexedVault } from '../read/vault-read-plan.ts'
import type { ReplayOrder } from '../task/task.ts'
import { isStale } from '../value/basis.ts'

/** The needs of a replay: no chain. */
export type ReplayParts = Pick<IndexContext, 'store' | 'formulas' | 'parse' | 'observe'>

/** Days of each kind of value that are to be computed, oldest first. */
export type WantedDays = Readonly<Record<DerivedKind, readonly string[]>>

/** The values to compute of a vault on a chain. */
type ReplayPlan = {
  /** Days that were read and are meant. */
  readonly days: number
  readonly wanted: WantedDays
}

/** The counts of a replay of a vault on a chain, in rows. */
export type ReplayedDays = DeriveCount & {
  /** Days that were read and are meant. */
  readonly days: number
  /** Values that were missing, or of other readings or an older formula; of all that are meant when all are. */
  readonly stale: number
}

const kinds = ['snapshot', 'daily', 'performance'] as const

/** Finds out which values are to be computed: bases are compared, and nothing is computed for that. */
export async function readReplayPlan(
  { store, formulas }: Pick<ReplayParts, 'store' | 'formulas'>,
  indexedVault: IndexedVault,
  { from, to, values }: Omit<ReplayOrder, 'reason'>,
): Promise<ReplayPlan> {
  const { vaultRef } = indexedVault
  const { chain } = vaultRef
  const readings = await readNames(store, indexedVault)
  const days = (readings.get(chain) ?? [])
    .map(({ day }) => day)
    .filter((day) => (from === null || day >= from) && (to === null || day <= to))
  if (values === 'all') {
    return { days: days.length, wanted: { snapshot: days, daily: days, performance: days } }
  }
  const otherChains = [...readings.keys()].filter((one) => one !== chain)
  const digests = new Map(
    [...readings].map(([slug, names]) => [
      slug,
      new Map(names.map(({ day, digest }) => [day, digest])),
    ]),
  )
  const digestOf = (slug: string, day: string) => digests.get(slug)?.get(day) ?? null
  const bases = await store.derived.bases(vaultRef.tenantId, vaultRef)
  const byDay = new Map(bases.map((basis) => [basis.day, basis]))
  const staleOf = (kind: DerivedKind) =>
    days.filter((day) => {
      const stored = byDay.get(day)?.[kind] ?? null
      return isStale({ kind, chain, day, otherChains }, formulas.names, { digestOf, kept: stored })
    })
  const [snapshot, daily, performance] = kinds.map(staleOf)
  return {
    days: days.length,
    wanted: { snapshot: snapshot!, daily: daily!, performance: performance! },
  }
}

/** Adds up what was done; values that were as they should be count as unchanged. */
export function countsOf(
  { days, wanted: wantedDays }: ReplayPlan,
  counts: readonly DeriveCount[],
): ReplayedDays {
  const sum = (name: keyof DeriveCount) => counts.reduce((total, one) => total + one[name], 0)
  const stale = wantedDays.snapshot.length + wantedDays.daily.length + wantedDays.performance.length
  return {
    days,
    stale,
    added: sum('added'),
    completed: sum('completed'),
    revised: sum('revised'),
    unchanged: sum('unchanged') + kinds.length * days - stale,
  }
}

/** @returns what was read of the vault on its chain and its other chains, by chain. */
export async function readNames(
  store: Store,
  { vaultRef, vault }: IndexedVault,
): Promise<ReadonlyMap<string, readonly ReadingName[]>> {
  const chains = [...new Set(vault.deployments.map(({ chain }) => chain))]
  const names = await Promise.all(
    chains.map((chain) =>
      store.readings.names(vaultRef.tenantId, { chain, vault: vaultRef.vault }),
    ),
  )
  return new Map(chains.map((chain, at) => [chain, names[at]!]))
}
