import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '../../part/button.tsx'
import { downloadFile } from '../../part/download.ts'
import { CopyButton } from '../../part/hash.tsx'
import part from '../../part/part.module.css'
import { Failure, Loaded } from '../../part/state.tsx'
import type { HandOver, SafeInput } from './hand-over.ts'
import styles from './result.module.css'

type HandOverProps = {
  readonly handOver: HandOver
  /** False where it would fail: then no download is what a hand goes to first. */
  readonly isPrimary: boolean
}

/** Files and hashes for the people who sign; all of them are made in this page. */
export function HandOverPanel(props: HandOverProps) {
  const maker = useQuery({
    queryKey: ['hand-over-maker'],
    queryFn: () => import('./hand-over.ts'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Loaded query={maker} what="what makes the files" title="The files cannot be made">
      {(made) => <HandOverFiles {...props} maker={made} />}
    </Loaded>
  )
}

function HandOverFiles(props: HandOverProps & { readonly maker: HandOverMaker }) {
  const { handOver, maker, isPrimary } = props
  // The file names its time: one time, so that file and link are the same packet.
  const [batch] = useState(() => maker.safeBatchText(handOver, Date.now()))
  const hash = maker.packetHashOf(batch)
  const link = useQuery({
    queryKey: ['packet-link', batch],
    queryFn: async () => {
      const { packetLinkOf } = await import('../../part/packet-link.ts')
      return packetLinkOf(batch, `${location.origin}/console/sign`)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const name = `${handOver.place.vaultName.toLowerCase().replaceAll(/\W+/g, '-')}-${hash.slice(2, 10)}`
  return (
    <div className={styles.handOver}>
      <p>Content hash, to read aloud to every signer:</p>
      <p className={styles.large} data-testid="packet-hash">
        {hash}
      </p>
      <div className={styles.buttons}>
        <Button
          look={isPrimary ? 'primary' : 'plain'}
          onClick={() => downloadFile(`${name}.safe.json`, batch)}
        >
          Download the Safe batch
        </Button>
        <Button onClick={() => downloadFile(`${name}.evidence.json`, maker.evidenceText(handOver))}>
          Download the evidence
        </Button>
        <Button onClick={() => downloadFile(`${name}.hex`, `${handOver.calldata}\n`)}>
          Download the calldata
        </Button>
        {link.data === undefined || link.data === null ? null : (
          <span className={styles.packetLink}>
            <a href={link.data} target="_blank" rel="noreferrer">
              Open in the signing room
            </a>
            <CopyButton value={link.data} />
          </span>
        )}
      </div>
      {link.data === null ? (
        <p className={styles.soft}>
          The packet is too large for a link. Send the Safe batch as a file.
        </p>
      ) : null}
      <SafeTransactionForm handOver={handOver} maker={maker} />
    </div>
  )
}

type HandOverMaker = typeof import('./hand-over.ts')

function SafeTransactionForm(props: {
  readonly handOver: HandOver
  readonly maker: HandOverMaker
}) {
  const { handOver, maker } = props
  const id = useId()
  const [input, setInput] = useState<SafeInput>({
    safe: handOver.place.strategist,
    version: '1.4.1',
    nonce: '',
  })
  return (
    <div className={part.card}>
      <h3>The Safe transaction, as a hardware wallet shows it</h3>
      <div className={styles.safe}>
        <div className={part.field}>
          <label htmlFor={`${id}-safe`}>Safe</label>
          <input
            id={`${id}-safe`}
            className={part.input}
            value={input.safe}
            spellCheck={false}
            onChange={(event) => setInput({ ...input, safe: event.target.value })}
          />
        </div>
        <div className={part.field}>
          <label htmlFor={`${id}-version`}>Version</label>
          <select
            id={`${id}-version`}
            className={part.input}
            value={input.version}
            onChange={(event) => setInput({ ...input, version: event.target.value })}
          >
            {maker.safeVersions.map((version) => (
              <option key={version}>{version}</option>
            ))}
          </select>
        </div>
        <div className={part.field}>
          <label htmlFor={`${id}-nonce`}>Nonce of the Safe</label>
          <input
            id={`${id}-nonce`}
            className={part.input}
            inputMode="numeric"
            value={input.nonce}
            onChange={(event) => setInput({ ...input, nonce: event.target.value })}
          />
        </div>
      </div>
      {input.nonce.trim() === '' ? (
        <p className={styles.soft}>
          Give the nonce that the Safe's queue shows: the hashes depend on it.
        </p>
      ) : (
        <SafeHashList handOver={handOver} maker={maker} input={input} />
      )}
    </div>
  )
}

function SafeHashList(props: {
  readonly handOver: HandOver
  readonly maker: HandOverMaker
  readonly input: SafeInput
}) {
  const { handOver, maker, input } = props
  try {
    const { domain, message, transaction } = maker.safeHashesFor(handOver, input)
    const rows = [
      ['Domain hash', domain],
      ['Message hash', message],
      ['safeTxHash', transaction],
    ] as const
    return (
      <dl className={styles.facts}>
        {rows.map(([name, hash]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={styles.large} title={hash}>
              {maker.inFours(hash)}
            </dd>
          </div>
        ))}
      </dl>
    )
  } catch (error) {
    return <Failure title="The hashes cannot be computed" error={error} />
  }
}
