import { type Address, BaseError, type Hex, parseHex, printHex } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import { keccak256 } from '@vaultwright/merkle'
import Type from 'typebox'
import { type BlockRef, headerCall, parseHeader } from '../read/block.ts'
import type { PinnedAsk } from '../read/pinned-ask.ts'
import {
  account,
  bytes,
  parseAnswer,
  quantity,
  RpcAnswerError,
  readBytes,
  readQuantity,
} from '../rpc/answer.ts'
import { decodeRlp, encodeRlpList, type RlpItem } from './rlp.ts'
import { InvalidTrieProofError, valueFromTrie } from './trie-proof.ts'

/** Storage that was followed from a block's state root. */
export type StorageProof = {
  readonly address: Address
  readonly block: BlockRef
  /** True when the header hashes to the block's hash, so that the state root is the block's. */
  readonly isSealed: boolean
  /** Fields of a header that is not sealed which are not known, such as those of a newer hardfork. */
  readonly unknownFields: readonly string[]
  /** Null when the account does not exist. */
  readonly account: ProvenAccount | null
  /** In the order asked for. */
  readonly slots: readonly ProvenSlot[]
}

/** What the state trie says of an account. */
export type ProvenAccount = {
  readonly nonce: bigint
  /** Wei. */
  readonly balance: bigint
  readonly storageRoot: Hex
  readonly codeHash: Hex
}

/** A place of storage and the 32 bytes in it. */
export type ProvenSlot = { readonly slot: Hex; readonly value: Hex }

/** Which places of which account. */
export type ProofQuery = {
  readonly address: Address
  /** 32 bytes each. */
  readonly slots: readonly Hex[]
  readonly block: BlockRef
}

const proofSchema = Type.Object({
  address: account,
  accountProof: Type.Array(bytes),
  storageProof: Type.Array(
    Type.Object({ key: quantity, value: quantity, proof: Type.Array(bytes) }),
  ),
})
const readProofAnswer = readerOf(proofSchema)
const noRoot = `0x${'0'.repeat(64)}`

/**
 * Reads storage with its proof, and follows the proof from the block's state root.
 *
 * @throws {RpcRefusedError} when the node gives no proofs.
 * @throws {StateRootMissingError} when the block has no state root, as on a fork of a chain.
 * @throws {InvalidTrieProofError} when the proof does not lead from the root to the values.
 */
export async function readProof(pinned: PinnedAsk, query: ProofQuery): Promise<StorageProof> {
  const { address, slots, block } = query
  const proofCall = (tag: unknown) => ({ method: 'eth_getProof', params: [address, slots, tag] })
  const blockCall = headerCall(block.hash)
  const answers = await pinned(block, (tag) => [blockCall, proofCall(tag)])
  const { stateRoot } = parseHeader(blockCall, answers[0], block.hash)
  if (stateRoot === noRoot) throw new StateRootMissingError(block)
  const proof = parseAnswer(readProofAnswer, proofCall(null), answers[1])
  if (proof.storageProof.length !== slots.length) {
    throw new RpcAnswerError('eth_getProof', 'it has another number of slots')
  }
  const nodes = proof.accountProof.map((node) => parseHex(node))
  const encoded = valueFromTrie(parseHex(stateRoot), { key: parseHex(address), nodes })
  const account = encoded === null ? null : accountOf(decodeRlp(encoded))
  const values = slots.map((slot, index): ProvenSlot => {
    const row = proof.storageProof[index]!
    if (row.key !== BigInt(slot)) {
      throw new RpcAnswerError('eth_getProof', 'it is about other slots')
    }
    if (account === null) return { slot, value: noRoot as Hex }
    const path = { key: parseHex(slot), nodes: row.proof.map((node) => parseHex(node)) }
    return { slot, value: slotValueOf(valueFromTrie(parseHex(account.storageRoot), path)) }
  })
  const answer = answers[0]
  return {
    address,
    block,
    account: account,
    slots: values,
    ...checkSeal(answer?.ok === true ? answer.value : null, block.hash),
  }
}

function accountOf(item: RlpItem): ProvenAccount {
  const fields = item.kind === 'list' ? item.items : []
  const [nonce, balance, storageRoot, codeHash] = fields.map((field) =>
    field.kind === 'bytes' ? field.bytes : null,
  )
  const isWhole = fields.length === 4 && storageRoot?.length === 32 && codeHash?.length === 32
  if (!isWhole || !nonce || !balance) {
    throw new InvalidTrieProofError('its value is not an account')
  }
  return {
    nonce: numberOf(nonce),
    balance: numberOf(balance),
    storageRoot: printHex(storageRoot),
    codeHash: printHex(codeHash),
  }
}

/** Anvil keeps a slot that was set back to zero as an empty string, which is a zero as good as none. */
function slotValueOf(encoded: Uint8Array | null): Hex {
  if (encoded === null || encoded.length === 0) return noRoot as Hex
  const item = decodeRlp(encoded)
  if (item.kind === 'list' || item.bytes.length > 32) {
    throw new InvalidTrieProofError('its value is not a word')
  }
  return `0x${printHex(item.bytes).slice(2).padStart(64, '0')}`
}

function numberOf(digits: Uint8Array): bigint {
  return digits.length === 0 ? 0n : BigInt(printHex(digits))
}

// The fields of a header in the order in which they are hashed; those after `nonce` came one by
// one, so that a header has the first few of them. Source: EIP-1559, 4895, 4844, 4788, 7685.
const first = ['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot'] as const
const then = ['receiptsRoot', 'logsBloom', 'difficulty', 'number', 'gasLimit', 'gasUsed'] as const
const last = ['timestamp', 'extraData', 'mixHash', 'nonce', 'baseFeePerGas'] as const
const later = ['withdrawalsRoot', 'blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot'] as const
const order = [...first, ...then, ...last, ...later, 'requestsHash'] as const
const required = order.indexOf('nonce') + 1
const numbers: ReadonlySet<string> = new Set([
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'baseFeePerGas',
  'blobGasUsed',
  'excessBlobGas',
])

/** What a node's answer holds beside the header's fields: what follows from the header, and the block's body. */
const ignoredFields: ReadonlySet<string> = new Set([
  'hash',
  'size',
  'totalDifficulty',
  'uncles',
  'transactions',
  'withdrawals',
])

/** Whether a block's fields hash to its hash. */
type HeaderSeal = {
  readonly isSealed: boolean
  /** Fields of the answer that are not known, such as those of a newer hardfork; empty when sealed. */
  readonly unknownFields: readonly string[]
}

/**
 * Hashes a block's fields and compares the result with its hash.
 *
 * Chains with fields of their own hash differently: a no says nothing against the block.
 */
export function checkSeal(block: unknown, hash: Hex): HeaderSeal {
  if (typeof block !== 'object' || block === null || Array.isArray(block)) {
    return { isSealed: false, unknownFields: [] }
  }
  const fieldNames: ReadonlySet<string> = new Set(order)
  const unknownFields = Object.keys(block).filter(
    (name) => !fieldNames.has(name) && !ignoredFields.has(name),
  )
  return isHashOf(block as Readonly<Record<string, unknown>>, hash)
    ? { isSealed: true, unknownFields: [] }
    : { isSealed: false, unknownFields }
}

function isHashOf(block: Readonly<Record<string, unknown>>, hash: Hex): boolean {
  const fields: Uint8Array[] = []
  for (const [index, name] of order.entries()) {
    const value = block[name]
    if (value === undefined && index >= required) break
    const field = numbers.has(name) ? readQuantity(value) : readBytes(value)
    if (!field.ok) return false
    fields.push(typeof field.value === 'bigint' ? digitsOf(field.value) : parseHex(field.value))
  }
  return printHex(keccak256(encodeRlpList(fields))) === hash
}

function digitsOf(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array(0)
  const digits = value.toString(16)
  return parseHex(`0x${digits.length % 2 === 0 ? digits : `0${digits}`}`)
}

/** A block has no state root that a proof could start from. */
export class StateRootMissingError extends BaseError {
  override readonly code = 'state_root_missing'
  override readonly kind = 'unsupported'

  constructor(block: BlockRef) {
    super({
      message: `Block ${block.number} has no state root, as on a fork that lives in memory. Ask the chain's own node for a proof.`,
      facts: { block: String(block.number) },
    })
  }
}
