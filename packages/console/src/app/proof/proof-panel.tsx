import { type ReactNode, useMemo } from 'react'
import parts from '../part/part.module.css'
import { Failure } from '../part/state.tsx'
import { BlockHashEntry } from './block-hash-entry.tsx'
import { hashFieldName } from './claimed-block.ts'
import { HoldReport } from './hold-report.tsx'
import { NotProven } from './not-proven.tsx'
import type { ReplayedWitness } from './replay/replay-question.ts'
import { useReplay } from './replay/use-replay.ts'
import { ReplayReport } from './replay-report.tsx'
import { RestsOn } from './rests-on.tsx'
import { TimesTried } from './times-tried.tsx'
import type { TypedHash } from './typed-hash.ts'

/** All that is shown of a witness: the hash is typed, the simulation runs again here, and what it is worth. */
export function ProofPanel(props: {
  /** Text of the file. */
  readonly witnessText: string
  readonly broughtBy: 'packet' | 'server'
  readonly typed: TypedHash
  readonly setTyped: (typed: TypedHash) => void
  /** Asks for a state file of the newest block; null where there is no service. */
  readonly askState: (() => Promise<string>) | null
  /** Shown before the report, such as whether it is the transaction that is signed. */
  readonly judge: (replay: ReplayedWitness) => ReactNode
}) {
  const { witnessText, broughtBy, typed, setTyped, askState, judge } = props
  const state = useReplay(witnessText, typed.hash)
  const name = useMemo(() => hashFieldName(witnessText), [witnessText])
  const replay = state.kind === 'replayed' ? state.replay : null
  return (
    <div className={parts.card}>
      <BlockHashEntry name={name} typed={typed} setTyped={setTyped} />
      {state.kind === 'running' ? <p role="status">Running the transaction in this page…</p> : null}
      {state.kind === 'refused' ? (
        <Failure title="Nothing is proven: the witness is refused" error={state.error} />
      ) : null}
      {replay === null ? null : (
        <>
          {judge(replay)}
          <ReplayReport replay={replay} typed={typed} broughtBy={broughtBy} />
          <NotProven />
          <RestsOn replay={replay} />
          <HoldReport
            witnessText={witnessText}
            blockHash={replay.simulation.block.hash}
            askState={askState}
          />
          <TimesTried witnessText={witnessText} blockHash={replay.simulation.block.hash} />
        </>
      )}
    </div>
  )
}
