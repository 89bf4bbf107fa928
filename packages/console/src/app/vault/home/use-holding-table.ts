import type { UseQueryResult } from '@tanstack/react-query'
import type { MetricsSnapshot } from '@vaultwright/wire'
import { useMemo } from 'react'
import { type HoldingReading, holdingTableOf } from '../holding/holding-table.ts'
import type { VaultDays } from './use-days.ts'

/** Works out the holdings from the last snapshot and the receipts at hand. */
export function useHoldingTable(
  snapshot: UseQueryResult<MetricsSnapshot | null>,
  { week, checked, series }: VaultDays,
): HoldingReading {
  const { data, error } = snapshot
  return useMemo((): HoldingReading => {
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
