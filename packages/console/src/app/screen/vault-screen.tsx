import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Hash } from '../part/hash.tsx'
import { Page } from '../part/page.tsx'
import { Failure, Loading } from '../part/state.tsx'
import { Badge } from '../part/verdict.tsx'
import { vaultQueries } from '../vault/data/vault-data.ts'
import { type VaultTab, vaultTabOf, vaultTabs } from '../vault/data/vault-tab.ts'
import { BuildMenu } from '../vault/head/build-menu.tsx'
import { ChainMark } from '../vault/head/chain-mark.tsx'
import { useTabCounts } from '../vault/home/tab-count.ts'
import styles from '../vault/home/vault.module.css'

/** The home of a vault by the family of its chain, and the tabs that it has. */
const families = {
  evm: {
    Home: lazy(async () => ({ default: (await import('../vault/home/evm-home.tsx')).EvmHome })),
    tabs: Object.keys(vaultTabs) as VaultTab[],
  },
  svm: {
    Home: lazy(async () => ({ default: (await import('../solana/svm-screen.ts')).SvmHome })),
    // What a digest leaves open stands with the digest, and no Safe is there.
    tabs: (Object.keys(vaultTabs) as VaultTab[]).filter(
      (tab) => !['risk', 'queue', 'control', 'exit'].includes(tab),
    ),
  },
} as const

/** It reads and judges packets of Safes: loaded when it is opened. */
const QueueTab = lazy(async () => ({
  default: (await import('../signing/queue/queue-tab.tsx')).QueueTab,
}))

/** One vault on one chain: its head, and a tab of it. */
export function VaultScreen() {
  const params = useParams({ strict: false })
  const { chain = '', address = '' } = params
  const { Home, tabs } = families[chain === 'solana' ? 'svm' : 'evm']
  const tab = vaultTabOf(params.tab, tabs)
  const detail = useQuery(vaultQueries({ chain, address }).detail)
  const counts = useTabCounts({ chain, address })
  const { data, error, refetch } = detail
  const name = data?.name ?? 'Vault'
  return (
    <Page
      title={name}
      tabTitle={`${vaultTabs[tab]} of ${name}`}
      crumbs={<Link to="/vaults">Vaults</Link>}
      lead={
        <span className={styles.lead}>
          <ChainMark chain={chain} />
          <Hash value={address} short />
          {data === undefined || data.status === 'active' ? null : (
            <Badge tone="look">{data.status}</Badge>
          )}
        </span>
      }
      actions={
        data === undefined ? (
          <span className={styles.actsWait} />
        ) : (
          <BuildMenu chain={chain} vault={data} />
        )
      }
    >
      <nav className={styles.tabs} aria-label={`Parts of ${name}`}>
        {tabs.map((each) => (
          <TabLink key={each} tab={each} isCurrent={each === tab} where={{ chain, address }}>
            {counts[each]}
          </TabLink>
        ))}
      </nav>
      <Failure title="The vault cannot be read" error={error} retry={() => void refetch()} />
      {data === undefined ? (
        error === null ? (
          <Loading what="the vault" lines={12} />
        ) : null
      ) : (
        <Suspense fallback={<Loading what="this part of the vault" lines={12} />}>
          {tab === 'queue' ? (
            <QueueTab chain={chain} address={address} />
          ) : (
            <Home chain={chain} address={address} tab={tab} detail={data} />
          )}
        </Suspense>
      )}
    </Page>
  )
}

function TabLink(props: {
  readonly tab: VaultTab
  readonly isCurrent: boolean
  readonly where: { readonly chain: string; readonly address: string }
  readonly children: ReturnType<typeof useTabCounts>[VaultTab]
}) {
  const { tab, isCurrent, where, children: count } = props
  const look = {
    className: styles.tab,
    activeOptions: { exact: true, includeSearch: false },
    // An address with a tab that this vault has not shows the overview.
    activeProps: {},
    inactiveProps: isCurrent ? { 'aria-current': 'page' as const } : {},
  }
  const text = (
    <>
      {vaultTabs[tab]}
      {count === undefined || count.count === 0 ? null : (
        <Badge {...(count.tone === undefined ? {} : { tone: count.tone })}>{count.count}</Badge>
      )}
    </>
  )
  return tab === 'overview' ? (
    <Link to="/vaults/$chain/$address" params={where} search={{}} resetScroll={false} {...look}>
      {text}
    </Link>
  ) : (
    <Link
      to="/vaults/$chain/$address/$tab"
      params={{ ...where, tab }}
      search={{}}
      resetScroll={false}
      {...look}
    >
      {text}
    </Link>
  )
}
