import { escapeInvisible } from '@vaultwright/base'
import type { AnswerVerdict } from '@vaultwright/check'
import type { PacketVerdict } from '@vaultwright/packet'
import { shortHash } from '../part/band/answer-band.tsx'
import { answerWords, weightWords } from '../part/band/answer-word.ts'

/** Makes the text for the signers' channel: what was looked at, its hashes, the answer with every reason. */
export function channelTextOf(
  { contentHash, hashed }: PacketVerdict,
  { answer, reasons }: AnswerVerdict,
): string {
  const hashes = hashed.ok
    ? [
        `Safe           ${hashed.safe}, nonce ${hashed.transaction.nonce}`,
        `domain hash    ${hashed.shown.domain}`,
        `message hash   ${hashed.shown.message}`,
        `safeTxHash     ${hashed.shown.transaction}`,
      ]
    : []
  return [
    `Packet ${shortHash(contentHash)}`,
    `content hash   ${contentHash}`,
    ...hashes,
    `Verdict: ${answerWords[answer]}`,
    ...reasons.map(
      ({ weight, message }) => `- ${weightWords[weight]}: ${escapeInvisible(message)}`,
    ),
    '',
  ].join('\n')
}
