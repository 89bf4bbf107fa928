import { useQuery } from '@tanstack/react-query'
import type { ActingStrategist, BuildTrees, BuiltCall, BuiltCheck } from '@vaultwright/check'
import type { CallVerdict } from '@vaultwright/manager'
import type { ExecuteMultipleResponse } from '@vaultwright/wire'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { CopyButton, Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import { Loaded, Loading } from '../../part/state.tsx'
import { ArgumentList } from '../../part/text/argument-list.tsx'
import { Term } from '../../part/text/term.tsx'
import { Badge, type Tone, Verdict } from '../../part/verdict.tsx'
import { Effects } from '../../simulation/effect-table.tsx'
import { FirstLooks } from '../../simulation/first-looks.tsx'
import { readRecord } from '../../simulation/read-record.ts'
import facts from '../../style/fact.module.css'
import { CopyLink } from './copy-link.tsx'
import type { ProvenCalldata } from './hand-over.ts'
import { HandOverPanel } from './hand-over-panel.tsx'
import { SendAct } from './send-act.tsx'
import { type SignerLink, useSignerLink } from './signer-link.ts'

const BuiltBand = lazy(async () => ({ default: (await import('./built-band.tsx')).BuiltBand }))

/** A build: the answer first, then its calls, its simulation, and the files for those who sign. */
export function ResultPanel(props: {
  readonly place: ActingStrategist
  readonly result: {
    readonly answer: ExecuteMultipleResponse
    readonly trees: BuildTrees
    readonly check: BuiltCheck
  }
  /** The repair of a build that would fail. */
  readonly repair?: ReactNode
  /** Further content beside the facts of the calldata. */
  readonly children?: ReactNode
}) {
  const { place, result, repair, children } = props
  const { answer, check, trees } = result
  const record = useRecord(answer)
  const failure = simulatedFailureOf(answer)
  const handOver = useMemo(
    () => (check.isProven ? handOverOf(answer, check, { place, trees }) : null),
    [answer, check, place, trees],
  )
  const simulationId = recordPathOf(answer)?.split('/').at(-1) ?? null
  const signerLink = useSignerLink(handOver, simulationId)
  const panel =
    signerLink === null ? (
      <Loading what="what signers need" />
    ) : (
      <HandOverPanel signerLink={signerLink} />
    )
  return (
    <>
      <Suspense fallback={<Loading what="what was built" />}>
        <BuiltBand
          place={place}
          answer={answer}
          check={check}
          page={record.data ?? null}
          act={check.isProven ? <HandOverActs signerLink={signerLink} /> : null}
        >
          {failure === null ? null : repair}
        </BuiltBand>
      </Suspense>
      <Section title="The calls, in order">
        <dl className={`sheet ${facts.facts}`}>
          <Term name="Target, the Manager">
            <Hash value={answer.target} />
          </Term>
          <Term name="Calldata">
            {check.size} bytes <CopyButton value={answer.encoded_tx_data} />
          </Term>
          {children}
        </dl>
        <ol className={facts.list}>
          {check.calls.map((call) => (
            <BuiltCallRow key={call.path.join('.')} call={call} />
          ))}
        </ol>
      </Section>
      <Section title="Simulation">
        <Simulation answer={answer} record={record} />
      </Section>
      <Section title="Hand over">
        {check.isProven ? (
          failure === null ? (
            panel
          ) : (
            <details>
              <summary>Hand it over although the simulation says no</summary>
              {panel}
            </details>
          )
        ) : (
          <p>Nothing is handed over: the calldata is not proven.</p>
        )}
      </Section>
    </>
  )
}

/** The ways on from a build that is not a No. */
function HandOverActs({ signerLink }: { readonly signerLink: SignerLink | null }) {
  return (
    <>
      <CopyLink link={signerLink?.link ?? null} look="primary" />
      {signerLink === null ? null : <SendAct signerLink={signerLink} />}
    </>
  )
}

function handOverOf(
  answer: ExecuteMultipleResponse,
  { calls }: BuiltCheck,
  { place, trees }: Pick<ProvenCalldata, 'place' | 'trees'>,
): ProvenCalldata {
  const sentences = calls.flatMap(({ description }) => description.sentences.slice(0, 1))
  const calldata = answer.encoded_tx_data as `0x${string}`
  return { calldata, description: sentences.join('; '), place, trees }
}

/** Why the simulation says no, in the service's words; null when it says yes, or none ran. */
function simulatedFailureOf(answer: ExecuteMultipleResponse): string | null {
  const { simulation_status: status, simulation_gas_used: gas } = answer
  return typeof status === 'string' && typeof gas === 'number' ? status : null
}

/** The simulation that the service keeps of what it built. */
function useRecord(answer: ExecuteMultipleResponse) {
  const path = recordPathOf(answer)
  const id = path?.split('/').at(-1) ?? ''
  return useQuery({
    queryKey: ['simulation', id],
    enabled: path !== null,
    queryFn: () => readRecord(id),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function recordPathOf({ simulator_simulation_url: url }: ExecuteMultipleResponse): string | null {
  return url == null ? null : new URL(url).pathname
}

function BuiltCallRow({ call }: { readonly call: BuiltCall }) {
  const { path, verdict, description } = call
  const [sentence, ...furtherSentences] = description.sentences
  const slot = verdict.positions[0]
  return (
    <li className={`sheet ${facts.item}`}>
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
      {description.unread === null ? null : <p className="problem">{description.unread}</p>}
      <ArgumentList
        values={description.arguments.map(({ path, text, mark }) => ({
          path,
          text,
          note: mark === null ? null : 'Look',
        }))}
      />
    </li>
  )
}

function toneOf(verdict: CallVerdict['verdict']): Tone {
  if (verdict === 'proven') return 'good'
  return verdict === 'conditional' ? 'look' : 'bad'
}

function Simulation(props: {
  readonly answer: ExecuteMultipleResponse
  readonly record: ReturnType<typeof useRecord>
}) {
  const { answer, record } = props
  const path = recordPathOf(answer)
  if (path === null)
    return (
      <Verdict tone="look" title="Not simulated">
        <p>
          {typeof answer.simulation_status === 'string' ? answer.simulation_status : answer.error}
        </p>
      </Verdict>
    )
  return (
    <Loaded query={record} what="the simulation" title="The simulation cannot be read">
      {(page) => {
        if (page === null)
          return <p>The simulation is not kept any more. Build again for a new one.</p>
        const isSame = page.encoded_tx_data.toLowerCase() === answer.encoded_tx_data.toLowerCase()
        if (!isSame)
          return (
            <Verdict tone="bad" title="The simulation is of other calldata">
              <p>
                The server simulated something else than what it built: what it saw is not shown. Do
                not sign this.
              </p>
            </Verdict>
          )
        return (
          <>
            <FirstLooks page={page} />
            <p>
              <a href={path} target="_blank" rel="noreferrer">
                The simulation by its link
              </a>
              , for signers: the holder of the link may read it.
            </p>
            <Effects page={page} run={page.seen[0]!} of="" />
          </>
        )
      }}
    </Loaded>
  )
}
