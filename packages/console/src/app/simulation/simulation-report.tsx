import { useQuery } from '@tanstack/react-query'
import type { SimulationPage } from '@vaultwright/wire'
import { lazy, Suspense } from 'react'
import { Hash } from '../part/hash.tsx'
import { Section } from '../part/page.tsx'
import { Failure, Loading, NotKnown } from '../part/state.tsx'
import { agoText } from '../part/text/ago-text.ts'
import { Verdict } from '../part/verdict.tsx'
import { Effects } from './effect-table.tsx'
import { Raw, RecordCalls } from './record-call.tsx'
import { failureOfRun, firstLooksOf, warningsOf } from './record-text.ts'
import styles from './simulation.module.css'

const ProofSection = lazy(async () => ({
  default: (await import('./proof-section.tsx')).ProofSection,
}))

/** The most values that are called out above the verdict. */
const maxLooks = 20

/** The summary of a simulation, in the order in which it has to be read. */
export function SimulationHead({ page }: { readonly page: SimulationPage }) {
  const looks = firstLooksOf(page)
  const outcome = <Outcome page={page} />
  return (
    <div className={styles.notes}>
      {page.status === true ? null : outcome}
      {page.differences.map(({ field, message }) => (
        <Verdict key={field + message} tone="bad" title="The engines do not agree">
          <p>{message}</p>
        </Verdict>
      ))}
      {warningsOf(page).map(({ code, message }) => (
        <Verdict key={message} tone="look" title={code.replaceAll('_', ' ')}>
          <p>{message}</p>
        </Verdict>
      ))}
      {looks.length === 0 ? null : (
        <Verdict tone="look" title="Look at these first">
          <ul>
            {looks.slice(0, maxLooks).map(({ place, name, text }) => (
              <li key={place + name}>
                {place}, {name}: {text}
              </li>
            ))}
            {looks.length > maxLooks ? (
              <li>and {looks.length - maxLooks} more, marked at their calls</li>
            ) : null}
          </ul>
        </Verdict>
      )}
      <CheckNote page={page} />
      {page.status === true ? outcome : null}
    </div>
  )
}

/** The outcome of the whole, and the facts about a failure. */
function Outcome({ page }: { readonly page: SimulationPage }) {
  const engines = page.seen.map(({ engine, engine_version }) => `${engine} ${engine_version}`)
  const ago = `block ${page.block.number}, ${agoText(page.block.time, Date.now())}`
  const [first] = page.seen
  const costEth = gasCostIn(page)
  const cost = costEth === null ? 'cost not known' : `${costEth} of the coin`
  const gas = `Gas ${first!.gas_used}, ${cost}.`
  if (page.status === true)
    return (
      <Verdict tone="good" title="It would succeed, as the server simulated it">
        <p>
          At {ago}, by {engines.join(' and ')}. {gas}{' '}
          {page.seen.length === 1 ? 'One engine alone: not cross-checked.' : null}
          {page.engines_share_node === true
            ? 'Both engines asked the same node: a node that lies about its state deceives both.'
            : null}
        </p>
      </Verdict>
    )
  return (
    <Verdict tone="bad" title="It would fail, as the server simulated it">
      <p>{page.status}</p>
      {failureOfRun(page.seen[0]!)?.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>
        At {ago}. {gas}
      </p>
    </Verdict>
  )
}

/** A note on the record's statements about its calldata, which are read out of the calldata again. */
function CheckNote({ page }: { readonly page: SimulationPage }) {
  const check = useQuery({
    queryKey: ['record-check', page.id, page.encoded_tx_data],
    queryFn: async () => (await import('./check.ts')).checkRecord(page),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (check.isError) return <Failure title="The calldata cannot be checked" error={check.error} />
  if (check.data === undefined) return <Loading what="the calldata again" />
  const { problems, callCount, unjudgedCount, contentHash, size, isRootProven } = check.data
  if (problems.length > 0)
    return (
      <Verdict tone="bad" title="Verified here: the record does not match its calldata">
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </Verdict>
    )
  return (
    <Verdict tone="good" title="Verified here: the calls below are those of the calldata">
      <p>
        {callCount} {callCount === 1 ? 'call' : 'calls'} in {size} bytes, decoded again in this
        page.
        {isRootProven === true ? ` All proofs lead to root ${page.root}.` : null}
        {isRootProven === null ? ' Whether the proofs lead to the root is not known here.' : null}
        {unjudgedCount > 0
          ? ` ${unjudgedCount} descriptions are of the request and cannot be judged by the calldata.`
          : null}
      </p>
      <p>Content hash of the calldata, to compare with the other signers:</p>
      <p className={styles.large}>{contentHash}</p>
    </Verdict>
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

/** A proof has no price: another engine may know it. */
function gasCostIn({ seen: runs }: SimulationPage): string | null {
  return runs.find(({ gas_cost_eth: cost }) => cost !== null)?.gas_cost_eth ?? null
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
    <dl className={styles.facts}>
      <dt>Chain</dt>
      <dd>
        {page.chain} ({page.chain_id})
      </dd>
      <dt>Block</dt>
      <dd>
        {page.block.number}, {page.block.time}
      </dd>
      {hashes.map(([name, value]) => (
        <FactRow key={name} name={name} value={value} />
      ))}
      <dt>Gas</dt>
      <dd>
        {first!.gas_used},{' '}
        {costEth === null ? <NotKnown reason="no gas price" /> : `${costEth} of the chain's coin`}
      </dd>
      <dt>Made</dt>
      <dd>
        {page.created_at}; kept until {page.expires_at}
      </dd>
    </dl>
  )
}

function FactRow({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <Hash value={value} />
      </dd>
    </>
  )
}
