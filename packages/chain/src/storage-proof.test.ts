import { type Hex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { expect, test } from 'vitest'
import { encodeRlpList } from './rlp.ts'
import { readProof } from './storage-proof.ts'

const address = `0x${'11'.repeat(20)}` as const
const block = { number: 5n, hash: `0x${'b'.repeat(64)}`, timestamp: 1n } as const
const word = (byte: number) => new Uint8Array(32).fill(byte)

/** A node with a trie of one account, made of these fields. */
function prove(fields: readonly Uint8Array[]) {
  const path = keccak256(new Uint8Array(20).fill(0x11))
  const leaf = encodeRlpList([Uint8Array.of(0x20, ...path), encodeRlpList(fields)])
  const header = {
    ...{ number: '0x5', timestamp: '0x1', hash: block.hash, parentHash: block.hash },
    stateRoot: printHex(keccak256(leaf)),
  }
  const proof = { address, accountProof: [printHex(leaf)], storageProof: [] }
  const slots: readonly Hex[] = []
  return readProof(
    async () => [
      { ok: true, value: header },
      { ok: true, value: proof },
    ],
    { address, slots, block },
  )
}

test('default: the account is what the trie says', async () => {
  const found = await prove([Uint8Array.of(7), Uint8Array.of(1, 0), word(2), word(3)])
  expect(found.account).toMatchObject({ nonce: 7n, balance: 256n, codeHash: printHex(word(3)) })
  expect(found.isSealed).toBe(false)
})

test.each([
  ['a short root', [word(1), word(1), Uint8Array.of(2), word(3)]],
  ['a short code hash', [word(1), word(1), word(2), new Uint8Array(31)]],
  ['a field too many', [word(1), word(1), word(2), word(3), word(4)]],
  ['a field missing', [word(1), word(1), word(2)]],
])('error: InvalidTrieProofError for an account with %s', async (_, fields) => {
  await expect(prove(fields)).rejects.toMatchObject({ code: 'invalid_trie_proof' })
})
