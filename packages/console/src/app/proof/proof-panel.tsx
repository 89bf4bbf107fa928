import type { ReplayedWitness } from '@vaultwright/check'
import { type ReactNode, useMemo, useState } from 'react'
import parts from '../part/part.module.css'
import { Failure } from '../part/state.tsx'
import { BlockHashEntry } from './block-hash-entry.tsx'
import { ChainEntry } from './chain-entry.tsx'
import { hashFieldName } from './claimed-block.ts'
import { FinalityEntry } from './finality-entry.tsx'
import { HoldReport } from './hold-report.tsx'
import { NotProven } from './not-proven.tsx'
import { useReplay } from './replay/use-replay.ts'
import { ReplayReport } from './replay-report.tsx'
import { RestsOn } from './rests-on.tsx'
import { TermFindings, TransactionOfWitness, termsOf, witnessIn } from './terms-of-witness.tsx'
import { TimesTried } from './times-tried.tsx'
import type { TypedHash } from './typed-hash.ts'

/** All that is shown of a witness: the hash is typed, the simulation runs again here, and what it is worth. */
export function ProofPanel(props: {
  /** Text of the file. */
  readonly witnessText: string
  readonly broughtBy: 'packet' | 'server'
  /** As the person stated it elsewhere; null where it is asked here. */
  readonly statedChain: number | null
  readonly typed: TypedHash
  readonly setTyped: (typed: TypedHash) => void
  /** Asks for a state file of the newest block; null where there is no service. */
  readonly askState: (() => Promise<string>) | null
  /** Shown before the report, such as whether it is the transaction that is signed. */
  readonly judge: (replay: ReplayedWitness) => ReactNode
}) {
  const { witnessText, broughtBy, statedChain, typed, setTyped, askState, judge } = props
  const [chosenChain, setChosenChain] = useState<number | null>(null)
  const { final } = typed
  const chainId = statedChain ?? final?.chainId ?? chosenChain
  const witness = useMemo(() => witnessIn(witnessText), [witnessText])
  const findings = useMemo(
    () => (witness === null || chainId === null ? [] : termsOf(witness, chainId)),
    [witness, chainId],
  )
  const isOtherTerms = findings.some(({ weight }) => weight === 'no')
  // Under terms that its block does not give, it is not run: whatever it comes to, it proves nothing.
  const isRun = chainId !== null && !isOtherTerms
  const state = useReplay(witnessText, isRun ? typed.hash : null)
  const name = useMemo(() => hashFieldName(witnessText), [witnessText])
  const replay = state.kind === 'replayed' ? state.replay : null
  return (
    <div className={`sheet ${parts.card}`}>
      {witness === null ? null : <TransactionOfWitness witness={witness} />}
      {statedChain === null && final === null ? (
        <ChainEntry chainId={chosenChain} setChainId={setChosenChain} />
      ) : null}
      {final === null ? <BlockHashEntry name={name} typed={typed} setTyped={setTyped} /> : null}
      <FinalityEntry typed={typed} setTyped={setTyped} statedChain={statedChain} />
      <TermFindings findings={findings} />
      {state.kind === 'running' ? <p role="status">Running the transaction in this page…</p> : null}
      {state.kind === 'refused' ? (
        <Failure title="Nothing is proven: the witness is refused" error={state.error} />
      ) : null}
      {replay === null || chainId === null ? null : (
        <>
          {judge(replay)}
          <ReplayReport
            replay={replay}
            typed={typed}
            broughtBy={broughtBy}
            isOpen={findings.length > 0}
          />
          <NotProven chainId={chainId} isFinal={final !== null} />
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
