import { type Hex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { encodeRlpList } from '@vaultwright/proof'
import { expect, test } from 'vitest'
import { readProof } from './storage-proof.ts'

const address = `0x${'11'.repeat(20)}` as const
const block = { number: 5n, hash: `0x${'b'.repeat(64)}`, timestamp: 1n } as const
const word = (byte: number) => new Uint8Array(32).fill(byte)

/** A node with a trie of one account, made of these fields. */
function prove(fields: readonly Uint8Array[], storage: readonly Uint8Array[] = []) {
  const path = keccak256(new Uint8Array(20).fill(0x11))
  const leaf = encodeRlpList([Uint8Array.of(0x20, ...path), encodeRlpList(fields)])
  const header = {
    number: '0x5',
    timestamp: '0x1',
    hash: block.hash,
    parentHash: block.hash,
    stateRoot: printHex(keccak256(leaf)),
  }
  const slots: readonly Hex[] = storage.length === 0 ? [] : [printHex(word(9))]
  const storageProof = slots.map((key) => ({ key, value: '0x0', proof: storage.map(printHex) }))
  const proof = { address, accountProof: [printHex(leaf)], storageProof }
  return readProof(
    async () => [
      { ok: true, value: header },
      { ok: true, value: proof },
    ],
    { address, slots, block },
  )
}

test('default: the account is what the trie says', async () => {
  const proven = await prove([Uint8Array.of(7), Uint8Array.of(1, 0), word(2), word(3)])
  expect(proven.account).toMatchObject({ nonce: 7n, balance: 256n, codeHash: printHex(word(3)) })
  expect(proven.isSealed).toBe(false)
})

test.each([
  ['a short root', [word(1), word(1), Uint8Array.of(2), word(3)]],
  ['a short code hash', [word(1), word(1), word(2), new Uint8Array(31)]],
  ['a field too many', [word(1), word(1), word(2), word(3), word(4)]],
  ['a field missing', [word(1), word(1), word(2)]],
])('error: InvalidTrieProofError for an account with %s', async (_, fields) => {
  await expect(prove(fields)).rejects.toMatchObject({ code: 'invalid_trie_proof' })
})

/** A storage trie of the one slot of `prove`, whose leaf holds these bytes. */
const slotLeaf = (value: Uint8Array) =>
  encodeRlpList([Uint8Array.of(0x20, ...keccak256(word(9))), value])
const accountWith = (leaf: Uint8Array) => [word(1), word(1), keccak256(leaf), word(3)]

test.each([
  ['the RLP of an empty string', Uint8Array.of(0x80)],
  ['nothing', new Uint8Array(0)],
])('golden: a leaf of %s under the root proves zero', async (_, value) => {
  const leaf = slotLeaf(value)
  const proven = await prove(accountWith(leaf), [leaf])
  expect(proven.slots).toMatchObject([{ slot: printHex(word(9)), value: `0x${'00'.repeat(32)}` }])
})

test('refuses: a zero leaf that is not under the root, and a value that is not a word', async () => {
  const [zero, seven] = [slotLeaf(Uint8Array.of(0x80)), slotLeaf(Uint8Array.of(7))]
  const code = { code: 'invalid_trie_proof' }
  await expect(prove(accountWith(seven), [zero])).rejects.toMatchObject(code)
  const long = slotLeaf(Uint8Array.of(0x80 + 33, ...new Uint8Array(33).fill(1)))
  await expect(prove(accountWith(long), [long])).rejects.toMatchObject(code)
  const proven = await prove(accountWith(seven), [seven])
  expect(proven.slots[0]?.value).toBe(`0x${'00'.repeat(31)}07`)
})
