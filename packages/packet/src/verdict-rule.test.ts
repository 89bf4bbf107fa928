import { parseTreeFile } from '@vaultwright/formats'
import { encodeManage } from '@vaultwright/manager'
import { expect, test } from 'vitest'
import { judgeByTree, packetText, packetTreeText } from '../../../test/support/judged-packet.ts'
import { openPacket } from './packet.ts'

const treeText = packetTreeText()
const typed = JSON.parse(packetText('typed-data.json'))
const service = JSON.parse(packetText('service.json'))
const { data } = typed.message
const spender = 'd9760c51476c7de08dc33cde13e496fd2818fa0d'

/** The answer, and what speaks against a packet whose hashes were compared, by a tree. */
function reasonsOf(text: string, tree = treeText): readonly string[] {
  const file = parseTreeFile(new TextEncoder().encode(tree))
  const account = { version: '1.4.1', chainId: 1 } as const
  const { reasons, answer } = judgeByTree(openPacket(text), file, account)
  return [answer, ...reasons.map(({ weight, code }) => `${weight} ${code}`)]
}
const withData = (changed: string) =>
  JSON.stringify({ ...typed, message: { ...typed.message, data: changed } })

test('refuses: another spender in the batch, though the hashes are its own', () => {
  const place = data.indexOf(`095ea7b3${spender.padStart(64, '0')}`)
  expect(place).toBeGreaterThan(0)
  const swapped = data.slice(0, place) + data.slice(place).replace(spender, '22'.repeat(20))
  const [answer, ...codes] = reasonsOf(withData(swapped))
  expect(answer).toBe('no')
  expect(codes).toContain('no call_refused')
  const file = parseTreeFile(new TextEncoder().encode(treeText))
  const account = { version: '1.4.1', chainId: 1 } as const
  const { reasons } = judgeByTree(openPacket(withData(swapped)), file, account)
  // The count is the one of the calls below it: the other call of the batch is proven.
  const counted = reasons.find(({ code }) => code === 'nothing_proven')
  expect(counted?.message).toBe('Only 1 of 2 calls in this packet is proven.')
})

test('refuses: a batch without a call, and says that nothing is proven', () => {
  const [answer, ...codes] = reasonsOf(withData(encodeManage([])))
  expect(answer).toBe('no')
  expect(codes).toEqual(expect.arrayContaining(['no batch_empty', 'incomplete nothing_proven']))
})

test('refuses: a tree whose description lies about the leaf', () => {
  const lie = treeText.replaceAll(
    'Approve Northlight Lending Pool to spend HUSD',
    'Supply HUSD to Northlight Lending',
  )
  expect(lie).not.toBe(treeText)
  expect(reasonsOf(JSON.stringify(typed))[0]).toBe('conditional')
  const [answer, ...codes] = reasonsOf(JSON.stringify(typed), lie)
  expect(answer).toBe('no')
  expect(codes).toContain('no description_differs')
})

test('refuses: a stated hash that is not that of the transaction', () => {
  const honest = reasonsOf(JSON.stringify(service))
  expect(honest).not.toContain('no two_readings')
  const lie = { ...service, safeTxHash: `0x${'11'.repeat(32)}` }
  expect(reasonsOf(JSON.stringify(lie))).toContain('no two_readings')
})
