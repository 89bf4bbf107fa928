import { escapeInvisible } from '@vaultwright/base'
import type { Packet, PacketVerdict } from '@vaultwright/packet'
import { groupsOfFour } from './wallet-form.ts'

const answers = {
  yes: 'Yes',
  conditional: 'Yes, if each line marked "If" is so and is meant',
  no: 'No',
  incomplete: 'Incomplete',
} as const

/** Words before reasons, by their weight. */
export const weightWords = { no: 'No', incomplete: 'Open', condition: 'If', note: 'Note' } as const

/** Makes the text for the signers' channel: what was looked at, its hashes, the answer with every reason. */
export function channelTextOf(packet: Packet, { answer, hashed, reasons }: PacketVerdict): string {
  const hashes = hashed.ok
    ? [
        `Safe           ${hashed.safe}, nonce ${hashed.transaction.nonce}`,
        `domain hash    ${hashed.shown.domain}`,
        `message hash   ${hashed.shown.message}`,
        `safeTxHash     ${hashed.shown.transaction}`,
      ]
    : []
  return [
    `Packet ${shortContentHash(packet.contentHash)}`,
    `content hash   ${packet.contentHash}`,
    ...hashes,
    `Verdict: ${answers[answer]}`,
    ...reasons.map(({ weight, path, message }) => {
      const place = path === null || path === '' ? '' : `call ${path}: `
      return `- ${weightWords[weight]}: ${place}${escapeInvisible(message)}`
    }),
    '',
  ].join('\n')
}

/** The first four groups of four of a content hash, to read aloud. */
export function shortContentHash(hash: string): string {
  return groupsOfFour(hash).slice(0, 4).join(' ').toUpperCase()
}
