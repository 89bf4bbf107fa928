import { type HandOver, type Packet, type PacketForm, printPacketFile } from '@vaultwright/packet'
import { useState } from 'react'
import { Button } from '../part/button.tsx'
import { downloadFile } from '../part/download.ts'
import { fitPacketLink } from '../part/link/packet-link.ts'
import { Section } from '../part/page.tsx'
import parts from '../part/part.module.css'

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
  readonly handOver: HandOver
}) {
  const { packet, source, witness, handOver } = props
  const [link, setLink] = useState('')
  const copyLink = async () => {
    const base = `${location.origin}${location.pathname}`
    const fitted = await fitPacketLink({ text: packet.text, handOver, witness }, base)
    if (fitted === null) return setLink('The packet is too large for a link. Send the file.')
    await navigator.clipboard.writeText(fitted.link)
    const { leftOut } = fitted
    const suffix =
      leftOut.length === 0 ? '' : ` Too large for a link: ${leftOut.join(', ')}. The file has all.`
    setLink(`The link is copied. Its packet is behind the #, which no server sees.${suffix}`)
  }
  const save = () =>
    downloadFile(
      `packet-${packet.contentHash.slice(2, 10)}.json`,
      printPacketFile(packet.text, witness, handOver),
    )
  return (
    <Section title="Packet">
      <div className={`sheet ${parts.card}`}>
        <p className="soft">
          {forms[packet.form]} · {packet.size.toLocaleString('en-US')} bytes · from {source}
        </p>
        <div className={parts.actions}>
          <Button onClick={() => void copyLink()}>Copy a link with this packet</Button>
          <Button onClick={save}>Save the packet with its evidence</Button>
        </div>
        <p className="soft" role="status">
          {link}
        </p>
      </div>
    </Section>
  )
}
