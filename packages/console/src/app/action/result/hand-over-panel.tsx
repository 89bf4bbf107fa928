import { useState } from 'react'
import { Button } from '../../part/button.tsx'
import { downloadFile } from '../../part/download.ts'
import { QrCode } from '../../part/link/qr-code.tsx'
import part from '../../part/part.module.css'
import { Failure } from '../../part/state.tsx'
import { SelectField, TextField } from '../../part/text/field.tsx'
import { Term } from '../../part/text/term.tsx'
import facts from '../../style/fact.module.css'
import { CopyLink } from './copy-link.tsx'
import type { ProvenCalldata, SafeInput } from './hand-over.ts'
import styles from './result.module.css'
import { SendAct } from './send-act.tsx'
import type { HandOverMaker, SignerLink } from './signer-link.ts'

/** The link, the files and the hashes for the people who sign; all of them are made in this page. */
export function HandOverPanel({ signerLink }: { readonly signerLink: SignerLink }) {
  const { maker, handOver, batch, input, setInput, link, isTooLarge, problem } = signerLink
  const hash = maker.packetHashOf(batch)
  const name = `${handOver.place.vaultName.toLowerCase().replaceAll(/\W+/g, '-')}-${hash.slice(2, 10)}`
  return (
    <div className={facts.list}>
      <SafeTransactionForm handOver={handOver} maker={maker} input={input} setInput={setInput} />
      <Failure title="No link can be made" error={problem} />
      <div className={part.actions}>
        <CopyLink link={link} look="plain" />
        {link === null ? null : (
          <a href={link} target="_blank" rel="noreferrer">
            Open in the signing room
          </a>
        )}
      </div>
      <p className="note" role="status">
        {isTooLarge
          ? 'The packet is too large for a link. Send the Safe batch as a file.'
          : linkNoteOf(signerLink)}
      </p>
      <SecondMachine signerLink={signerLink} />
      <p>Content hash, to read aloud to every signer:</p>
      <p className={facts.large} data-testid="packet-hash">
        {hash}
      </p>
      <div className={part.actions}>
        <SendAct signerLink={signerLink} />
        <Button onClick={() => downloadFile(`${name}.safe.json`, batch)}>
          Download the Safe batch
        </Button>
        <Button onClick={() => downloadFile(`${name}.evidence.json`, maker.evidenceText(handOver))}>
          Download the evidence
        </Button>
        <Button onClick={() => downloadFile(`${name}.hex`, `${handOver.calldata}\n`)}>
          Download the calldata
        </Button>
      </div>
    </div>
  )
}

/** The packet as a picture, for a machine that gets no message from this one. */
function SecondMachine({ signerLink }: { readonly signerLink: SignerLink }) {
  const { link, codeLink } = signerLink
  const [isOpen, setOpen] = useState(false)
  if (link === null) return null
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>QR code for a second machine</summary>
      {codeLink === null ? (
        <p>The packet is too large for one QR code. Download the Safe batch below instead.</p>
      ) : (
        <>
          {isOpen ? <QrCode link={codeLink.link} /> : null}
          {codeLink.leftOut.length === 0 ? null : (
            <p className="note">
              One code has no room for {codeLink.leftOut.join(' and ')}: the signing room there asks
              for it.
            </p>
          )}
        </>
      )}
    </details>
  )
}

function linkNoteOf({ link, gaps }: SignerLink): string {
  if (link === null) return 'The link is being made.'
  const bytes = `${link.length.toLocaleString('en-US')} characters, and no server sees what is behind the #.`
  return gaps.length === 0
    ? `One link carries the calls, the Safe, its nonce, and the proof of the root: ${bytes} Signers compare their device, and the block of the proof.`
    : `The link has ${bytes} Signers have to give what is not in it: ${gaps.join(', ')}.`
}

function SafeTransactionForm(props: {
  readonly handOver: ProvenCalldata
  readonly maker: HandOverMaker
  readonly input: SafeInput
  readonly setInput: (input: SafeInput) => void
}) {
  const { handOver, maker, input, setInput } = props
  return (
    <div className={`sheet ${part.card}`}>
      <h3>The Safe transaction, as a hardware wallet shows it</h3>
      <div className={styles.safe}>
        <TextField
          label="Safe"
          value={input.safe}
          change={(safe) => setInput({ ...input, safe })}
        />
        <SelectField
          label="Version"
          value={input.version}
          change={(version) => setInput({ ...input, version })}
          options={maker.safeVersions.map((version) => [version, version])}
        />
        <TextField
          label="Nonce of the Safe"
          inputMode="numeric"
          value={input.nonce}
          change={(nonce) => setInput({ ...input, nonce })}
        />
      </div>
      {input.nonce.trim() === '' ? (
        <p className="note">
          Give the nonce that the Safe's queue shows: the hashes depend on it, and signers have
          nothing to type.
        </p>
      ) : (
        <SafeHashList handOver={handOver} maker={maker} input={input} />
      )}
    </div>
  )
}

function SafeHashList(props: {
  readonly handOver: ProvenCalldata
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
      <dl className={`sheet ${facts.facts}`}>
        {rows.map(([name, hash]) => (
          <Term key={name} name={name}>
            <span className={facts.large} title={hash}>
              {maker.inFours(hash)}
            </span>
          </Term>
        ))}
      </dl>
    )
  } catch (error) {
    return <Failure title="The hashes cannot be computed" error={error} />
  }
}
