import { Address as EvmAddress } from '@ethereumjs/util'
import { type Address, type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { encodeHeader, openProvenState, type ProvenState } from '@vaultwright/proof'
import { type BuiltTrie, buildTrie, digitsOf, encodeBytes, encodeList } from './trie.ts'

/** An account as a test gives it. */
export type MadeAccount = {
  readonly nonce?: bigint
  /** Wei. */
  readonly balance?: bigint
  readonly code?: Hex
  /** By slot, 32 bytes; zeros are not stored. */
  readonly storage?: ReadonlyMap<Hex, bigint>
}

/** Accounts by their addresses, lower case. */
export type MadeAccounts = ReadonlyMap<Address, MadeAccount>

const zeros = (bytes: number): Hex => `0x${'00'.repeat(bytes)}`

/** A header's fields under the rules of Prague and Osaka, as a test may change them. */
export const madeHeader: Readonly<Record<string, Hex>> = {
  parentHash: zeros(32),
  sha3Uncles: zeros(32),
  miner: zeros(20),
  stateRoot: zeros(32),
  transactionsRoot: zeros(32),
  receiptsRoot: zeros(32),
  logsBloom: zeros(256),
  difficulty: '0x0',
  number: '0x1',
  gasLimit: '0x3938700',
  gasUsed: '0x0',
  timestamp: '0x65000000',
  extraData: '0x',
  mixHash: zeros(32),
  nonce: zeros(8),
  baseFeePerGas: '0x7',
  withdrawalsRoot: zeros(32),
  blobGasUsed: '0x0',
  excessBlobGas: '0x0',
  parentBeaconBlockRoot: zeros(32),
  requestsHash: zeros(32),
}

/** A header of a time, as a witness has it. */
export function headerAt(timestamp: bigint): Hex {
  return printHex(encodeHeader({ ...madeHeader, timestamp: `0x${timestamp.toString(16)}` })!)
}

/** Makes a state of accounts: real tries under a real header, so that every read of it is proven. */
export function openMadeState(
  accounts: MadeAccounts,
  fields: Readonly<Record<string, Hex>> = madeHeader,
): ProvenState {
  const storages = new Map([...accounts].map(([name, { storage }]) => [name, storageOf(storage)]))
  const { root, nodes } = stateTrieOf(accounts, storages)
  const header = encodeHeader({ ...fields, stateRoot: printHex(root) })!
  const state = openProvenState(header, printHex(keccak256(header)))
  for (const node of [nodes, ...[...storages.values()].map((trie) => trie.nodes)].flat()) {
    state.addNode(node)
  }
  for (const { code = '0x' } of accounts.values()) state.addCode(parseHex(code))
  return state
}

/** Computes the root of the state that consists of accounts. */
export function stateRootOf(accounts: MadeAccounts): Hex {
  const storages = new Map([...accounts].map(([name, { storage }]) => [name, storageOf(storage)]))
  return printHex(stateTrieOf(accounts, storages).root)
}

function stateTrieOf(accounts: MadeAccounts, storages: ReadonlyMap<string, BuiltTrie>): BuiltTrie {
  const values = [...accounts].map(([name, { nonce = 0n, balance = 0n, code = '0x' }]) => {
    const fields = [digitsOf(nonce), digitsOf(balance), storages.get(name)!.root]
    const hash = keccak256(parseHex(code))
    return [name, encodeList([...fields, hash].map((field) => encodeBytes(field)))] as const
  })
  return buildTrie(new Map(values))
}

function storageOf(storage: MadeAccount['storage'] = new Map()): BuiltTrie {
  const values = [...storage].filter(([, value]) => value !== 0n)
  return buildTrie(new Map(values.map(([slot, value]) => [slot, encodeBytes(digitsOf(value))])))
}

/** An address as the interpreter has it. */
export function evmAddressOf(name: Address): EvmAddress {
  return new EvmAddress(parseHex(name))
}
