import type { JudgedTransaction } from '@vaultwright/check'

const answers = { yes: 'Yes', no: 'No', incomplete: 'Incomplete' } as const

/** The effect of a reason on the answer, in one word. */
export const reasonWords = { no: 'No', open: 'Open', note: 'Note' } as const

/** Makes the text for the signers' channel: hashes, the answer, every reason. */
export function svmChannelTextOf(judged: JudgedTransaction): string {
  const { messageHash, messageHashBase58, feePayer, answer, reasons } = judged
  return [
    `Solana transaction ${hashGroupsOf(messageHash).slice(0, 4).join(' ').toUpperCase()}`,
    `message hash   ${messageHash}`,
    `in base58      ${messageHashBase58}`,
    `fee payer      ${feePayer}`,
    `Verdict: ${answers[answer]}`,
    ...reasons.map(({ weight, index, message }) => {
      const place = index === null ? '' : `instruction ${index + 1}: `
      return `- ${reasonWords[weight]}: ${place}${message}`
    }),
    '',
  ].join('\n')
}

/** Splits hex digits into groups of four. */
export function hashGroupsOf(hash: string): readonly string[] {
  return hash.match(/.{1,4}/g) ?? []
}
