import { type Address, BaseError, type Hex, parseHex, printHex } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import Type from 'typebox'
import { type BlockRef, headerCall, parseHeader } from '../read/block.ts'
import type { PinnedAsk } from '../read/pinned-ask.ts'
import { account, bytes, parseAnswer, quantity, RpcAnswerError } from '../rpc/answer.ts'
import { checkSeal } from './header-seal.ts'
import { decodeRlp, type RlpItem } from './rlp.ts'
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
  const found = encoded === null ? null : accountOf(decodeRlp(encoded))
  const values = slots.map((slot, index): ProvenSlot => {
    const row = proof.storageProof[index]!
    if (row.key !== BigInt(slot)) {
      throw new RpcAnswerError('eth_getProof', 'it is about other slots')
    }
    if (found === null) return { slot, value: noRoot as Hex }
    const path = { key: parseHex(slot), nodes: row.proof.map((node) => parseHex(node)) }
    return { slot, value: slotValueOf(valueFromTrie(parseHex(found.storageRoot), path)) }
  })
  const answer = answers[0]
  return {
    address,
    block,
    account: found,
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
