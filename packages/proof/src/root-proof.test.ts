import { type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { expect, test } from 'vitest'
import {
  accountLeaf,
  oneEntryHeader,
  oneEntryTrie,
} from '../../../test/support/proven/one-entry.ts'
import { mappingKeyOf } from './account.ts'
import { type RootProofAnswer, verifyRootProof } from './root-proof.ts'

const manager = '0x3333333333333333333333333333333333333333'
const strategist = '0x1111111111111111111111111111111111111111'
const otherStrategist = '0x2222222222222222222222222222222222222222'
const root: Hex = `0x${'5a'.repeat(32)}`

/** A whole answer whose Manager holds a value in a slot. */
function answerWith(slot: Hex, value: Hex = root): RootProofAnswer {
  const storage = oneEntryTrie(slot, Uint8Array.of(0xa0, ...parseHex(value)))
  const state = oneEntryTrie(manager, accountLeaf(storage))
  const rlp = oneEntryHeader(keccak256(state))
  return {
    manager_address: manager,
    strategist_address: strategist,
    block_number: 7,
    block_hash: printHex(keccak256(rlp)),
    header_rlp: printHex(rlp),
    account_proof: [printHex(state)],
    storage_slot: slot,
    storage_proof: [printHex(storage)],
    root_hash: value,
  }
}

const place = mappingKeyOf(strategist, 2n)
const answer = answerWith(place)
const verify = (changes: Partial<RootProofAnswer>, from = answer) =>
  verifyRootProof({ ...from, ...changes }, { manager, strategist })

test('default: a root follows from the hash of a block', () => {
  expect(verify({})).toMatchObject({
    ok: true,
    root,
    block: { hash: answer.block_hash, number: 7n, timestamp: 256n },
  })
})

test('law: no byte of header, account proof or storage proof can be changed', () => {
  const flip = (hex: string, at: number) => {
    const bytes = parseHex(hex)
    bytes[at]! ^= 1
    return printHex(bytes)
  }
  for (const name of ['header_rlp', 'block_hash', 'root_hash', 'storage_slot'] as const) {
    const size = (answer[name].length - 2) / 2
    for (let index = 0; index < size; index++)
      expect(verify({ [name]: flip(answer[name], index) }).ok).toBe(false)
  }
  for (const name of ['account_proof', 'storage_proof'] as const) {
    const [node] = answer[name] as [string]
    for (let index = 0; index < (node.length - 2) / 2; index++) {
      expect(verify({ [name]: [flip(node, index)] }).ok).toBe(false)
    }
    expect(verify({ [name]: [] }).ok).toBe(false)
    expect(verify({ [name]: [node, node] }).ok).toBe(false)
  }
})

test.each([
  ['another Manager', { manager_address: otherStrategist }, 'another Manager'],
  ['another strategist', { strategist_address: otherStrategist }, 'another strategist'],
  ['another block number', { block_number: 8 }, 'another block number'],
  ['another root', { root_hash: `0x${'11'.repeat(32)}` }, 'holds another root'],
  ['hex that is none', { header_rlp: 'hello' }, 'hello'],
])('refuses: %s', (_, changes, why) => {
  const verdict = verify(changes)
  expect(verdict).toMatchObject({ ok: false, message: expect.stringContaining(why) })
})

test('refuses: a slot of another strategist, and a slot that holds no root', () => {
  const foreign = answerWith(mappingKeyOf(otherStrategist, 2n))
  expect(verify({}, foreign)).toMatchObject({
    ok: false,
    message: expect.stringContaining('entry'),
  })
  const empty = verify(
    { root_hash: `0x${'0'.repeat(64)}` },
    answerWith(place, `0x${'0'.repeat(64)}`),
  )
  expect(empty).toMatchObject({ ok: false })
})
