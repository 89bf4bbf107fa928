import type { AnswerSummary } from '@vaultwright/check'
import type { Packet, PacketVerdict } from '@vaultwright/packet'
import { useState } from 'react'
import { shortHash } from '../part/band/answer-band.tsx'
import { ReasonList } from '../part/band/reason-list.tsx'
import { Button } from '../part/button.tsx'
import { Hash } from '../part/hash.tsx'
import { Section } from '../part/page.tsx'
import parts from '../part/part.module.css'
import { channelTextOf } from './channel-text.ts'
import styles from './signing.module.css'

/** Every reason of the answer, and what signers tell each other. */
export function WhySection(props: {
  readonly packet: Packet
  readonly verdict: PacketVerdict
  readonly answer: AnswerSummary
}) {
  const { verdict, answer } = props
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(channelTextOf(verdict, answer.verdict))
    setCopied(true)
  }
  return (
    <Section title="Why this answer">
      <div className={`sheet ${parts.card}`}>
        <ReasonList reasons={answer.verdict.reasons} />
        <p className={`soft ${styles.question}`}>
          Read {shortHash(verdict.contentHash)} to the other signers, who got the packet through
          another channel: all of you have the same transaction, or you do not.
        </p>
        <Hash value={verdict.contentHash} />
        <div className={parts.actions}>
          <Button onClick={() => void copy()}>Copy for the signers’ channel</Button>
          <Button onClick={() => print()}>Print</Button>
        </div>
        <p className="soft" role="status">
          {isCopied ? 'Copied: content hash, hashes, verdict and reasons.' : ''}
        </p>
        <p className={`soft ${styles.question}`}>
          No simulation makes a Yes: a clean one was on the screen of signers who lost everything.
          One that this page ran again from a witness can speak against signing; a server’s
          statement of one is not part of this answer.
        </p>
      </div>
    </Section>
  )
}
