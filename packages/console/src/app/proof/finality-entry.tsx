import { BaseError } from '@vaultwright/base'
import type { ProvenFinality } from '@vaultwright/finality'
import { useId, useState } from 'react'
import { Button } from '../part/button.tsx'
import { FileButton } from '../part/file-button.tsx'
import parts from '../part/part.module.css'
import { Failure } from '../part/state.tsx'
import { Tick } from '../part/text/field.tsx'
import facts from '../style/fact.module.css'
import styles from './proof.module.css'
import { askReplay } from './replay/ask-replay.ts'
import { finalHashOf, noHash, type TypedHash, typedHashOf } from './typed-hash.ts'

/** The most bytes of a finality file: 450 committees and 8,192 headers. */
const maxBytes = 48 * 1024 * 1024

/** Takes a finality file and a checkpoint in place of the hash of a block, and follows the file in this page. */
export function FinalityEntry(props: {
  readonly typed: TypedHash
  readonly setTyped: (typed: TypedHash) => void
  /** As the person stated it elsewhere; null where a file may state it. */
  readonly statedChain: number | null
}) {
  const { typed, setTyped, statedChain } = props
  const [file, setFile] = useState<string | null>(null)
  const [network, setNetwork] = useState<string | null>(null)
  const [checkpoint, setCheckpoint] = useState(noHash)
  const [problem, setProblem] = useState<unknown>(null)
  const id = useId()
  const { final } = typed
  const readInto = (take: (text: string) => void) => async (chosen: File) => {
    setProblem(null)
    if (chosen.size > maxBytes)
      setProblem(new UnusableFinalityError(`has ${chosen.size} bytes, more than ${maxBytes}`))
    else take(await chosen.text())
  }
  const follow = async () => {
    setProblem(null)
    const { hash } = checkpoint
    if (file === null || hash === null) return
    const now = BigInt(Math.floor(Date.now() / 1000))
    try {
      const proven = await askReplay({ kind: 'finality', file, network, checkpoint: hash, now })
      if (statedChain !== null && proven.chainId !== statedChain) {
        throw new UnusableFinalityError(
          `is of chain ${proven.chainId}, and the transaction of ${statedChain}`,
        )
      }
      setTyped(finalHashOf(proven, false))
    } catch (error) {
      setProblem(error)
    }
  }
  if (final !== null) {
    return (
      <div className={styles.entry}>
        <FinalSentence final={final} />
        <Tick
          isTicked={typed.isFromElsewhere}
          isDisabled={final.checkpoint.isOld}
          change={(isTicked) => setTyped(finalHashOf(final, isTicked))}
        >
          I read this checkpoint elsewhere: neither in this page nor in what brought the file
        </Tick>
        <div className={parts.actions}>
          <Button onClick={() => setTyped(noHash)}>Type the hash of the block instead</Button>
        </div>
      </div>
    )
  }
  return (
    <details className={`${facts.more} ${styles.more}`}>
      <summary>Prove the block from a checkpoint instead</summary>
      <div className={styles.entry}>
        <p className="soft">
          A finality file follows Ethereum’s sync committees from a beacon block that you trust to
          this block. It takes the place of the hash and of the chain.
        </p>
        <div className={parts.actions}>
          <FileButton label="Finality file" take={(chosen) => void readInto(setFile)(chosen)}>
            {file === null ? 'Drop or choose a finality file' : 'Choose another finality file'}
          </FileButton>
          <FileButton label="Beacon network" take={(chosen) => void readInto(setNetwork)(chosen)}>
            {network === null ? 'Another chain than mainnet: its file' : 'Choose another chain'}
          </FileButton>
        </div>
        <div className={parts.field}>
          <label htmlFor={id}>Checkpoint</label>
          <small id={`${id}-hint`}>
            The root of a finalised beacon block, from two sources that do not know each other.
          </small>
          <input
            id={id}
            className={`${parts.input} mono`}
            value={checkpoint.text}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={checkpoint.problem !== null}
            aria-describedby={`${id}-hint ${id}-state`}
            onChange={(event) => setCheckpoint(typedHashOf(event.target.value, false))}
          />
        </div>
        <p id={`${id}-state`} className={checkpoint.problem === null ? 'soft' : 'problem'}>
          {checkpoint.problem ??
            (checkpoint.digits === '' ? '' : `${checkpoint.digits.length} of 64 digits`)}
        </p>
        <div className={parts.actions}>
          <Button onClick={() => void follow()}>Follow the file in this page</Button>
        </div>
        <Failure title="The block is not proven final" error={problem} />
      </div>
    </details>
  )
}

function FinalSentence({ final }: { readonly final: ProvenFinality }) {
  const { block, signers, checkpoint, chainId, rollup, final: header } = final
  const days = checkpoint.ageSeconds / 86_400n
  const hours = rollup === null ? 0n : rollup.ageSeconds / 3_600n
  return (
    <>
      <p role="status">
        {rollup === null ? 'Final' : 'Confirmed'}: block {String(block.number)} of chain {chainId}
        {rollup === null
          ? ''
          : `, as of block ${header.block.number} of chain ${rollup.under} by the rollup’s contracts`}
        , slot {String(header.slot)},{' '}
        {signers === null
          ? 'under the checkpoint itself'
          : `${signers.count} of ${signers.of} members signed`}
        .
      </p>
      {rollup === null ? null : (
        <p>
          The newest block that they confirmed was made {hours === 1n ? '1 hour' : `${hours} hours`}{' '}
          ago. This is not the rollup’s current state.
        </p>
      )}
      <p className={checkpoint.isOld ? 'problem' : 'soft'}>
        It rests on the checkpoint <code>{checkpoint.root}</code> (slot {String(checkpoint.slot)},{' '}
        {days === 1n ? '1 day' : `${days} days`} old).
        {checkpoint.isOld
          ? ' That is too old: validators that left since could sign another history. Make the file again from a newer one.'
          : ''}
      </p>
    </>
  )
}

/** A finality file is not for this witness. */
class UnusableFinalityError extends BaseError {
  override readonly code = 'finality_file_unusable'
  override readonly kind = 'invalid_input'

  constructor(reason: string) {
    super({ message: `The finality file ${reason}. Give another one.`, facts: { reason } })
  }
}
