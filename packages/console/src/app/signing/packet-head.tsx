import { type Packet, type PacketForm, printPacketFile } from '@vaultwright/packet'
import { useState } from 'react'
import { Button } from '../part/button.tsx'
import { downloadFile } from '../part/download.ts'
import { Hash } from '../part/hash.tsx'
import { packetLinkOf } from '../part/packet-link.ts'
import { Section } from '../part/page.tsx'
import parts from '../part/part.module.css'
import { Badge } from '../part/verdict.tsx'
import { shortContentHash } from './channel-text.ts'
import styles from './signing.module.css'

const forms: { readonly [form in PacketForm]: string } = {
  calldata: 'Calldata',
  safe_batch: 'Safe batch file',
  safe_transaction: 'Safe transaction of a service',
  typed_data: 'EIP-712 typed data of a Safe transaction',
  evidence: 'Evidence document: its calldata alone is judged',
  simulation: 'Simulation: its calldata alone is judged',
}

/** The packet, and the hash that signers read to each other. */
export function PacketHead(props: {
  readonly packet: Packet
  readonly source: string
  /** Text of the witness beside it; null without one. */
  readonly witness: string | null
}) {
  const { packet, source, witness } = props
  const [link, setLink] = useState('')
  const copyLink = async () => {
    const base = `${location.origin}${location.pathname}`
    const link = await packetLinkOf(packet.text, base)
    if (link === null) return setLink('The packet is too large for a link. Send the file.')
    await navigator.clipboard.writeText(link)
    const suffix =
      witness === null ? '' : ' The witness is too large for a link: send it as a file.'
    setLink(`The link is copied. Its packet is behind the #, which no server sees.${suffix}`)
  }
  return (
    <Section
      title="1 · Packet"
      actions={
        <>
          <Button onClick={() => void copyLink()}>Copy a link with this packet</Button>
          {witness === null ? null : (
            <Button
              onClick={() =>
                downloadFile(
                  `packet-${packet.contentHash.slice(2, 10)}.json`,
                  printPacketFile(packet.text, witness),
                )
              }
            >
              Save packet and witness as one file
            </Button>
          )}
        </>
      }
    >
      <div className={parts.card}>
        <p className={styles.soft}>
          {forms[packet.form]} · {packet.size.toLocaleString('en-US')} bytes · from {source}
        </p>
        <p className={styles.contentHash} data-testid="content-hash">
          {shortContentHash(packet.contentHash)}
        </p>
        <p>
          Read these 16 characters to the other signers, who got the packet through another channel.
          All of you have the same packet, or you do not.
        </p>
        <div className={styles.line}>
          <Badge tone="good">Verified here</Badge>
          <Hash value={packet.contentHash} />
        </div>
        <p className={styles.soft} role="status">
          {link}
        </p>
      </div>
    </Section>
  )
}
