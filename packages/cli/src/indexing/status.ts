import type { VaultStatus } from '@vaultwright/indexer'
import { withStore } from '../admin/store.ts'
import type { Context } from '../context.ts'
import type { VaultWords } from './option.ts'
import { findTarget } from './target.ts'

/** How far a vault is indexed. */
export type IndexRow = VaultStatus

/**
 * Tells how far vaults are indexed, from the database alone.
 *
 * @throws {UsageError} when it is not clear which vaults are meant, and what opening a store throws.
 */
export function readStatus(words: VaultWords, context: Context): Promise<readonly IndexRow[]> {
  return withStore(words, context, async (store) => {
    const { tenantId, vault, chains } = await findTarget(store, words)
    const { currentFormulas: formulas, statusOf } = await import('@vaultwright/indexer')
    const nowUnix = () => BigInt(Math.floor(context.now() / 1_000))
    const rows = await statusOf(
      { store, formulas, nowUnix },
      {
        ...(tenantId === undefined ? {} : { tenantId }),
        ...(vault === undefined ? {} : { vault }),
      },
    )
    return rows.filter(({ chain }) => chains.includes(chain))
  })
}

/**
 * Tells whether nothing is left to do for a vault.
 *
 * @returns false when a day is missing or its values are old, work was given up, or nobody looked yet.
 */
export function isCurrent({ head, isFound, missingDays, staleDays, failures }: IndexRow): boolean {
  if (head === null || !isFound || missingDays.length + staleDays.length > 0) return false
  return !failures.some(({ state }) => state === 'parked')
}
