import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { checkPerformance, seriesOf, type VaultAddress } from '@vaultwright/check'
import { useEffect, useMemo, useRef, useState } from 'react'
import { vaultQueries } from '../data/vault-data.ts'
import { runSeriesCheck, type SeriesCheck } from '../receipt/check-series.ts'
import { explainDay, explainWeek } from '../receipt/explained.ts'
import type { VaultSearch } from '../series/vault-search.ts'

/** The days of a vault and all that follows from them. */
export type VaultDays = ReturnType<typeof useDays>

/** Reads the days and the week of a vault, computes them again in this page, and opens their receipts. */
export function useDays(vault: VaultAddress) {
  const { chain, address } = vault
  const queries = vaultQueries(vault)
  const days = useQuery(queries.days)
  const week = useQuery(queries.week)
  const series = useMemo(() => (days.data === undefined ? null : seriesOf(days.data)), [days.data])
  const served = week.data ?? null
  const checked = useMemo(
    () =>
      served === null || series === null
        ? null
        : checkPerformance(served, series, { chain, address }),
    [served, series, chain, address],
  )
  const check = useSeriesCheck(series, vault)
  const { search, change, explain, close } = useVaultSearch()
  const explained = useMemo(() => {
    const { why: key } = search
    if (key === undefined || series === null) return null
    if (key !== 'week') return explainDay(key, series, { chain, address })
    return served === null ? null : explainWeek(served, series, { chain, address })
  }, [search, series, served, chain, address])
  return { days, week, series, served, checked, check, explained, search, change, explain, close }
}

/** Judges all days, in slices: null until it is done. */
function useSeriesCheck(
  series: VaultDays['series'],
  { chain, address }: VaultAddress,
): SeriesCheck | null {
  const [check, setCheck] = useState<SeriesCheck | null>(null)
  useEffect(() => {
    let isOver = false
    setCheck(null)
    if (series !== null)
      void runSeriesCheck(series, { chain, address }).then((result) => isOver || setCheck(result))
    return () => {
      isOver = true
    }
  }, [series, chain, address])
  return check
}

/** The address of the tab: a receipt that is opened is a step that Back takes back. */
function useVaultSearch() {
  const search: VaultSearch = useSearch({ from: '/session/vaults/$chain/$address' })
  const navigate = useNavigate()
  const { history } = useRouter()
  const isOwnStep = useRef(false)
  const go = (next: VaultSearch, replace: boolean) =>
    void navigate({ to: '.', search: next, replace, resetScroll: false })
  return {
    search,
    change: (next: VaultSearch) => go(next, true),
    explain: (why: string) => {
      isOwnStep.current = search.why === undefined
      go({ ...search, why }, search.why !== undefined)
    },
    close: () => {
      const { why: _, ...searchFields } = search
      if (isOwnStep.current) history.back()
      else go(searchFields, true)
      isOwnStep.current = false
    },
  }
}
