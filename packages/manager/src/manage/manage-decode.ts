import { type Address, BaseError, type Hex, printHexRows } from '@vaultwright/base'
import { managerSelectors } from '@vaultwright/registry'
import { paddedSize } from '../abi/byte-writer.ts'
import {
  addressesAt,
  assertBytes,
  assertFinished,
  type CalldataReader,
  hexAt,
  lendCalldataReader,
  openArray,
  openBytes,
  readSelector,
  uintAt,
} from '../abi/calldata-reader.ts'
import type { ManageCall } from '../call/call.ts'

/** A call of a batch, and where its calldata lies in the whole. */
export type LocatedCall = ManageCall & {
  /** Byte of the whole calldata at which `data` begins. */
  readonly offset: number
  /** The bytes of `data`, a view into the whole. */
  readonly bytes: Uint8Array
}

/** The lengths of the five lists of a batch. */
export type BatchLengths = {
  readonly proofs: number
  readonly decoders: number
  readonly targets: number
  readonly data: number
  readonly values: number
}

const manageSelector: Hex = managerSelectors.manageVaultWithMerkleVerification

/**
 * Decodes the calldata of `manageVaultWithMerkleVerification`, and nothing but the bytes that
 * `encodeManage` writes: what it accepts encodes to the same bytes again.
 *
 * @returns the calls in order; flash loans among them stay calldata, see `decodeBatch`.
 * @throws {CalldataSelectorError} when it calls another function.
 * @throws {TruncatedCalldataError} when it ends too early.
 * @throws {CalldataOffsetError} when fields overlap, repeat or leave gaps.
 * @throws {CalldataLengthError} when a length is larger than what follows.
 * @throws {DirtyCalldataError} when padding or upper bytes are not zero.
 * @throws {TrailingCalldataError} when bytes follow.
 * @throws {UnevenBatchError} when the five lists differ in length.
 */
export function decodeManage(data: Hex): readonly ManageCall[] {
  const reader = lendCalldataReader(data)
  assertSelector(reader, manageSelector)
  const lists = readLists(reader)
  assertFinished(reader)
  return lists.targets.map((_, index) => callAt(reader, lists, index))
}

/**
 * Reads a selector that must be a certain one.
 *
 * @throws {CalldataSelectorError} when it is another.
 */
export function assertSelector(reader: CalldataReader, expected: Hex): void {
  const selector = readSelector(reader)
  if (selector !== expected) throw new CalldataSelectorError(selector, expected)
}

/**
 * Reads the five lists of a batch from where a reader stands.
 *
 * @returns the calls in order.
 * @throws {UnevenBatchError} when the five lists differ in length; other errors as `decodeManage`.
 */
export function readCalls(reader: CalldataReader): LocatedCall[] {
  const lists = readLists(reader)
  return lists.targets.map((_, index) => {
    const { offset, size } = lists.data[index]!
    const bytes = reader.bytes.subarray(offset, offset + size)
    return { ...callAt(reader, lists, index), offset, bytes }
  })
}

type ByteRange = { readonly offset: number; readonly size: number }
type ManageLists = {
  readonly proofs: readonly Hex[][]
  readonly decoders: readonly Address[]
  readonly targets: readonly Address[]
  readonly data: readonly ByteRange[]
  readonly values: readonly bigint[]
}

function readLists(reader: CalldataReader): ManageLists {
  const base = reader.start
  reader.field = 'arguments'
  assertBytes(reader, base, 160)
  reader.next = base + 160
  const proofs = readProofs(reader, base)
  const decoders = readAddresses(reader, base + 32, 'decodersAndSanitizers')
  const targets = readAddresses(reader, base + 64, 'targets')
  const data = readData(reader, base + 96)
  const values = readUints(reader, base + 128, 'values')
  const lengths: BatchLengths = {
    proofs: proofs.length,
    decoders: decoders.length,
    targets: targets.length,
    data: data.length,
    values: values.length,
  }
  if (Object.values(lengths).some((length) => length !== targets.length)) {
    throw new UnevenBatchError(lengths)
  }
  return { proofs, decoders, targets, data, values }
}

function callAt(reader: CalldataReader, lists: ManageLists, index: number): ManageCall {
  const { offset, size } = lists.data[index]!
  return {
    proof: lists.proofs[index]!,
    decoder: lists.decoders[index]!,
    target: lists.targets[index]!,
    data: hexAt(reader, offset, size),
    value: lists.values[index]!,
  }
}

/** All words of the proofs become texts in one go: a text for each alone would cost twice as much. */
function readProofs(reader: CalldataReader, base: number): Hex[][] {
  reader.field = 'manageProofs'
  const count = openArray(reader, base, base)
  const start = reader.next
  const heads = start - 32 * count
  const depths: number[] = new Array(count)
  for (let index = 0; index < count; index++) {
    reader.index = index
    depths[index] = openArray(reader, heads + 32 * index, heads)
  }
  reader.index = -1
  const words = printHexRows(reader.bytes.subarray(start, reader.next), 32)
  const proofs: Hex[][] = new Array(count)
  for (let index = 0, word = 0; index < count; index++) {
    const depth = depths[index]!
    proofs[index] = words.slice(word + 1, word + 1 + depth)
    word += 1 + depth
  }
  return proofs
}

/** Reads an `address[]` whose offset counts from the start of the arguments. */
export function readAddresses(reader: CalldataReader, head: number, field: string): Address[] {
  reader.field = field
  const count = openArray(reader, head, reader.start)
  return addressesAt(reader, reader.next - 32 * count, count)
}

/** Reads a `uint256[]` whose offset counts from the start of the arguments. */
export function readUints(reader: CalldataReader, head: number, field: string): bigint[] {
  reader.field = field
  const count = openArray(reader, head, reader.start)
  const first = reader.next - 32 * count
  const uints: bigint[] = new Array(count)
  for (let index = 0; index < count; index++) uints[index] = uintAt(reader, first + 32 * index)
  return uints
}

function readData(reader: CalldataReader, head: number): ByteRange[] {
  reader.field = 'targetData'
  const count = openArray(reader, head, reader.start)
  const heads = reader.next - 32 * count
  const data: ByteRange[] = new Array(count)
  for (let index = 0; index < count; index++) {
    reader.index = index
    const size = openBytes(reader, heads + 32 * index, heads)
    const offset = reader.next - paddedSize(size)
    data[index] = { offset, size }
  }
  reader.index = -1
  return data
}

/** Calldata calls another function than the one it was read as. */
export class CalldataSelectorError extends BaseError {
  override readonly code = 'calldata_selector'
  override readonly kind = 'invalid_input'

  constructor(actual: Hex, expected: Hex) {
    super({
      message: `The calldata calls ${actual} instead of ${expected}. Give the calldata of that function.`,
      facts: { offset: 0, found: actual, expected },
    })
  }
}

/** The five lists of a batch differ in length, which the Manager refuses. */
export class UnevenBatchError extends BaseError {
  override readonly code = 'uneven_batch'
  override readonly kind = 'invalid_input'
  readonly lengths: BatchLengths

  constructor(lengths: BatchLengths) {
    const { proofs, decoders, targets, data, values } = lengths
    super({
      message: `The batch has ${proofs} proofs, ${decoders} decoders, ${targets} targets, ${data} calldatas and ${values} values. Give one of each for every call.`,
      facts: lengths,
    })
    this.lengths = lengths
  }
}
