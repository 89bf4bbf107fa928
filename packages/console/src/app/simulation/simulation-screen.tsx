import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { InOrder, Page, ReadingPage } from '../part/page.tsx'
import { Empty, Loading } from '../part/state.tsx'
import { readAnyRecord } from './read-record.ts'
import { titleOf } from './record-text.ts'
import { SimulationBody, SimulationHead } from './simulation-report.tsx'

const SvmReport = lazy(async () => ({
  default: (await import('./svm-simulation-report.tsx')).SvmSimulationReport,
}))

/** A simulation by its link: the holder of the link may read it, signed in or not. */
export function SimulationScreen() {
  const { id } = useParams({ from: '/simulations/$id' })
  const record = useQuery({
    queryKey: ['any-simulation', id],
    queryFn: () => readAnyRecord(id),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (record.isError || record.data === undefined)
    return (
      <ReadingPage
        query={record}
        title="Simulation"
        what="the simulation"
        failure="The simulation cannot be read"
      />
    )
  if (record.data === null)
    return (
      <Page key="none" title="There is no such simulation">
        <Empty>
          The address is wrong, or the simulation has expired. Build again for a new one.
        </Empty>
      </Page>
    )
  const page = record.data
  if ('serialized_transaction_base64' in page)
    return (
      <Page
        key="record"
        title={`${page.vault_name}: ${page.description}`}
        lead="Stated by the server. The signing room judges the transaction by its bytes."
        actions={<a href={`/simulations/${id}.json`}>As JSON</a>}
      >
        <Suspense fallback={<Loading what="the simulation" />}>
          <SvmReport page={page} />
        </Suspense>
      </Page>
    )
  return (
    <Page
      key="record"
      title={`${page.vault_name ?? `Vault ${page.vault_address}`}: ${titleOf(page)}`}
      lead="Stated by the server, except where it says verified here."
      actions={<a href={`/simulations/${id}.json`}>As JSON</a>}
    >
      <InOrder>
        <SimulationHead page={page} />
        <SimulationBody page={page} />
      </InOrder>
    </Page>
  )
}
