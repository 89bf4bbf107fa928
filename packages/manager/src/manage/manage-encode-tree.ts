import {
  BaseError,
  type Hex,
  isSameAddress,
  memoize,
  parseHexBatch,
  parseHexRows,
} from '@vaultwright/base'
import type { Tree } from '@vaultwright/merkle'
import { managerSelectors } from '@vaultwright/registry'
import type { Call } from '../call/call.ts'
import type { Leaf } from '../leaf/leaf.ts'
import { type LeafTree, leafAt } from '../leaf/leaf-tree.ts'
import { isPadding } from '../leaf/padding.ts'
import { finishManage, layOutManage, type ManageLayout } from './manage-layout.ts'

/** A call together with the slot of the leaf that permits it. */
export type PositionedCall = Pick<Call, 'target' | 'data' | 'value'> & {
  /** Slot of the leaf, from 0. */
  readonly position: number
}

/**
 * Encodes calls with their proofs copied straight from the tree.
 *
 * The decoder is the leaf's. A call that its leaf can never permit is refused here already; whether
 * the arguments agree is for `verifyCalldata` to say.
 *
 * @param tree - the tree whose root the caller holds.
 * @param calls - in order, each with the slot of its leaf.
 * @returns calldata with its selector, lower case.
 * @throws {LeafMismatchError} when a slot is empty or its leaf has another target, function or value flag.
 * @throws {InvalidHexError} when a proof, an address or calldata is not hex of its size.
 * @throws {UnencodableError} when a value is outside 256 bits.
 */
export function encodeManageFromTree(tree: LeafTree, calls: readonly PositionedCall[]): Hex {
  for (let index = 0; index < calls.length; index++) assertProvable(tree, calls[index]!, index)
  const heads = headsOf(tree, calls)
  const data = calls.map((call) => call.data)
  const { depth } = tree.tree
  const layout = layOutManage(managerSelectors.manageVaultWithMerkleVerification, {
    depths: calls.map(() => depth),
    data,
  })
  const { writer } = layout
  const out = new Int32Array(writer.bytes.buffer)
  const nodes = wordsOf(tree.tree)
  for (let index = 0; index < calls.length; index++) {
    copyProof(tree.tree, calls[index]!.position, { nodes, out, at: layout.proofs[4 * index]! / 4 })
    copyHead(heads[index]!, { layout, out, index })
  }
  const isEven = data.every((text) => text.length >= 2 && text.length % 2 === 0)
  return finishManage(layout, {
    text: isEven ? data.join('') : null,
    places: layout.data,
    values: calls.map(({ value }) => value),
    assertTexts: () => parseHexBatch(data),
  })
}

/** Decoder and target of leaves that were encoded before, as ten words: a bot uses few leaves often. */
const knownHeadsOf = memoize((_tree: LeafTree) => new Map<number, Int32Array>())
const headsLimit = 4096

/** Decoder and target of the leaf of each call, as ten words; what is not known yet is read in one go. */
function headsOf(tree: LeafTree, calls: readonly PositionedCall[]): readonly Int32Array[] {
  const heads = knownHeadsOf(tree)
  const missing = new Map<number, Leaf>()
  for (const { position } of calls) {
    if (!heads.has(position)) missing.set(position, leafAt(tree, position)!)
  }
  const texts = [...missing.values()].flatMap(({ decoder, target }) => [decoder, target])
  const words = new Int32Array(parseHexRows(texts, 20).buffer)
  const fresh = new Map<number, Int32Array>()
  let offset = 0
  for (const position of missing.keys()) {
    const head = words.slice(offset, offset + 10)
    offset += 10
    fresh.set(position, head)
    if (heads.size < headsLimit) heads.set(position, head)
  }
  return calls.map(({ position }) => heads.get(position) ?? fresh.get(position)!)
}

type HeadPosition = {
  readonly layout: ManageLayout
  readonly out: Int32Array
  readonly index: number
}

/** Calldata is whole words and a selector of 4 bytes, so that accounts are aligned. */
function copyHead(head: Int32Array, { layout, out, index }: HeadPosition): void {
  const decoder = (layout.decoders + 32 * index + 12) / 4
  const target = (layout.targets + 32 * index + 12) / 4
  for (let word = 0; word < 5; word++) {
    out[decoder + word] = head[word]!
    out[target + word] = head[5 + word]!
  }
}

function assertProvable(tree: LeafTree, call: PositionedCall, index: number): void {
  const leaf = leafAt(tree, call.position)
  if (leaf === null || isPadding(leaf)) {
    throw new LeafMismatchError(index, call.position, 'it is empty')
  }
  if (!isSameAddress(leaf.target, call.target)) {
    throw new LeafMismatchError(index, call.position, `its target is ${leaf.target}`)
  }
  if (!isCallOf(leaf.selector, call.data)) {
    throw new LeafMismatchError(index, call.position, `it permits ${leaf.signature}`)
  }
  if (leaf.canSendValue !== call.value > 0n) {
    const condition = leaf.canSendValue ? 'only calls with value' : 'only calls without value'
    throw new LeafMismatchError(index, call.position, `it permits ${condition}`)
  }
}

function isCallOf(selector: Hex, data: Hex): boolean {
  return data.startsWith(selector) || data.slice(0, 10).toLowerCase() === selector.toLowerCase()
}

function wordsOf({ nodes }: Tree): Int32Array {
  const aligned = nodes.byteOffset % 4 === 0 ? nodes : nodes.slice()
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4)
}

type ProofCopy = { readonly nodes: Int32Array; readonly out: Int32Array; readonly at: number }

/** Eight words a node, one by one: a loop takes four times as long. Layers lie leaves first. */
function copyProof({ capacity, depth }: Tree, position: number, copy: ProofCopy): void {
  const { nodes, out } = copy
  let to = copy.at
  for (let level = 0, layer = 0, width = capacity; level < depth; level++) {
    const from = (layer + ((position >> level) ^ 1)) << 3
    out[to] = nodes[from]!
    out[to + 1] = nodes[from + 1]!
    out[to + 2] = nodes[from + 2]!
    out[to + 3] = nodes[from + 3]!
    out[to + 4] = nodes[from + 4]!
    out[to + 5] = nodes[from + 5]!
    out[to + 6] = nodes[from + 6]!
    out[to + 7] = nodes[from + 7]!
    layer += width
    width >>= 1
    to += 8
  }
}

/** A call was to be proven by a leaf that cannot permit it. */
export class LeafMismatchError extends BaseError {
  override readonly code = 'leaf_mismatch'
  override readonly kind = 'bug'

  constructor(call: number, position: number, why: string) {
    super({
      message: `Call ${call} cannot be proven by the leaf in slot ${position}: ${why}. Give the slot that matchCall names.`,
      facts: { call, position, why },
    })
  }
}
