import { useQuery } from '@tanstack/react-query'
import type { ActingStrategist, BuildTrees, BuiltCall, BuiltCheck } from '@vaultwright/check'
import type { CallVerdict } from '@vaultwright/manager'
import type { ExecuteMultipleResponse } from '@vaultwright/wire'
import type { ReactNode } from 'react'
import { CopyButton, Hash } from '../part/hash.tsx'
import { Section } from '../part/page.tsx'
import { Failure, Loading } from '../part/state.tsx'
import { Badge, type Tone, Verdict } from '../part/verdict.tsx'
import { Effects } from '../simulation/effect-table.tsx'
import { readRecord } from '../simulation/read-record.ts'
import { SimulationHead } from '../simulation/simulation-report.tsx'
import styles from './action.module.css'
import { HandOverPanel } from './hand-over-panel.tsx'

/** The result of a build: verified here, simulated by the server, and handed over if it is proven. */
export function ResultPanel(props: {
  readonly place: ActingStrategist
  readonly result: {
    readonly answer: ExecuteMultipleResponse
    readonly trees: BuildTrees
    readonly check: BuiltCheck
  }
  /** The number of the first of three parts. */
  readonly firstStep?: number
  /** Further content beside the facts of the calldata. */
  readonly children?: ReactNode
}) {
  const { place, result, firstStep = 4, children } = props
  const { answer, check } = result
  const failure = simulatedFailureOf(answer)
  const handOver = (
    <HandOverPanel
      handOver={{
        calldata: answer.encoded_tx_data as `0x${string}`,
        description: check.calls
          .flatMap(({ description }) => description.sentences.slice(0, 1))
          .join('; '),
        place,
        trees: result.trees,
      }}
    />
  )
  return (
    <>
      <Section title={`${firstStep}. Result`}>
        {failure === null ? null : (
          <Verdict tone="bad" title="The simulation says no: do not send it">
            <p>{failure}</p>
          </Verdict>
        )}
        {check.isProven ? (
          <ProvenVerdict check={check} />
        ) : (
          <Verdict tone="bad" title="No: do not sign this">
            <p>This page verified what the server built, and it does not hold:</p>
            <ul>
              {check.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
            <p>There is nothing to download.</p>
          </Verdict>
        )}
        {check.notes.length === 0 ? null : (
          <Verdict tone="look" title="What the calldata alone does not show">
            <ul>
              {check.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </Verdict>
        )}
        <Warnings answer={answer} />
        <dl className={styles.facts}>
          <dt>What it does, as the server says</dt>
          <dd>{answer.description}</dd>
          <dt>Target, the Manager</dt>
          <dd>
            <Hash value={answer.target} />
          </dd>
          <dt>Calldata</dt>
          <dd>
            {check.size} bytes <CopyButton value={answer.encoded_tx_data} />
          </dd>
          <dt>Content hash of the calldata</dt>
          <dd className={styles.large}>{check.contentHash}</dd>
          {children}
        </dl>
        <ol className={styles.calls}>
          {check.calls.map((call) => (
            <BuiltCallRow key={call.path.join('.')} call={call} />
          ))}
        </ol>
      </Section>
      <Section title={`${firstStep + 1}. Simulation`}>
        <Simulation answer={answer} />
      </Section>
      <Section title={`${firstStep + 2}. Hand over`}>
        {check.isProven ? (
          failure === null ? (
            handOver
          ) : (
            <details>
              <summary>Hand it over although the simulation says no</summary>
              {handOver}
            </details>
          )
        ) : (
          <p>Nothing is handed over: the calldata is not proven.</p>
        )}
      </Section>
    </>
  )
}

/** Why the simulation says no, in the service's words; null when it says yes, or none ran. */
function simulatedFailureOf(answer: ExecuteMultipleResponse): string | null {
  const { simulation_status: status, simulation_gas_used: gas } = answer
  return typeof status === 'string' && typeof gas === 'number' ? status : null
}

function ProvenVerdict({ check }: { readonly check: BuiltCheck }) {
  const { isCompared, open, calls, root } = check
  const isWhole = isCompared && open.length === 0
  return (
    <Verdict tone={isWhole ? 'good' : 'look'} title={provenTitle(check)}>
      <p>
        {calls.length === 1 ? 'The call leads' : `Each of the ${calls.length} calls leads`} to root{' '}
        {root}, which this page rebuilt from the tree
        {isCompared
          ? ', and does what you asked for.'
          : '. Read the values below before you hand it over.'}
      </p>
      {open.length === 0 ? null : (
        <>
          <p>What the chain alone can say. It can refuse a call, and not change it:</p>
          <ul>
            {open.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </Verdict>
  )
}

function provenTitle({ isCompared, open }: BuiltCheck): string {
  if (!isCompared)
    return 'Verified here: proven, but not all values could be compared with what you asked for'
  return open.length === 0
    ? 'Verified here: proven, and what you asked for'
    : 'Verified here: what you asked for, if the chain permits it'
}

function Warnings({ answer }: { readonly answer: ExecuteMultipleResponse }) {
  const warnings = answer.action_api_response.flatMap((report) => report?.warnings ?? [])
  if (warnings.length === 0) return null
  return (
    <Verdict tone="look" title="The service warns">
      <ul>
        {warnings.map(({ code, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two actions may warn of the same
          <li key={index}>
            {message} <code>{code}</code>
          </li>
        ))}
      </ul>
    </Verdict>
  )
}

function BuiltCallRow({ call }: { readonly call: BuiltCall }) {
  const { path, verdict, description } = call
  const [sentence, ...furtherSentences] = description.sentences
  const slot = verdict.positions[0]
  return (
    <li className={styles.call}>
      <h3>
        Call {path.join('.')}: {sentence ?? description.signature ?? call.call.data.slice(0, 10)}
      </h3>
      {furtherSentences.map((other) => (
        <p key={other}>or: {other}</p>
      ))}
      <p>
        <Badge tone={toneOf(verdict.verdict)}>{verdict.verdict}</Badge>{' '}
        {slot === undefined ? 'no leaf' : `leaf in slot ${slot}`} on{' '}
        <Hash value={description.target} />
      </p>
      {description.unread === null ? null : <p className={styles.problem}>{description.unread}</p>}
      <dl className={styles.arguments}>
        {description.arguments.map(({ path, text, mark }) => (
          <div key={path}>
            <dt>{path}</dt>
            <dd>{mark === null ? text : <Badge tone="look">Look: {text}</Badge>}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

function toneOf(verdict: CallVerdict['verdict']): Tone {
  if (verdict === 'proven') return 'good'
  return verdict === 'conditional' ? 'look' : 'bad'
}

function Simulation({ answer }: { readonly answer: ExecuteMultipleResponse }) {
  const url = answer.simulator_simulation_url ?? null
  const path = url === null ? null : new URL(url).pathname
  const id = path?.split('/').at(-1) ?? ''
  const record = useQuery({
    queryKey: ['simulation', id],
    enabled: path !== null,
    queryFn: () => readRecord(id),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (path === null)
    return (
      <Verdict tone="look" title="Not simulated">
        <p>
          {typeof answer.simulation_status === 'string' ? answer.simulation_status : answer.error}
        </p>
      </Verdict>
    )
  if (record.isError) return <Failure title="The simulation cannot be read" error={record.error} />
  if (record.data === undefined) return <Loading what="the simulation" />
  const page = record.data
  if (page === null) return <p>The simulation is not kept any more. Build again for a new one.</p>
  const isSame = page.encoded_tx_data.toLowerCase() === answer.encoded_tx_data.toLowerCase()
  if (!isSame)
    return (
      <Verdict tone="bad" title="The simulation is of other calldata">
        <p>
          The server simulated something else than what it built: what it saw is not shown. Do not
          sign this.
        </p>
      </Verdict>
    )
  return (
    <>
      <SimulationHead page={page} />
      <p>
        <a href={path} target="_blank" rel="noreferrer">
          The simulation by its link
        </a>
        , for signers: the holder of the link may read it.
      </p>
      <Effects page={page} run={page.seen[0]!} of="" />
    </>
  )
}
