import { type Hex, parseHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { encodeRlpList } from '../../../packages/proof/src/rlp.ts'

const word = (byte: number) => new Uint8Array(32).fill(byte)

/** A trie of one entry: its root node. */
export function oneEntryTrie(key: Hex, value: Uint8Array): Uint8Array {
  return encodeRlpList([Uint8Array.of(0x20, ...keccak256(parseHex(key))), value])
}

/** The leaf of an account whose storage is a trie of one entry. */
export function accountLeaf(storage: Uint8Array, codeHash: Uint8Array = word(3)): Uint8Array {
  return encodeRlpList([Uint8Array.of(1), new Uint8Array(0), keccak256(storage), codeHash])
}

/** A header with the 15 fields that every header has, at the time 256. */
export function oneEntryHeader(
  stateRoot: Uint8Array,
  {
    number = 7,
    parentHash = word(1),
    gasLimit = word(1).subarray(29),
  }: {
    readonly number?: number
    readonly parentHash?: Uint8Array
    readonly gasLimit?: Uint8Array
  } = {},
): Uint8Array {
  const header = [parentHash, word(2), word(3).subarray(12), stateRoot, word(4), word(5)]
  const numbers = [new Uint8Array(256), new Uint8Array(0), Uint8Array.of(number), gasLimit]
  const furtherLeaves = [
    Uint8Array.of(9),
    Uint8Array.of(1, 0),
    new Uint8Array(0),
    word(6),
    new Uint8Array(8),
  ]
  return encodeRlpList([...header, ...numbers, ...furtherLeaves])
}
