import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { treesQuery } from '../action/verify/trees-query.ts'
import { Hash } from '../part/hash.tsx'
import { Page, ReadingPage } from '../part/page.tsx'
import { useSession } from '../session/session.ts'
import { placeQuery } from './part/swap-query.ts'
import { SwapBench } from './swap-bench.tsx'

/** Until the place is read. */
const nowhere = { root: '0x', managerRoot: null } as const

/** Quotes, swaps and limit orders that a strategist's tree permits. */
export function SwapScreen() {
  const ref = useParams({ from: '/session/vaults/$chain/$address/swap/$strategist' })
  const { chain, address, strategist } = ref
  const session = useSession()
  const place = useQuery(placeQuery({ chain, vault: address, strategist }))
  const trees = useQuery({
    ...treesQuery(place.data ?? nowhere),
    enabled: place.data !== undefined,
  })
  const waiting = place.isSuccess ? trees : place
  if (place.isError || trees.isError || place.data === undefined || trees.data === undefined)
    return (
      <ReadingPage
        query={waiting}
        title="Swap"
        what="what the strategist may swap"
        failure="There is nothing to swap with"
      />
    )
  const { vaultName, strategistName, root } = place.data
  return (
    <Page
      key="place"
      title={`Swap for ${vaultName}`}
      lead={
        <>
          The tree was rebuilt here from {trees.data.file.metadata.leafCount} leaves; the server
          says that its root is in force. Strategist
          {strategistName === null ? '' : ` ${strategistName}`}: <Hash value={strategist} short />
        </>
      }
      actions={
        <>
          <Link to="/vaults/$chain/$address/act/$strategist" params={ref}>
            Build other actions
          </Link>
          <Link to="/vaults/$chain/$address" params={{ chain, address }}>
            To the vault
          </Link>
        </>
      }
    >
      <SwapBench
        key={root + strategist}
        place={place.data}
        trees={trees.data}
        mayBuild={session?.user.role !== 'viewer'}
      />
    </Page>
  )
}
