import { type Address, type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { numberOfDigits } from './header.ts'
import { decodeRlp } from './rlp.ts'
import { InvalidTrieProofError, valueFromTrie } from './trie-proof.ts'

/** The account as the state trie has it. */
export type ProvenAccount = {
  readonly nonce: bigint
  /** Wei. */
  readonly balance: bigint
  readonly storageRoot: Hex
  readonly codeHash: Hex
}

const zeroWord: Hex = `0x${'0'.repeat(64)}`

/**
 * Follows an account's proof from a state root.
 *
 * @param nodes - RLP of the nodes from the root on, as `eth_getProof` lists them.
 * @returns null when the proof shows that the account does not exist.
 * @throws {InvalidTrieProofError} {InvalidRlpError} when the proof does not hold.
 */
export function accountFromState(
  stateRoot: Hex,
  { address, nodes }: { readonly address: Address; readonly nodes: readonly Hex[] },
): ProvenAccount | null {
  const path = { key: parseHex(address), nodes: nodes.map((node) => parseHex(node)) }
  const encoded = valueFromTrie(parseHex(stateRoot), path)
  return encoded === null ? null : accountOf(encoded)
}

/**
 * Follows a storage proof from an account's storage root.
 *
 * @param slot - 32 bytes.
 * @returns the 32 bytes in it; zero where the proof shows that nothing is stored.
 * @throws {InvalidTrieProofError} {InvalidRlpError} when the proof does not hold.
 */
export function wordFromStorage(
  storageRoot: Hex,
  { slot, nodes }: { readonly slot: Hex; readonly nodes: readonly Hex[] },
): Hex {
  const path = { key: parseHex(slot), nodes: nodes.map((node) => parseHex(node)) }
  return wordOf(valueFromTrie(parseHex(storageRoot), path))
}

/**
 * Computes where a Solidity mapping from accounts keeps an entry.
 *
 * Source: Solidity documentation, layout of state variables in storage.
 *
 * @param slot - the mapping's own slot.
 * @returns 32 bytes.
 */
export function mappingKeyOf(key: Address, slot: bigint): Hex {
  const words = `0x${key.slice(2).padStart(64, '0')}${slot.toString(16).padStart(64, '0')}`
  return printHex(keccak256(parseHex(words)))
}

/** Reads an account's value in the state trie. @throws {InvalidTrieProofError} {InvalidRlpError} if it is not valid. */
export function accountOf(encoded: Uint8Array): ProvenAccount {
  const item = decodeRlp(encoded)
  const fields = item.kind === 'list' ? item.items : []
  const [nonce, balance, storageRoot, codeHash] = fields.map((field) =>
    field.kind === 'bytes' ? field.bytes : null,
  )
  const isWhole = fields.length === 4 && storageRoot?.length === 32 && codeHash?.length === 32
  if (!isWhole || !nonce || !balance) {
    throw new InvalidTrieProofError('its value is not an account')
  }
  return {
    nonce: numberOfDigits(nonce),
    balance: numberOfDigits(balance),
    storageRoot: printHex(storageRoot),
    codeHash: printHex(codeHash),
  }
}

/**
 * Reads a slot's value in a storage trie. Anvil keeps a slot that was set back to zero as an empty string,
 * which is a zero as good as none.
 */
export function wordOf(encoded: Uint8Array | null): Hex {
  if (encoded === null || encoded.length === 0) return zeroWord
  const item = decodeRlp(encoded)
  if (item.kind === 'list' || item.bytes.length > 32) {
    throw new InvalidTrieProofError('its value is not a word')
  }
  return `0x${printHex(item.bytes).slice(2).padStart(64, '0')}`
}
