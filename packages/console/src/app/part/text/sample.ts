import text from './sample-packet.json?raw'

/** The packet of a first visit: a Safe of the local chain supplies 25 WETH to Aave, beside the tree that permits it. */
export const samplePacket: string = text

/** The same packet with one account changed: the supply is for an outsider, and no leaf permits it. */
export function changedSample(): string {
  const file = JSON.parse(text) as { readonly packet: string; readonly vault: string }
  const beneficiary = file.vault.slice(2).toLowerCase()
  const start = file.packet.lastIndexOf(beneficiary)
  const packet = `${file.packet.slice(0, start)}${'22'.repeat(20)}${file.packet.slice(start + 40)}`
  return JSON.stringify({ ...file, packet })
}

/** The text of the tree file beside the packet. */
export function sampleTree(): string {
  return (JSON.parse(text) as { readonly tree: string }).tree
}
