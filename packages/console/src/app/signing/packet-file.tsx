import { type Packet, type PacketForm, printPacketFile } from '@vaultwright/packet'
import { useState } from 'react'
import { Button } from '../part/button.tsx'
import { downloadFile } from '../part/download.ts'
import { packetLinkOf } from '../part/packet-link.ts'
import { Section } from '../part/page.tsx'
import parts from '../part/part.module.css'
import styles from './signing.module.css'

const forms: { readonly [form in PacketForm]: string } = {
  calldata: 'Calldata',
  safe_batch: 'Safe batch file',
  safe_transaction: 'Safe transaction of a service',
  typed_data: 'EIP-712 typed data of a Safe transaction',
  evidence: 'Evidence document: its calldata alone is judged',
  simulation: 'Simulation: its calldata alone is judged',
}

/** The packet's form, and the way to another signer. */
export function PacketFile(props: {
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
  const save = (text: string) =>
    downloadFile(
      `packet-${packet.contentHash.slice(2, 10)}.json`,
      printPacketFile(packet.text, text),
    )
  return (
    <Section title="Packet">
      <div className={parts.card}>
        <p className={styles.soft}>
          {forms[packet.form]} · {packet.size.toLocaleString('en-US')} bytes · from {source}
        </p>
        <div className={parts.actions}>
          <Button onClick={() => void copyLink()}>Copy a link with this packet</Button>
          {witness === null ? null : (
            <Button onClick={() => save(witness)}>Save packet and witness as one file</Button>
          )}
        </div>
        <p className={styles.soft} role="status">
          {link}
        </p>
      </div>
    </Section>
  )
}
