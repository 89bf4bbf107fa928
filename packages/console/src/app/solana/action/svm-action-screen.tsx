import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ActionBench } from '../../action/action-bench.tsx'
import { Hash } from '../../part/hash.tsx'
import { Page, ReadingPage } from '../../part/page.tsx'
import { useSession } from '../../session/session.ts'
import { sessionClient } from '../../session/session-client.ts'
import { SvmBatchPanel } from './svm-batch-panel.tsx'

const chain = 'solana'

/** Builds transactions from actions that the vault's digests permit. */
export function SvmActionScreen() {
  const { address: vault, strategist } = useParams({
    from: '/session/vaults/solana/$address/act/$strategist',
  })
  const session = useSession()
  const place = useQuery({
    queryKey: ['svm-build-place', vault, strategist],
    queryFn: async () => {
      const client = sessionClient()
      const request = { chain, vault_address: vault }
      const [{ data }, manifest] = await Promise.all([
        client.getVault(request),
        client.listActions({ ...request, strategist_address: strategist }),
      ])
      return { chain, vault, strategist, manifest, name: data.name }
    },
    staleTime: 300_000,
  })
  if (place.isError || place.data === undefined)
    return (
      <ReadingPage
        query={place}
        title="Build an action"
        what="what the digests permit"
        failure="There is nothing to build with"
      />
    )
  return (
    <Page
      key="place"
      title={`Build for ${place.data.name}`}
      lead={
        <>
          The actions are those whose digest exists on chain, as the server says. Strategist:{' '}
          <Hash value={strategist} short />
        </>
      }
      actions={
        <>
          <Link
            to="/vaults/$chain/$address/$tab"
            params={{ chain, address: vault, tab: 'permissions' }}
          >
            Permissions
          </Link>
          <Link to="/vaults/$chain/$address" params={{ chain, address: vault }}>
            To the vault
          </Link>
        </>
      }
    >
      <ActionBench
        place={place.data}
        mayBuild={session?.user.role !== 'viewer'}
        whyEmpty="No digest on chain permits an action of the vault’s definition."
      >
        {(batch) => <SvmBatchPanel {...batch} place={place.data} />}
      </ActionBench>
    </Page>
  )
}
