import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { parseTreeFile, type TreeFile } from '@vaultwright/formats'
import { parseAddress } from '@vaultwright/merkle'
import type { HandOver, PacketRoot } from '@vaultwright/packet'
import { type RootProofAnswer, type VerifiedRoot, verifyRootProof } from '@vaultwright/proof'
import { type CallContext, callContextOf } from '@vaultwright/protocols'
import { joinNames } from '@vaultwright/registry'
import { treeNames } from '@vaultwright/review'

/** A tree that the signer dropped, or that came with the packet. */
export type DroppedTree = {
  readonly name: string
  readonly file: TreeFile
  /** Of the file, for handing it on. */
  readonly text: string
}

/** A root that followed from a block's hash in this page. */
export type ChainRoot = VerifiedRoot & {
  readonly manager: Address
  readonly strategist: Address
  readonly chainId: number | null
  /** Of the answer, for handing it on. */
  readonly text: string
}

/** The signer's inputs for comparing the calls. */
export type RootInputs = {
  readonly tree: DroppedTree | null
  /** The tree of the Manager's own root, for calls inside flash loans. */
  readonly managerTree: DroppedTree | null
  readonly proof: ChainRoot | null
  /** The hash of the proof's block that the signer read elsewhere; null without one. */
  readonly blockHash: Hex | null
  /** 32 bytes, from elsewhere; null without one. */
  readonly pasted: Hex | null
  /** True if the pasted root is the one a server's document states. */
  readonly isStated: boolean
  /** The Manager that the signer knows; null where the tree or the proof says it. */
  readonly manager: Address | null
  /** The vault as the packet's file states it, for where no tree does; null where neither does. */
  readonly vault: Address | null
  /** Accounts that forward calls for the vault, as the signer names them. */
  readonly drones: readonly Address[]
}

export const noRootInputs: RootInputs = {
  tree: null,
  managerTree: null,
  proof: null,
  blockHash: null,
  pasted: null,
  isStated: false,
  manager: null,
  vault: null,
  drones: [],
}

/**
 * Opens the tree and the proof that came with a packet: the same as if the signer had dropped them. No
 * tree says that its root is in force, and no proof that its block is of the chain, whoever brings it.
 *
 * @throws errors of `parseTreeFile` and `openRootProof`.
 */
export function rootInputsOf(handOver: HandOver | null, source: string): RootInputs {
  if (handOver === null) return noRootInputs
  const { tree, managerTree, rootProof, vault } = handOver
  const treeOf = (text: string | null) =>
    text === null ? null : openTreeFile(source, new TextEncoder().encode(text))
  return {
    ...noRootInputs,
    tree: treeOf(tree),
    managerTree: treeOf(managerTree),
    proof: rootProof === null ? null : openRootProof(rootProof),
    vault,
  }
}

/** Chooses the root that decides: proven on chain before dropped, and dropped before pasted. */
export function packetRootOf(inputs: RootInputs): PacketRoot | null {
  const { tree, managerTree, proof, blockHash, pasted, isStated, manager } = inputs
  if (tree === null && proof === null && pasted === null) return null
  const stated = proof?.manager ?? tree?.file.metadata.manager ?? null
  return {
    root: proof?.root ?? (tree === null ? pasted : null),
    origin: originOf(inputs) ?? (isStated ? 'server' : 'pasted'),
    tree: tree?.file.tree ?? null,
    isContradictory: [tree, managerTree].some(
      (each) => each?.file.findings.some(({ severity }) => severity === 'error') ?? false,
    ),
    manager: manager ?? stated,
    provenManager: proof?.manager ?? null,
    strategist: proof?.strategist ?? null,
    chainId: proof?.chainId ?? null,
    block: proof === null ? null : { hash: proof.block.hash, compared: blockHash },
    managerTree: managerTree?.file.tree ?? null,
  }
}

function originOf({ proof, tree }: RootInputs): 'chain' | 'tree' | null {
  if (proof !== null) return 'chain'
  return tree === null ? null : 'tree'
}

/** Rebuilds a tree file. */
export function openTreeFile(name: string, bytes: Uint8Array): DroppedTree {
  return { name, file: parseTreeFile(bytes), text: new TextDecoder().decode(bytes) }
}

/**
 * Reads the answer of `getRootProof` and follows it from the block's hash.
 *
 * @throws {InvalidProofFileError} when it is not such an answer, or does not hold.
 */
export function openRootProof(text: string): ChainRoot {
  const answer = answerIn(text)
  const manager = parseAddress(answer.manager_address)
  const strategist = parseAddress(answer.strategist_address)
  const verified = verifyRootProof(answer, { manager, strategist })
  if (!verified.ok) throw new InvalidProofFileError(verified.message)
  const { chain_id: chainId } = answer as { readonly chain_id?: unknown }
  return {
    ...verified,
    manager,
    strategist,
    chainId: Number.isSafeInteger(chainId) ? (chainId as number) : null,
    text,
  }
}

function answerIn(text: string): RootProofAnswer {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new InvalidProofFileError(
      'The proof of a root is not JSON. Give the answer of getRootProof.',
    )
  }
  const body = rowOf(rowOf(value)?.data) ?? rowOf(value) ?? {}
  const texts = [
    'manager_address',
    'strategist_address',
    'block_hash',
    'header_rlp',
    'storage_slot',
    'root_hash',
  ]
  const lists = ['account_proof', 'storage_proof']
  const isWhole =
    texts.every((key) => typeof body[key] === 'string') &&
    lists.every(
      (key) => Array.isArray(body[key]) && body[key].every((node) => typeof node === 'string'),
    ) &&
    ['number', 'string'].includes(typeof body.block_number)
  if (isWhole) return body as unknown as RootProofAnswer
  throw new InvalidProofFileError(
    'The text is not the proof of a root. Give the answer of getRootProof.',
  )
}

function rowOf(value: unknown): { readonly [key: string]: unknown } | null {
  const isRow = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRow ? (value as { readonly [key: string]: unknown }) : null
}

/** Names accounts and counts amounts: the registry first, descriptions last and in quotes. */
export function namingFor(
  chainId: number | null,
  { tree, vault, drones }: Pick<RootInputs, 'tree' | 'vault' | 'drones'>,
): CallContext {
  const context = { ...callContextOf(chainId, tree?.file.metadata.vault ?? vault), drones }
  if (tree === null) return vault === null ? context : { ...context, vaultFrom: 'packet' }
  return { ...context, vaultFrom: 'tree', names: joinNames(context.names, treeNames(tree.file)) }
}

/** A file does not prove a root. */
export class InvalidProofFileError extends BaseError {
  override readonly code = 'invalid_proof_file'
  override readonly kind = 'damaged_data'

  constructor(message: string) {
    super({ message, facts: {} })
  }
}
