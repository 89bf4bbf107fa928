import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Page } from '../../part/page.tsx'
import { Empty, Loaded, Loading } from '../../part/state.tsx'
import { vaultQueries } from '../../vault/data/vault-data.ts'
import { safeQueueQuery } from './queue-data.ts'

const ReceiptPanel = lazy(async () => ({
  default: (await import('./receipt-panel.tsx')).ReceiptPanel,
}))
const EntryView = lazy(async () => ({ default: (await import('./entry-view.tsx')).EntryView }))

/** One transaction that waits in the queue of a Safe. */
export function EntryScreen() {
  const { chain, address, safe, hash } = useParams({
    from: '/session/vaults/$chain/$address/queue/$safe/$hash',
  })
  const place = { chain, address, safe }
  const queue = useQuery(safeQueueQuery(place))
  const vault = useQuery(vaultQueries({ chain, address }).detail)
  const entry = queue.data?.entries.find(({ verified }) => verified.hash === hash) ?? null
  const nonce = entry === null ? '' : ` at nonce ${entry.verified.entry.transaction.nonce}`
  const name = vault.data?.name ?? 'Vault'
  return (
    <Page
      title={`Transaction${nonce}`}
      crumbs={
        <>
          <Link to="/vaults/$chain/$address" params={{ chain, address }}>
            {name}
          </Link>{' '}
          /{' '}
          <Link to="/vaults/$chain/$address/$tab" params={{ chain, address, tab: 'queue' }}>
            Queue
          </Link>
        </>
      }
    >
      <Loaded query={queue} what="the queue" title="The queue cannot be read" lines={12}>
        {(data) =>
          entry === null ? (
            <>
              <Empty>
                No service lists a transaction with the hash {hash}: it was executed, replaced or
                withdrawn.
              </Empty>
              <Suspense fallback={<Loading what="the receipt" lines={8} />}>
                <ReceiptPanel place={place} hash={hash} />
              </Suspense>
            </>
          ) : (
            <Suspense fallback={<Loading what="the transaction" lines={12} />}>
              <EntryView
                entry={entry}
                queue={data}
                place={place}
                vaultName={vault.data?.name ?? null}
              />
            </Suspense>
          )
        }
      </Loaded>
    </Page>
  )
}
