import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Hash } from '../part/hash.tsx'
import { Page, ReadingPage } from '../part/page.tsx'
import { useSession } from '../session/session.ts'
import { sessionClient } from '../session/session-client.ts'
import { ActionBench, type BatchState } from './action-bench.tsx'
import { BatchPanel } from './batch-panel.tsx'
import { buildPlan } from './build-plan.ts'
import { ActionGaps } from './gap/action-gaps.tsx'
import { ResultPanel } from './result/result-panel.tsx'
import { type BuildPlace, readBuildPlace } from './verify/build-place.ts'
import { treesQuery } from './verify/trees-query.ts'

/** Builds calldata from actions that a strategist's tree permits. */
export function ActionScreen() {
  const ref = useParams({ from: '/session/vaults/$chain/$address/act/$strategist' })
  const { chain, address: vault, strategist } = ref
  const session = useSession()
  const place = useQuery({
    queryKey: ['build-place', chain, vault, strategist],
    queryFn: () => readBuildPlace(sessionClient(), { chain, vault, strategist }),
    staleTime: 300_000,
  })
  if (place.isError || place.data === undefined)
    return (
      <ReadingPage
        query={place}
        title="Build an action"
        what="what the strategist may do"
        failure="There is nothing to build with"
      />
    )
  const { vaultName, strategistName, root } = place.data
  return (
    <Page
      key="place"
      title={`Build for ${vaultName}`}
      lead={
        <>
          <TreeNote place={place.data} />{' '}
          {`Strategist${strategistName === null ? '' : ` ${strategistName}`}: `}
          <Hash value={place.data.strategist} short />
        </>
      }
      actions={
        <>
          <Link to="/vaults/$chain/$address/swap/$strategist" params={ref}>
            Quotes and limit orders
          </Link>
          <Link to="/vaults/$chain/$address" params={{ chain, address: vault }}>
            To the vault
          </Link>
        </>
      }
    >
      <ActionBench
        key={root + strategist}
        place={place.data}
        mayBuild={session?.user.role !== 'viewer'}
        whyEmpty="The tree permits no action that can be built."
        gaps={<ActionGaps place={place.data} />}
      >
        {(batch) => <EvmBatchPanel {...batch} place={place.data} />}
      </ActionBench>
    </Page>
  )
}

/** The batch of a vault on a chain of the EVM: nothing is built without the trees that prove it. */
function EvmBatchPanel(props: BatchState & { readonly place: BuildPlace }) {
  const { place } = props
  const queries = useQueryClient()
  return (
    <BatchPanel
      {...props}
      family={{
        noun: 'calldata',
        options: null,
        isReady: true,
        build: async ({ plan }) =>
          buildPlan(plan, { place, trees: await queries.ensureQueryData(treesQuery(place)) }),
        result: (result, repair) => <ResultPanel place={place} result={result} repair={repair} />,
      }}
    />
  )
}

/** The tree is rebuilt while the form is filled in; nothing is verified without it. */
function TreeNote({ place }: { readonly place: BuildPlace }) {
  const trees = useQuery(treesQuery(place))
  if (trees.isError) return <>The tree cannot be used: {trees.error.message}</>
  if (trees.data === undefined)
    return (
      <>
        The tree is being rebuilt here from its leaves; the server says that its root is in force.
      </>
    )
  const { leafCount } = trees.data.file.metadata
  return (
    <>
      The tree was rebuilt here from {leafCount} leaves; the server says that its root is in force.
    </>
  )
}
