import { escapeInvisible } from '@vaultwright/base'
import type { WitnessedLayer, WitnessField } from '@vaultwright/packet'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../part/button.tsx'
import { FileButton } from '../part/file-button.tsx'
import parts from '../part/part.module.css'
import { Failure, Loading } from '../part/state.tsx'
import { Verdict } from '../part/verdict.tsx'
import type { TypedHash } from '../proof/typed-hash.ts'
import { askState, askWitness } from './question/simulation-question.ts'
import styles from './signing.module.css'
import { type BesideWitness, type OpenedWitness, witnessTextIn } from './witness-evidence.ts'

const Proof = lazy(async () => ({
  default: (await import('../proof/proof-panel.tsx')).ProofPanel,
}))

/** The simulation of the packet, run again in this page from a witness and the hash of its block. */
export function WitnessCard(props: {
  readonly opened: OpenedWitness | null
  readonly setBeside: (beside: BesideWitness | null) => void
  readonly layer: WitnessedLayer | null
  /** Of the wallet, as the signer or the packet states it. */
  readonly chainId: number | null
  readonly typed: TypedHash
  readonly setTyped: (typed: TypedHash) => void
  /** Under which name the service of this page keeps the simulation; null without one. */
  readonly simulationId: string | null
}) {
  const { opened, setBeside, layer, chainId, typed, setTyped, simulationId } = props
  const [problem, setProblem] = useState<unknown>(null)
  const attempt = async (work: () => Promise<BesideWitness>) => {
    setProblem(null)
    try {
      setBeside(await work())
    } catch (error) {
      setProblem(error)
    }
  }
  const take = (file: File) =>
    attempt(async () => {
      const text = witnessTextIn(await file.text())
      return { text, broughtBy: 'packet', name: file.name }
    })
  const ask = (id: string) =>
    attempt(async () => {
      return { text: await askWitness(id), broughtBy: 'server', name: 'this server' }
    })
  return (
    <>
      <div className={`sheet ${parts.card} ${opened === null ? styles.question : ''}`}>
        {opened === null ? (
          <p>
            No witness is beside this packet. With one, this page runs the call again by itself,
            from nothing but the hash of a block that you read on another device.
          </p>
        ) : (
          <p className="soft">
            Witness: {escapeInvisible(opened.name)}, {opened.text.length.toLocaleString('en-US')}{' '}
            bytes. It proves nothing until you give the hash of its block.
          </p>
        )}
        <Failure title="That is not a witness" error={problem} />
        {opened?.problem == null ? null : (
          <Failure title="The witness is refused" error={opened.problem} />
        )}
        {opened === null || opened.witness === null ? null : <MatchNote layer={layer} />}
        <div className={`${parts.actions} ${styles.question}`}>
          <FileButton label="Witness of the simulation" take={(file) => void take(file)}>
            {opened === null ? 'Drop or choose the witness' : 'Use another witness'}
          </FileButton>
          {isOffline || simulationId === null || opened !== null ? null : (
            <Button onClick={() => void ask(simulationId)}>
              Take the witness from this server
            </Button>
          )}
          {opened === null ? null : (
            <Button onClick={() => setBeside(null)}>Leave the witness out</Button>
          )}
        </div>
      </div>
      {opened === null || layer?.match.ok !== true ? null : (
        <Suspense fallback={<Loading what="what runs a simulation again" />}>
          <Proof
            key={opened.text}
            witnessText={opened.text}
            broughtBy={opened.broughtBy}
            statedChain={chainId}
            typed={typed}
            setTyped={setTyped}
            askState={isOffline || simulationId === null ? null : () => askState(simulationId)}
            judge={noJudgement}
          />
        </Suspense>
      )}
    </>
  )
}

/** The verdict of the room judges the simulation together with everything else. */
const noJudgement = () => null

/** A note that the witness is of a call of the packet, or not; it is compared before anything is run. */
function MatchNote({ layer }: { readonly layer: WitnessedLayer | null }) {
  if (layer === null) {
    return <Verdict tone="bad" title="The simulation is of a call, and this packet makes none" />
  }
  const { path, match, before, after } = layer
  if (!match.ok) {
    return (
      <Verdict tone="bad" title="The simulation is of another call than this packet's">
        <ul>
          {match.differences.map(({ field, message }) => (
            <li key={field}>{message}</li>
          ))}
        </ul>
      </Verdict>
    )
  }
  const isWhole = match.unknown.length === 0
  const place = path === '' ? 'the call of this packet' : `call ${path} of this packet`
  const otherCount = before.length + after.length
  return (
    <Verdict
      tone={isWhole && before.length === 0 ? 'good' : 'look'}
      title={`Verified here: what was simulated is ${place}`}
    >
      <p>
        {isWhole
          ? 'Chain, caller, target, value and calldata are the same.'
          : `Calldata and value are the same. The packet does not say: ${match.unknown.map((field) => words[field]).join(', ')}.`}
        {otherCount === 0
          ? ''
          : ` It is of this call alone: ${otherCount} other ${otherCount === 1 ? 'call is' : 'calls are'} not in it.`}
      </p>
    </Verdict>
  )
}

const words: { readonly [field in WitnessField]: string } = {
  chainId: 'the chain',
  from: 'who calls',
  to: 'who is called',
  data: 'the calldata',
  value: 'the value',
}
