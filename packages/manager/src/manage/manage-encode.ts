import {
  BaseError,
  type Hex,
  type HexBatch,
  isSameAddress,
  memoize,
  parseHexBatch,
  parseHexRows,
  printHex,
} from '@vaultwright/base'
import type { Tree } from '@vaultwright/merkle'
import { managerSelectors } from '@vaultwright/registry'
import {
  byteSizeOf,
  type CalldataWriter,
  createCalldataWriter,
  paddedSize,
  writeAccounts,
  writeBytes,
  writeHex,
  writeSize,
  writeUints,
} from '../abi/byte-writer.ts'
import type { Call, ManageCall } from '../call/call.ts'
import type { Leaf } from '../leaf/leaf.ts'
import { type LeafTree, leafAt } from '../leaf/leaf-tree.ts'
import { isPadding } from '../leaf/padding.ts'

/** A call together with the slot of the leaf that permits it. */
export type PositionedCall = Pick<Call, 'target' | 'data' | 'value'> & {
  /** Slot of the leaf, from 0. */
  readonly position: number
}

/** A batch as columns, wherever its proofs come from. */
type ManageBatch = {
  /** 20 bytes each: all decoders, then all targets. */
  readonly accounts: Uint8Array
  readonly data: readonly string[]
  readonly values: readonly bigint[]
  /** Words of each proof. */
  readonly depths: readonly number[]
  /** Writes the words of a proof. */
  readonly writeProof: (writer: CalldataWriter, at: number, index: number) => void
}

const noWords = new Int32Array(0)

/**
 * Encodes calls as the calldata of `manageVaultWithMerkleVerification`.
 *
 * @param calls - in order; may be empty, which the Manager accepts.
 * @returns calldata with its selector, lower case.
 * @throws {InvalidHexError} when a proof, an address or calldata is not hex of its size.
 * @throws {UnencodableError} when a value is outside 256 bits.
 */
export function encodeManage(calls: readonly ManageCall[]): Hex {
  return encode(batchOf(calls), managerSelectors.manageVaultWithMerkleVerification)
}

/**
 * Encodes calls as the bare five lists of a batch: what a flash loan carries as its user data.
 *
 * @throws {InvalidHexError} when a proof, an address or calldata is not hex of its size.
 * @throws {UnencodableError} when a value is outside 256 bits.
 */
export function encodeCalls(calls: readonly ManageCall[]): Hex {
  return encode(batchOf(calls), '0x')
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
  const leaves = calls.map((call, index) => provingLeafOf(tree, call, index))
  const { depth } = tree.tree
  const nodes = wordsOf(tree.tree)
  let out: Int32Array = noWords
  const batch: ManageBatch = {
    accounts: accountsOf(tree, leaves, calls),
    ...columnsOf(calls),
    depths: calls.map(() => depth),
    writeProof: ({ bytes }, at, index) => {
      if (out.buffer !== bytes.buffer) out = new Int32Array(bytes.buffer)
      copyProof(tree.tree, calls[index]!.position, { nodes, out, at: at / 4 })
    },
  }
  return encode(batch, managerSelectors.manageVaultWithMerkleVerification)
}

function batchOf(calls: readonly ManageCall[]): ManageBatch {
  const texts: Hex[] = []
  for (const { proof } of calls) for (const word of proof) texts.push(word)
  const words = parseHexRows(texts, 32)
  let read = 0
  return {
    accounts: parseHexRows(accountTextsOf(calls), 20),
    ...columnsOf(calls),
    depths: calls.map(({ proof }) => proof.length),
    // Proofs are written in order, as they lie in the words.
    writeProof: (writer, at, index) => {
      const size = 32 * calls[index]!.proof.length
      writer.bytes.set(words.subarray(read, read + size), at)
      read += size
    },
  }
}

function accountTextsOf(calls: readonly ManageCall[]): readonly string[] {
  const texts: string[] = []
  for (const { decoder } of calls) texts.push(decoder)
  for (const { target } of calls) texts.push(target)
  return texts
}

function columnsOf(
  calls: readonly Pick<Call, 'data' | 'value'>[],
): Pick<ManageBatch, 'data' | 'values'> {
  const data: string[] = []
  const values: bigint[] = []
  for (const call of calls) {
    data.push(call.data)
    values.push(call.value)
  }
  return { data, values }
}

/** Decoder and target of leaves that were encoded before, as ten words: a bot uses few leaves often. */
const headsOf = memoize((_tree: LeafTree) => new Map<number, Int32Array>())
const headsLimit = 4096

function accountsOf(
  tree: LeafTree,
  leaves: readonly Leaf[],
  calls: readonly PositionedCall[],
): Uint8Array {
  const heads = headsOf(tree)
  const words = new Int32Array(10 * calls.length)
  const targets = 5 * calls.length
  for (let index = 0; index < calls.length; index++) {
    const { position } = calls[index]!
    let head = heads.get(position)
    if (head === undefined) {
      head = headOf(leaves[index]!)
      if (heads.size < headsLimit) heads.set(position, head)
    }
    for (let word = 0; word < 5; word++) {
      words[5 * index + word] = head[word]!
      words[targets + 5 * index + word] = head[5 + word]!
    }
  }
  return new Uint8Array(words.buffer)
}

function headOf({ decoder, target }: Leaf): Int32Array {
  return new Int32Array(parseHexRows([decoder, target], 20).buffer)
}

function encode(batch: ManageBatch, selector: Hex): Hex {
  const { accounts, depths, values } = batch
  const count = depths.length
  const start = byteSizeOf(selector)
  const data = parseHexBatch(batch.data)
  let size = start + 32 * (10 + 7 * count)
  for (let index = 0; index < count; index++) {
    size += 32 * depths[index]! + paddedSize(data.offsets[index + 1]! - data.offsets[index]!)
  }
  const writer = createCalldataWriter(size)
  writeHex(writer.bytes, 0, selector)
  let next = start + 160
  const open = (head: number) => writeSize(writer, start + 32 * head, next - start)
  open(0)
  next = writeProofs(writer, next, batch)
  open(1)
  next = writeAccounts(writer, next, accounts.subarray(0, 20 * count))
  open(2)
  next = writeAccounts(writer, next, accounts.subarray(20 * count))
  open(3)
  next = writeData(writer, next, data)
  open(4)
  writeUints(writer, next, values)
  return printHex(writer.bytes)
}

function writeProofs(writer: CalldataWriter, at: number, batch: ManageBatch): number {
  const count = batch.depths.length
  writeSize(writer, at, count)
  let next = at + 32 + 32 * count
  for (let index = 0; index < count; index++) {
    const depth = batch.depths[index]!
    writeSize(writer, at + 32 + 32 * index, next - at - 32)
    writeSize(writer, next, depth)
    batch.writeProof(writer, next + 32, index)
    next += 32 + 32 * depth
  }
  return next
}

function writeData(writer: CalldataWriter, at: number, { bytes, offsets }: HexBatch): number {
  const count = offsets.length - 1
  writeSize(writer, at, count)
  const words = new Int32Array(bytes.buffer, 0, bytes.length >> 2)
  const out = new Int32Array(writer.bytes.buffer, 0, writer.bytes.length >> 2)
  let next = at + 32 + 32 * count
  for (let index = 0; index < count; index++) {
    const start = offsets[index]!
    const end = offsets[index + 1]!
    writeSize(writer, at + 32 + 32 * index, next - at - 32)
    // Calls are short and of whole words, where a loop is quicker than a view and its copy.
    if (((start | end | next) & 3) === 0 && end - start <= shortCall) {
      writeSize(writer, next, end - start)
      for (let from = start >> 2, to = (next + 32) >> 2; from < end >> 2; from++, to++) {
        out[to] = words[from]!
      }
      next += 32 + paddedSize(end - start)
    } else next = writeBytes(writer, next, bytes.subarray(start, end))
  }
  return next
}

/** Bytes of a call that is copied word by word. */
const shortCall = 512

function provingLeafOf(tree: LeafTree, call: PositionedCall, index: number): Leaf {
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
    const wanted = leaf.canSendValue ? 'only calls with value' : 'only calls without value'
    throw new LeafMismatchError(index, call.position, `it permits ${wanted}`)
  }
  return leaf
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
