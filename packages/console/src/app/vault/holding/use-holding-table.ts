import type { UseQueryResult } from '@tanstack/react-query'
import type { MetricsSnapshot } from '@vaultwright/wire'
import { useMemo } from 'react'
import type { VaultDays } from '../home/use-days.ts'
import { type HoldingTable, holdingTableOf } from './holding-table.ts'

/** The holdings of a vault as far as they are read: a table of a day, nothing yet, or why there is none. */
export type HoldingState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'read'; readonly table: HoldingTable; readonly day: string }

/** Works out the holdings from the last snapshot and the receipts at hand. */
export function useHoldingTable(
  snapshot: UseQueryResult<MetricsSnapshot | null>,
  { week, checked, series }: VaultDays,
): HoldingState {
  const { data, error } = snapshot
  return useMemo((): HoldingState => {
    if (data === undefined) return error === null ? { kind: 'reading' } : { kind: 'failed', error }
    if (data === null) return { kind: 'none' }
    if (week.isPending) return { kind: 'reading' }
    const receipts = { week: checked?.again ?? null, day: series?.at(-1)?.receipt ?? null }
    return {
      kind: 'read',
      table: holdingTableOf(data, receipts),
      day: data.as_of.slice(0, 10),
    }
  }, [data, error, week.isPending, checked, series])
}
