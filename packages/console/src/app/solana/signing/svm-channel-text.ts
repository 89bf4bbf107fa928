import { type JudgedTransaction, svmVerdict } from '@vaultwright/check'
import { answerWords, weightWords } from '../../part/band/answer-word.ts'

/** Makes the text for the signers' channel: hashes, the answer, every reason. */
export function svmChannelTextOf(judged: JudgedTransaction): string {
  const { messageHash, messageHashBase58, feePayer } = judged
  const { answer, reasons } = svmVerdict(judged)
  return [
    `Solana transaction ${hashGroupsOf(messageHash).slice(0, 4).join(' ').toUpperCase()}`,
    `message hash   ${messageHash}`,
    `in base58      ${messageHashBase58}`,
    `fee payer      ${feePayer}`,
    `Verdict: ${answerWords[answer]}`,
    ...reasons.map(({ weight, message }) => `- ${weightWords[weight]}: ${message}`),
    '',
  ].join('\n')
}

/** Splits hex digits into groups of four. */
export function hashGroupsOf(hash: string): readonly string[] {
  return hash.match(/.{1,4}/g) ?? []
}
