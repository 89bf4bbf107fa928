import {
  type Address,
  BaseError,
  type Digest,
  type Hex,
  isSameAddress,
  printHex,
} from '@vaultwright/base'
import {
  type BatchCall,
  decodeBatch,
  digestOf,
  isPadding,
  type Leaf,
  type LeafTree,
  packedOf,
} from '@vaultwright/manager'
import { checksumOf, proofHexOf, rootOf, verifyProof } from '@vaultwright/merkle'
import { checksumOfEvidence, type Evidence, type EvidenceCall } from './evidence-file.ts'

/** The parts of evidence. */
type EvidenceParts = {
  /** Calldata of the Manager. */
  readonly calldata: Hex
  /** The strategist's tree. */
  readonly tree: LeafTree
  /** The tree of the Manager's own root; the strategist's when not said and calldata has loans. */
  readonly managerTree?: LeafTree
  readonly manager: Address
  readonly vault: Address | null
  readonly strategist: Address | null
  readonly chainId: number | null
  /** The purpose of each call of the outermost batch, in order; null or missing if not stated. */
  readonly actions?: readonly (string | null)[]
}

/**
 * Makes the document that proves calldata without the tree.
 *
 * @returns evidence; whether its calls pack what their leaves hold is for `verifyEvidence` to say.
 * @throws {CallWithoutLeafError} when the proof of a call leads to no leaf of its tree.
 * @throws errors as `decodeBatch` does, for calldata that cannot be read.
 */
export function evidenceOf(parts: EvidenceParts): Evidence {
  const { calldata, tree, manager, actions = [] } = parts
  const { calls } = decodeBatch(calldata, { manager })
  const hasLoan = calls.some(({ loan }) => loan !== null)
  const inner = parts.managerTree ?? (hasLoan ? tree : null)
  const outerContext = { root: rootOf(tree.tree), tree, inner, descriptions: actions }
  const evidence = {
    format: 'vaultwright-evidence',
    version: 1,
    chain_id: parts.chainId,
    manager: checksumOf(manager),
    vault: parts.vault === null ? null : checksumOf(parts.vault),
    strategist: parts.strategist === null ? null : checksumOf(parts.strategist),
    root: printHex(outerContext.root),
    manager_root: inner === null ? null : printHex(rootOf(inner.tree)),
    capacity: tree.tree.capacity,
    depth: tree.tree.depth,
    encoded_tx_data: calldata.toLowerCase() as Hex,
    calls: calls.map((call, index) => evidenceCallOf(call, [index], outerContext)),
  } as const
  return { ...evidence, checksum: checksumOfEvidence(evidence) }
}

type EvidenceTrees = {
  readonly tree: LeafTree
  readonly root: Digest
  readonly inner: LeafTree | null
  readonly descriptions: readonly (string | null)[]
}

function evidenceCallOf(
  call: BatchCall,
  path: readonly number[],
  context: EvidenceTrees,
): EvidenceCall {
  const index = path.at(-1)!
  const { tree, inner } = context
  const position = positionOf(call, context)
  if (position === null) throw new CallWithoutLeafError(call, path)
  const leaf = tree.leaves[position]!
  const below = inner === null ? null : { ...context, tree: inner, root: rootOf(inner.tree) }
  const nested = below === null ? [] : (call.loan?.batch.calls ?? [])
  return {
    index,
    leaf: {
      decoder: leaf.decoder,
      target: leaf.target,
      can_send_value: leaf.canSendValue,
      signature: leaf.signature,
      selector: leaf.selector,
      arguments: leaf.arguments,
      description: leaf.description,
    },
    leaf_digest: printHex(digestOf(leaf)),
    leaf_position: position,
    proof: call.proof,
    decoder: checksumOf(call.decoder),
    target: checksumOf(call.target),
    data: call.data,
    value: call.value.toString(),
    packed: packedOf(leaf),
    description: context.descriptions[index] ?? null,
    nested: nested.map((one, at) =>
      evidenceCallOf(one, [...path, at], { ...below!, descriptions: [] }),
    ),
  }
}

/** A proof leads to the root from one leaf; of its duplicates the one that the proof was made for. */
function positionOf(call: BatchCall, { tree, root }: EvidenceTrees): number | null {
  const proof = call.proof.join()
  let leafPosition: number | null = null
  for (const [position, leaf] of tree.leaves.entries()) {
    if (!isLeafFor(leaf, call)) continue
    if (proofHexOf(tree.tree, position).join() === proof) return position
    if (leafPosition === null && verifyProof(digestOf(leaf), call.proof, root))
      leafPosition = position
  }
  return leafPosition
}

function isLeafFor(leaf: Leaf, call: BatchCall): boolean {
  return (
    !isPadding(leaf) &&
    leaf.canSendValue === call.value > 0n &&
    call.data.startsWith(leaf.selector) &&
    isSameAddress(leaf.target, call.target) &&
    isSameAddress(leaf.decoder, call.decoder)
  )
}

/** A call was to be proven by a tree that has no leaf for it. */
export class CallWithoutLeafError extends BaseError {
  override readonly code = 'call_without_leaf'
  override readonly kind = 'not_permitted'

  constructor({ target, decoder, data }: BatchCall, path: readonly number[]) {
    const call = path.join('.')
    const selector = data.slice(0, 10)
    super({
      message: `Call ${call}, ${selector} of ${target}, is not a leaf of the tree: its proof leads to none. Give the tree that the calldata was built with.`,
      facts: { call, target, decoder, selector },
    })
  }
}
