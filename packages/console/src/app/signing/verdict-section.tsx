import { escapeInvisible } from '@vaultwright/base'
import type { Packet, PacketReason, PacketVerdict } from '@vaultwright/packet'
import { useState } from 'react'
import { Button } from '../part/button.tsx'
import { Section } from '../part/page.tsx'
import { type Tone, Verdict } from '../part/verdict.tsx'
import { channelTextOf, weightWords } from './channel-text.ts'
import styles from './signing.module.css'

const answers = {
  yes: ['good', 'Yes', 'Every call is proven, and your device shows these hashes.'],
  conditional: [
    'look',
    'Yes, if',
    'Every call is proven, and your device shows these hashes. Sign only if each line marked “If” is so and is meant.',
  ],
  no: ['bad', 'No', 'Do not sign this packet.'],
  incomplete: ['look', 'Incomplete', 'Do not sign yet: what follows is open.'],
} as const satisfies {
  readonly [answer in PacketVerdict['answer']]: readonly [Tone, string, string]
}

/** The one answer, with every reason, and what signers tell each other. */
export function VerdictSection(props: {
  readonly packet: Packet
  readonly verdict: PacketVerdict
}) {
  const { packet, verdict } = props
  const [isCopied, setCopied] = useState(false)
  const [tone, word, sentence] = answers[verdict.answer]
  const copy = async () => {
    await navigator.clipboard.writeText(channelTextOf(packet, verdict))
    setCopied(true)
  }
  return (
    <Section
      title="6 · Verdict"
      actions={
        <>
          <Button onClick={() => void copy()}>Copy for the signers’ channel</Button>
          <Button onClick={() => print()}>Print</Button>
        </>
      }
    >
      <div aria-live="polite" data-testid="verdict" data-answer={verdict.answer}>
        <Verdict tone={tone} title={`Verdict: ${word}`}>
          <p className={styles.answer}>{sentence}</p>
        </Verdict>
      </div>
      <ul className={styles.reasons}>
        {verdict.reasons.map((reason) => (
          <Reason key={`${reason.code}${reason.path}${reason.message}`} reason={reason} />
        ))}
      </ul>
      <p className={styles.soft} role="status">
        {isCopied ? 'Copied: content hash, hashes, verdict and reasons.' : ''}
      </p>
      <p className={styles.soft}>
        No simulation makes a Yes: a clean one was on the screen of signers who lost everything. One
        that this page ran again from a witness can speak against signing; what a server states of
        one is not part of this verdict.
      </p>
    </Section>
  )
}

function Reason({ reason }: { readonly reason: PacketReason }) {
  const { weight, path, message } = reason
  return (
    <li>
      <strong
        className={weight === 'no' ? styles.bad : weight === 'note' ? styles.soft : styles.look}
      >
        {weightWords[weight]}
      </strong>
      <span>
        {path === null || path === '' ? '' : `Call ${path}: `}
        {escapeInvisible(message)}
      </span>
    </li>
  )
}
