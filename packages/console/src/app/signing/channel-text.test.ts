import { packetAnswer } from '@vaultwright/check'
import { parseTreeFile } from '@vaultwright/formats'
import { openPacket } from '@vaultwright/packet'
import { callContextOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import {
  judgeByTree,
  packetText,
  packetTreeText,
} from '../../../../../test/support/judged-packet.ts'
import { channelTextOf } from './channel-text.ts'

const file = parseTreeFile(new TextEncoder().encode(packetTreeText()))
const typed = JSON.parse(packetText('typed-data.json'))
const { data } = typed.message as { readonly data: string }
const amountPlace = data.indexOf('095ea7b3') + 72
const unlimitedData = `${data.slice(0, amountPlace)}${'f'.repeat(64)}${data.slice(amountPlace + 64)}`

/**
 * The text for the signers' channel of a packet whose calls are proven against a tree and whose
 * hashes were compared.
 */
function textFor(changes: { readonly data?: string; readonly chainId?: number }): string {
  const { chainId = 1, ...message } = changes
  const changed = {
    ...typed,
    domain: { ...typed.domain, chainId },
    message: { ...typed.message, ...message },
  }
  const packet = openPacket(JSON.stringify(changed))
  const verdict = judgeByTree(packet, file, { version: '1.4.1' })
  return channelTextOf(verdict, packetAnswer(verdict, callContextOf(chainId, null)).verdict)
}

test.each([
  ['an approval of 2^256-1', { data: unlimitedData }, 'the approval has no limit'],
  ['another chain', { chainId: 31337 }, 'on chain 31337: files alone say so'],
  ['a root that may not be in force', {}, 'is the root in force for the caller of the Manager'],
])('law: %s is a line for the signers, and never a plain Yes', (_, changes, words) => {
  const lines = textFor(changes).split('\n')
  expect(lines).toContain('Verdict: Yes, if each line marked "If" is so and is meant')
  expect(lines.find((line) => line.includes(words))).toMatch(/^- If: /)
})
