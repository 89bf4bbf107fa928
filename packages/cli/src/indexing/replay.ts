import type { DeriveCount, Store } from '@vaultwright/store'
import { withStore } from '../admin/store.ts'
import type { Context } from '../context.ts'
import { buildProgress } from '../progress.ts'
import { rangeMeant } from './day-word.ts'
import type { RangeWords, VaultWords } from './option.ts'
import { findTarget, type Target } from './target.ts'

/** Which values are computed again, and why. */
export type ReplayWords = VaultWords &
  RangeWords & { readonly reason: string | undefined; readonly quiet: boolean }

/** What became of the values of a vault on a chain, in rows. */
export type ReplayedVault = DeriveCount & {
  readonly name: string
  readonly vault: string
  readonly chain: string
  readonly days: number
}

/** Days that are computed between two steps of the bar. */
const together = 64
const usualReason = 'Values were computed again from what was read.'

/**
 * Computes values again from kept readings, without asking any chain.
 *
 * @throws {UsageError} when it is not clear what is meant. {RawReadingError} when what is kept is damaged.
 */
export function replay(words: ReplayWords, context: Context): Promise<readonly ReplayedVault[]> {
  const range = rangeMeant(words)
  return withStore(words, context, async (store) => {
    const target = await findTarget(store, words)
    const { from = '0000', to = '9999' } = range
    const found = await Promise.all(
      seatsOf(target).map(async (seat) => {
        const marks = await store.readings.marks(seat.vaultRef.tenantId, seat.vaultRef)
        const days = marks.map(({ day }) => day).filter((day) => day >= from && day <= to)
        return { seat, days }
      }),
    )
    const total = found.reduce((sum, { days }) => sum + days.length, 0)
    const bar = buildProgress(total, context, words.quiet)
    try {
      const replayed: ReplayedVault[] = []
      for (const { seat, days } of found) {
        const told = { reason: words.reason ?? usualReason, signal: context.signal }
        const step = (day: string) => bar.step(`${seat.vault.name} ${day}`)
        const count = await replayDays(store, { seat, days }, { ...told, step })
        const { chain, vault } = seat.vaultRef
        replayed.push({ name: seat.vault.name, vault, chain, days: days.length, ...count })
      }
      return replayed
    } finally {
      bar.end()
    }
  })
}

type Seat = ReturnType<typeof seatsOf>[number]
type Told = {
  readonly reason: string
  readonly signal: AbortSignal
  readonly step: (day: string) => void
}

async function replayDays(
  store: Store,
  { seat, days }: { readonly seat: Seat; readonly days: readonly string[] },
  { reason, signal, step }: Told,
): Promise<DeriveCount> {
  const indexer = await import('@vaultwright/indexer')
  const { currentFormulas: formulas, replayVault } = indexer
  const parts = { store, formulas, measuredOf: indexer.openVaultStateCache(), observe: () => {} }
  const sum = { added: 0, completed: 0, revised: 0, unchanged: 0 }
  for (let at = 0; at < days.length; at += together) {
    signal.throwIfAborted()
    const part = days.slice(at, at + together)
    const count = await replayVault(parts, seat, { from: part[0]!, to: part.at(-1)!, reason })
    sum.added += count.added
    sum.completed += count.completed
    sum.revised += count.revised
    sum.unchanged += count.unchanged
    for (const day of part) step(day)
  }
  return sum
}

/** Each vault on each of the chains that are meant. */
function seatsOf({ vaults, chains }: Target) {
  return vaults.flatMap((vault) =>
    vault.deployments
      .filter(({ chain }) => chains.includes(chain))
      .map((deployment) => ({
        ...{ vault, deployment },
        vaultRef: { tenantId: vault.tenantId, chain: deployment.chain, vault: vault.address },
      })),
  )
}
