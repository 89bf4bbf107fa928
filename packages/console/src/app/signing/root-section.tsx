import type { Hex } from '@vaultwright/base'
import { printHex } from '@vaultwright/base'
import { openRootProof, openTreeFile, type RootInputs } from '@vaultwright/check'
import { parseAddress, rootOf } from '@vaultwright/merkle'
import type { Packet, PacketRoot, PacketVerdict } from '@vaultwright/packet'
import { parseDrones } from '@vaultwright/protocols'
import { useState } from 'react'
import { Button } from '../part/button.tsx'
import { FileButton } from '../part/file-button.tsx'
import { Hash } from '../part/hash.tsx'
import { askRootProof } from '../part/link/root-question.ts'
import { Section } from '../part/page.tsx'
import parts from '../part/part.module.css'
import { Failure } from '../part/state.tsx'
import { TextField } from '../part/text/field.tsx'
import { Term } from '../part/text/term.tsx'
import { Badge } from '../part/verdict.tsx'
import facts from '../style/fact.module.css'
import styles from './signing.module.css'

const origins: { readonly [origin in PacketRoot['origin']]: string } = {
  tree: 'the tree that you dropped, rebuilt here',
  chain: 'proven here from the hash of a block',
  server: 'stated by the document, which a server sent',
  pasted: 'pasted',
}

/** The root that the calls are compared with, and its source. */
export function RootSection(props: {
  readonly packet: Packet
  readonly chainId: number | null
  readonly inputs: RootInputs
  /** The part of it that came in the packet's file. */
  readonly brought: RootInputs
  readonly setInputs: (inputs: RootInputs) => void
  readonly root: PacketRoot | null
  readonly verdict: PacketVerdict
}) {
  const { packet, chainId, inputs, brought, setInputs, root, verdict } = props
  const [problem, setProblem] = useState<unknown>(null)
  const attempt = async (work: () => Promise<RootInputs> | RootInputs) => {
    setProblem(null)
    try {
      setInputs(await work())
    } catch (error) {
      setProblem(error)
    }
  }
  const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer())
  const { stated } = packet
  const hasLoans = verdict.calls.some(({ batch }) =>
    batch?.calls.some(({ path }) => path.length > 1),
  )
  const deciding = rootTextOf(root)
  const [sender] = verdict.calls
    .filter(({ call }) => call.kind === 'manager_batch')
    .map(({ call, sender: by }) => ({ manager: call.to, strategist: by }))
  const vault = inputs.tree?.file.metadata.vault ?? inputs.vault
  const isBrought = inputs.tree === brought.tree && root?.origin === 'tree'
  return (
    <Section title="Against what">
      <div className={`sheet ${parts.card}`}>
        {root === null ? (
          <p>
            Nothing yet. Drop the tree that you reviewed, or prove the root on chain: until then no
            call is proven.
          </p>
        ) : (
          <dl className={facts.terms}>
            <Term name="Root">{deciding === null ? 'not known' : <Hash value={deciding} />}</Term>
            <Term name="Origin">
              <Badge tone={root.origin === 'tree' || root.origin === 'chain' ? 'good' : 'look'}>
                {root.origin === 'tree' || root.origin === 'chain' ? 'Verified here' : 'Stated'}
              </Badge>{' '}
              {isBrought
                ? 'the tree that came with the packet, rebuilt here'
                : origins[root.origin]}
            </Term>
            {inputs.tree === null ? null : (
              <Term name="Tree">
                {inputs.tree.name}, {inputs.tree.file.metadata.leafCount.toLocaleString('en-US')}{' '}
                leaves
                {root.isContradictory ? ' · the file contradicts itself' : ''}
              </Term>
            )}
            <Term name="Manager">
              {root.manager === null ? (
                'not known (neither tree nor proof names it)'
              ) : (
                <Hash value={root.manager} />
              )}
            </Term>
            {inputs.proof === null ? null : (
              <>
                <Term name="Strategist">
                  <Hash value={inputs.proof.strategist} />
                </Term>
                <Term name={`Block ${String(inputs.proof.block.number)}`}>
                  <Hash value={inputs.proof.block.hash} /> Read this block hash on another device,
                  and give it below: everything else follows from it.
                </Term>
              </>
            )}
          </dl>
        )}
        {inputs.drones.length === 0 ? null : (
          <dl className={facts.terms}>
            <dt>Drones</dt>
            {inputs.drones.map((drone) => (
              <dd key={drone}>
                <Hash value={drone} /> named by you
              </dd>
            ))}
          </dl>
        )}
        <Failure title="That cannot be used" error={problem} />
        <div className={parts.actions}>
          <FileButton
            label="Tree of the strategist"
            take={(file) =>
              void attempt(async () => ({
                ...inputs,
                tree: openTreeFile(file.name, await bytesOf(file)),
              }))
            }
          >
            Drop or choose the tree
          </FileButton>
          <FileButton
            label="Proof of the root"
            take={(file) =>
              void attempt(async () => ({ ...inputs, proof: openRootProof(await file.text()) }))
            }
          >
            Use a proof of the root
          </FileButton>
          {hasLoans ? (
            <FileButton
              label="Tree of the Manager’s own root"
              take={(file) =>
                void attempt(async () => ({
                  ...inputs,
                  managerTree: openTreeFile(file.name, await bytesOf(file)),
                }))
              }
            >
              Tree for the loan’s calls
            </FileButton>
          ) : null}
          {isOffline || sender?.strategist == null || vault === null || chainId === null ? null : (
            <Button
              onClick={() =>
                void attempt(async () => {
                  const strategist = sender.strategist!
                  const answer = await askRootProof({ chainId, vault, strategist })
                  return { ...inputs, proof: openRootProof(answer) }
                })
              }
            >
              Prove the root on chain
            </Button>
          )}
          {stated.root === null || inputs.pasted !== null ? null : (
            <Button onClick={() => setInputs({ ...inputs, pasted: stated.root, isStated: true })}>
              Use the root that the document states
            </Button>
          )}
        </div>
        <WordForm
          label={
            inputs.proof === null
              ? 'A root, or the Manager’s address, that you know from elsewhere'
              : 'The hash of that block as you read it on another device, or the Manager’s address'
          }
          button="Use it"
          take={(word) => attempt(() => withWord(inputs, word))}
        />
        <WordForm
          label="A drone of the vault, which forwards its calls"
          button="Add the drone"
          take={(word) => attempt(() => withDrone(inputs, word))}
        />
      </div>
    </Section>
  )
}

/** A field for one word that the signer knows. */
function WordForm(props: {
  readonly label: string
  readonly button: string
  readonly take: (word: string) => Promise<void>
}) {
  const { label, button, take } = props
  const [text, setText] = useState('')
  return (
    <form
      className={`${styles.fields} ${styles.question}`}
      onSubmit={(event) => {
        event.preventDefault()
        void take(text.trim())
      }}
    >
      <TextField label={label} className={styles.wideField} isMono value={text} change={setText} />
      <Button type="submit" disabled={text.trim() === ''}>
        {button}
      </Button>
    </form>
  )
}

function withWord(inputs: RootInputs, word: string): RootInputs {
  if (/^0x[0-9a-fA-F]{64}$/.test(word)) {
    const hash = word.toLowerCase() as Hex
    const isOfBlock = inputs.proof !== null && hash !== inputs.proof.root.toLowerCase()
    return isOfBlock ? { ...inputs, blockHash: hash } : { ...inputs, pasted: hash, isStated: false }
  }
  return { ...inputs, manager: parseAddress(word) }
}

function withDrone(inputs: RootInputs, word: string): RootInputs {
  const otherDrones = inputs.drones.filter((known) => known.toLowerCase() !== word.toLowerCase())
  return { ...inputs, drones: [...otherDrones, ...parseDrones([word])] }
}

function rootTextOf(root: PacketRoot | null): Hex | null {
  if (root === null) return null
  if (root.root !== null) return root.root
  return root.tree === null ? null : printHex(rootOf(root.tree.tree))
}
