import type { ReplayedWitness } from '@vaultwright/check'
import { checkProof } from '@vaultwright/check'
import type { SimulationPage } from '@vaultwright/wire'
import { useState } from 'react'
import { Button } from '../part/button.tsx'
import { FileButton } from '../part/file-button.tsx'
import { Section } from '../part/page.tsx'
import parts from '../part/part.module.css'
import { Failure } from '../part/state.tsx'
import { Verdict } from '../part/verdict.tsx'
import { ProofPanel } from '../proof/proof-panel.tsx'
import { loadReplay } from '../proof/replay/ask-replay.ts'
import { noHash } from '../proof/typed-hash.ts'
import { readStateFile, readWitness } from './read-witness.ts'

/** Runs the record's simulation again in this page, from a block hash that the reader gives. */
export function ProofSection({ page }: { readonly page: SimulationPage }) {
  const [witness, setWitness] = useState<string | null>(null)
  const [typed, setTyped] = useState(noHash)
  const [problem, setProblem] = useState<unknown>(null)
  const [isLoading, setLoading] = useState(false)
  const take = async (read: () => Promise<string>) => {
    setLoading(true)
    setProblem(null)
    try {
      const [text] = await Promise.all([read(), loadReplay()])
      setWitness(text)
    } catch (error) {
      setProblem(error)
    }
    setLoading(false)
  }
  const { proof = null } = page
  return (
    <Section title="Proven from a block hash">
      {proof === null && witness === null ? <Unproven page={page} /> : null}
      <Failure title="No witness" error={problem} />
      {witness === null ? (
        <div className={`sheet ${parts.card}`}>
          <p>
            With a witness and the hash of its block, this page runs the transaction itself and
            believes no node and no server. Once it is loaded, nothing more is sent: you may
            disconnect.
          </p>
          <div className={parts.actions}>
            {proof === null ? null : (
              <Button disabled={isLoading} onClick={() => void take(() => readWitness(page.id))}>
                {isLoading ? 'Loading…' : `Load the witness (${sizeText(proof.bytes)})`}
              </Button>
            )}
            <FileButton label="Witness file" take={(file) => void take(() => file.text())}>
              Drop or choose a witness
            </FileButton>
          </div>
        </div>
      ) : (
        <ProofPanel
          witnessText={witness}
          broughtBy="server"
          statedChain={null}
          typed={typed}
          setTyped={setTyped}
          askState={proof === null ? null : () => readStateFile(page.id)}
          judge={(replay) => <RecordVerdict page={page} replay={replay} />}
        />
      )}
    </Section>
  )
}

function Unproven({ page }: { readonly page: SimulationPage }) {
  return (
    <Verdict tone="look" title="Not proven: told by the server">
      <p>
        {page.unproven_because ??
          'The server made no witness. Ask for a simulation with one, or drop the witness as a file.'}
      </p>
    </Verdict>
  )
}

/** The verdict whether the replay is of this record, and whether the record states what follows. */
function RecordVerdict(props: { readonly page: SimulationPage; readonly replay: ReplayedWitness }) {
  const { foreign, contradictions } = checkProof(props.page, props.replay)
  if (foreign.length > 0)
    return (
      <Verdict tone="bad" title="The witness is not of this simulation">
        <Sentences of={foreign} />
      </Verdict>
    )
  if (contradictions.length > 0)
    return (
      <Verdict tone="bad" title="The server states something else than what follows">
        <Sentences of={contradictions} />
      </Verdict>
    )
  return (
    <Verdict
      tone="good"
      title="It is the calldata of this page, and the server states what follows"
    >
      <p>
        Outcome, gas, balances, transfers and approvals of this page are those of the replay, in
        base units. Names, decimals and dollars are not part of it.
      </p>
    </Verdict>
  )
}

function Sentences({ of }: { readonly of: readonly string[] }) {
  return (
    <ul>
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

function sizeText(bytes: number): string {
  return bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1_000)} kB`
}
