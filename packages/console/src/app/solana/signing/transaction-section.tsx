import type { JudgedTransaction } from '@vaultwright/check'
import { useState } from 'react'
import { Button } from '../../part/button.tsx'
import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import parts from '../../part/part.module.css'
import { Tick } from '../../part/text/field.tsx'
import { Term } from '../../part/text/term.tsx'
import { Badge } from '../../part/verdict.tsx'
import styles from '../../style/fact.module.css'

/** The transaction, and the hash that signers compare. */
export function TransactionSection(props: {
  readonly judged: JudgedTransaction
  readonly base64: string
  readonly source: string
  readonly isCompared: boolean
  readonly setCompared: (isCompared: boolean) => void
}) {
  const { judged, base64, source, isCompared, setCompared } = props
  const [link, setLink] = useState('')
  const copyLink = async () => {
    const { packetLinkOf } = await import('../../part/link/packet-link.ts')
    const link = await packetLinkOf(base64, `${location.origin}${location.pathname}`)
    if (link === null) return setLink('The transaction is too large for a link. Send the file.')
    await navigator.clipboard.writeText(link)
    setLink('The link is copied. Its transaction is behind the #, which no server sees.')
  }
  const { version, size, feePayer, signerCount, signedCount, lifetime, isNonce } = judged
  return (
    <Section
      title="Compare the message"
      actions={<Button onClick={() => void copyLink()}>Copy a link with this transaction</Button>}
    >
      <div className={`sheet ${parts.card}`}>
        <p className="soft">
          Solana transaction, {version === 'legacy' ? 'the legacy format' : `version ${version}`} ·{' '}
          {size.toLocaleString('en-US')} bytes · from {source}
        </p>
        <p>
          Read the first 16 characters of the message hash to the other signers, who got the
          transaction through another channel. All of you have the same message, or you do not.
        </p>
        <dl className={styles.terms}>
          <Term name="Message hash, SHA-256">
            <Hash value={judged.messageHash} /> <Badge tone="good">Verified here</Badge>
          </Term>
          <Term name="The same in base58, as wallets show it that cannot read a transaction">
            <Hash value={judged.messageHashBase58} />
          </Term>
          <Term name="Fee payer">
            <Hash value={feePayer} />
          </Term>
          <Term name="Must sign">
            {signerCount} {signerCount === 1 ? 'account' : 'accounts'}, {signedCount}{' '}
            {signedCount === 1 ? 'signature is' : 'signatures are'} in it
          </Term>
          <Term name={isNonce ? 'Durable nonce' : 'Blockhash'}>
            {lifetime === null ? 'not known without the lookup tables' : <Hash value={lifetime} />}{' '}
            {isNonce
              ? 'It does not expire until the nonce advances.'
              : 'It expires about a minute after the blockhash was made.'}
          </Term>
          <Term name="Fee at most">{judged.feeText}</Term>
        </dl>
        <Tick isTicked={isCompared} change={setCompared}>
          The message hash matches on a second device
        </Tick>
        <p className="soft" role="status">
          {link}
        </p>
      </div>
    </Section>
  )
}
