import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { checkDay, checkPerformance } from '@vaultwright/check'
import { lazy, Suspense, useMemo } from 'react'
import { Hash } from '../part/hash.tsx'
import { Page, Section } from '../part/page.tsx'
import { Empty, Failure, Loading } from '../part/state.tsx'
import { Badge } from '../part/verdict.tsx'
import { BuildLinks } from './build-links.tsx'
import { FigureRow } from './figure-row.tsx'
import { HealthSection } from './health/health-section.tsx'
import { HoldingSection } from './holding/holding-section.tsx'
import { holdingTableOf } from './holding/holding-table.ts'
import { PerformanceSection } from './performance/performance-section.tsx'
import { explainDay, explainWeek } from './receipt/explained.ts'
import { ReceiptDrawer } from './receipt/receipt-drawer.tsx'
import { VerifyAll } from './receipt/verify-all.tsx'
import { rootLinesOf } from './root-line/root-line.ts'
import { RootSection } from './root-line/root-section.tsx'
import { SeriesCard } from './series/series-card.tsx'
import type { VaultSearch } from './series/vault-search.ts'
import styles from './vault.module.css'
import { useVaultData } from './vault-data.ts'

/** It names spenders and tokens by the record, which is fetched when there is a snapshot. */
const AllowanceSection = lazy(async () => ({
  default: (await import('./allowance/allowance-section.tsx')).AllowanceSection,
}))

const route = '/session/vaults/$chain/$address'

/** One vault on one chain. */
export function VaultScreen() {
  const { chain, address } = useParams({ from: route })
  const search: VaultSearch = useSearch({ from: route })
  const navigate = useNavigate({ from: '/vaults/$chain/$address' })
  const change = (next: VaultSearch) =>
    void navigate({ search: next, replace: true, resetScroll: false })
  const explain = (why: string) => change({ ...search, why })
  const close = () => {
    const { why: _, ...searchFields } = search
    change(searchFields)
  }
  const data = useVaultData({ chain, address })
  const { detail, snapshot, week, roots, pending, days, series } = data
  const served = week.data?.data ?? null
  const checked = useMemo(
    () =>
      served === null || series === null
        ? null
        : checkPerformance(served, series, { chain, address }),
    [served, series, chain, address],
  )
  const lastCheck = useMemo(
    () => (series?.length ? checkDay(series.at(-1)!, series.at(-2), { chain, address }) : null),
    [series, chain, address],
  )
  const explained = useMemo(() => {
    const { why: explained } = search
    if (explained === undefined || series === null) return null
    if (explained !== 'week') return explainDay(explained, series, { chain, address })
    return served === null ? null : explainWeek(served, series, { chain, address })
  }, [search, series, served, chain, address])
  const last = series?.at(-1)
  const base = last?.receipt?.inputs.today.base?.symbol ?? snapshot.data?.data.base_asset ?? ''
  const vault = detail.data?.data
  const deployments = vault?.deployments.filter((deployment) => deployment.chain === chain) ?? []
  const strategists = deployments.flatMap((deployment) => deployment.strategists)
  const table = useMemo(() => {
    const held = snapshot.data?.data
    return held === undefined || (week.isPending && !week.isError)
      ? null
      : holdingTableOf(held, { week: checked?.again ?? null, day: series?.at(-1)?.receipt ?? null })
  }, [snapshot.data, checked, series, week.isPending, week.isError])
  if (detail.isError)
    return (
      <Page title="Vault">
        <Failure
          title="The vault cannot be read"
          error={detail.error}
          retry={() => void detail.refetch()}
        />
      </Page>
    )
  return (
    <Page
      title={vault?.name ?? 'Vault'}
      lead={
        <span className={styles.lead}>
          <Badge>{chain}</Badge>
          {vault === undefined ? null : (
            <Badge {...(vault.status === 'active' ? {} : { tone: 'look' as const })}>
              {vault.status}
            </Badge>
          )}
          <Hash value={address} />
        </span>
      }
      actions={<BuildLinks chain={chain} address={address} strategists={strategists} />}
    >
      {series === null ? (
        <div className={styles.figureWait}>
          {days.isError ? (
            <Failure
              title="The days cannot be read"
              error={days.error}
              retry={() => void days.refetch()}
            />
          ) : (
            <Loading what="the days" />
          )}
        </div>
      ) : (
        <FigureRow
          last={last}
          base={base}
          lastCheck={lastCheck}
          week={served}
          weekReason={
            week.isPending
              ? 'It is being read.'
              : week.isError
                ? 'It could not be read.'
                : 'It takes seven days of data.'
          }
          weekCheck={checked?.check ?? null}
          explain={explain}
        />
      )}
      {days.isError ? null : (
        <SeriesCard series={series} base={base} search={search} change={change} explain={explain} />
      )}
      {series?.length ? (
        <VerifyAll series={series} vault={{ chain, address }} explain={explain} />
      ) : null}
      {week.isError ? (
        <Failure
          title="The performance cannot be read"
          error={week.error}
          retry={() => void week.refetch()}
        />
      ) : served === null || checked === null ? (
        <Section title="Performance of seven days">
          {week.isPending || series === null ? (
            <Loading what="the performance" />
          ) : (
            <Empty>The vault has no performance yet. It takes seven days of data.</Empty>
          )}
        </Section>
      ) : (
        <PerformanceSection served={served} checked={checked} explain={() => explain('week')} />
      )}
      {snapshot.isError ? (
        <Failure
          title="The positions cannot be read"
          error={snapshot.error}
          retry={() => void snapshot.refetch()}
        />
      ) : table === null || !snapshot.data ? (
        <Section title="Positions">
          {snapshot.data === null ? (
            <Empty>The vault has no snapshot yet. The next daily run makes it.</Empty>
          ) : (
            <Loading what="the positions" />
          )}
        </Section>
      ) : (
        <HoldingSection
          table={table}
          base={snapshot.data.data.base_asset}
          day={snapshot.data.data.as_of.slice(0, 10)}
        />
      )}
      {snapshot.data ? (
        <Suspense fallback={<Loading what="the allowances" />}>
          <AllowanceSection snapshot={snapshot.data.data} />
        </Suspense>
      ) : null}
      {roots.isError ? (
        <Failure
          title="The roots cannot be read"
          error={roots.error}
          retry={() => void roots.refetch()}
        />
      ) : roots.data === undefined || vault === undefined ? (
        <Section title="Roots">
          <Loading what="the roots" />
        </Section>
      ) : (
        <RootSection lines={rootLinesOf(roots.data, pending.data ?? [], deployments)} />
      )}
      <HealthSection chain={chain} address={address} />
      <ReceiptDrawer explained={explained} close={close} />
    </Page>
  )
}
