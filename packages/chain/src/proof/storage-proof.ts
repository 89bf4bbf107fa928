import { type Address, BaseError, type Hex, printHex } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import type { BlockRef } from '@vaultwright/outcome'
import {
  accountFromState,
  checkSeal,
  encodeHeader,
  type ProvenAccount,
  wordFromStorage,
} from '@vaultwright/proof'
import Type from 'typebox'
import { headerCall, parseHeader } from '../read/block.ts'
import type { PinnedAsk } from '../read/pinned-ask.ts'
import { account, bytes, parseAnswer, quantity, RpcAnswerError } from '../rpc/answer.ts'

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
  /** RLP of the header; null when it is not sealed. */
  readonly headerRlp: Hex | null
  /** Nodes of the trie from the state root to the account. */
  readonly accountNodes: readonly Hex[]
}

/** A place of storage, the 32 bytes in it, and the nodes of the trie from the storage root to it. */
type ProvenSlot = { readonly slot: Hex; readonly value: Hex; readonly nodes: readonly Hex[] }

/** The places of an account to prove. */
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
  const account = accountFromState(stateRoot, { address, nodes: proof.accountProof })
  const values = slots.map((slot, index): ProvenSlot => {
    const row = proof.storageProof[index]!
    if (row.key !== BigInt(slot)) {
      throw new RpcAnswerError('eth_getProof', 'it is about other slots')
    }
    const nodes = row.proof
    if (account === null) return { slot, nodes, value: noRoot as Hex }
    return { slot, nodes, value: wordFromStorage(account.storageRoot, { slot, nodes }) }
  })
  const answer = answers[0]
  const header = answer?.ok === true ? answer.value : null
  const seal = checkSeal(header, block.hash)
  const encoded = seal.isSealed ? encodeHeader(header as Readonly<Record<string, unknown>>) : null
  return {
    address,
    block,
    account,
    slots: values,
    headerRlp: encoded === null ? null : printHex(encoded),
    accountNodes: proof.accountProof,
    ...seal,
  }
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
