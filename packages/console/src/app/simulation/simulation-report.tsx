import type { SimulationPage } from '@vaultwright/wire'
import { lazy, Suspense } from 'react'
import { Hash } from '../part/hash.tsx'
import { Section } from '../part/page.tsx'
import { Loading, NotKnown } from '../part/state.tsx'
import { Term } from '../part/text/term.tsx'
import facts from '../style/fact.module.css'
import { Effects } from './effect-table.tsx'
import { FirstLooks } from './first-looks.tsx'
import { Raw, RecordCalls } from './record-call.tsx'
import { gasCostIn } from './record-text.ts'

const ProofSection = lazy(async () => ({
  default: (await import('./proof-section.tsx')).ProofSection,
}))

const TraceSection = lazy(async () => ({
  default: (await import('./trace-section.tsx')).TraceSection,
}))

const RecordBand = lazy(async () => ({ default: (await import('./record-band.tsx')).RecordBand }))

/** The answer, and what deserves the first look. */
export function SimulationHead({ page }: { readonly page: SimulationPage }) {
  return (
    <>
      <Suspense fallback={<Loading what="the calldata again" lines={8} />}>
        <RecordBand page={page} />
      </Suspense>
      <FirstLooks page={page} />
    </>
  )
}

/** Everything else: effects, calls, place, calldata. */
export function SimulationBody({ page }: { readonly page: SimulationPage }) {
  const isOne = page.differences.length === 0
  const runs = isOne ? page.seen.slice(0, 1) : page.seen
  return (
    <>
      <Suspense fallback={<Loading what="what can be proven" />}>
        <ProofSection page={page} />
      </Suspense>
      {runs.map((run) => (
        <Effects
          key={run.engine}
          page={page}
          run={run}
          of={isOne ? '' : `, as the ${run.engine} says`}
        />
      ))}
      <Section title="Calls">
        <RecordCalls calls={page.calls} />
      </Section>
      <Suspense fallback={<Loading what="the trace" />}>
        <TraceSection page={page} run={page.seen[0]!} />
      </Suspense>
      <Section title="Where and when">
        <Facts page={page} />
      </Section>
      <Section title="Check it on your own machine">
        <p>
          This command needs no network; compare its answer before you sign. It proves the calls,
          not their effect.
        </p>
        <Raw name="Command" text={page.verify_command} />
      </Section>
      <Section title="Calldata">
        <p>From the strategist to the Manager, with value {page.value ?? '0'}.</p>
        <Raw name="Calldata" text={page.encoded_tx_data} />
      </Section>
    </>
  )
}

function Facts({ page }: { readonly page: SimulationPage }) {
  const [first] = page.seen
  const costEth = gasCostIn(page)
  const hashes = [
    ['Block hash', page.block.hash],
    ['Vault', page.vault_address],
    ['Strategist', page.strategist_address],
    ['Manager', page.target],
    ['Root', page.root],
  ] as const
  return (
    <dl className={`sheet ${facts.facts}`}>
      <Term name="Chain">
        {page.chain} ({page.chain_id})
      </Term>
      <Term name="Block">
        {page.block.number}, {page.block.time}
      </Term>
      {hashes.map(([name, value]) => (
        <Term key={name} name={name}>
          <Hash value={value} />
        </Term>
      ))}
      <Term name="Gas">
        {first!.gas_used},{' '}
        {costEth === null ? <NotKnown reason="no gas price" /> : `${costEth} of the chain's coin`}
      </Term>
      <Term name="Made">
        {page.created_at}; kept until {page.expires_at}
      </Term>
    </dl>
  )
}
