import { type Hex, InvalidHexError, printHexFilled } from '@vaultwright/base'
import {
  byteSizeOf,
  type CalldataWriter,
  createCalldataWriter,
  paddedSize,
  writeHex,
  writeSize,
  writeUints,
} from '../abi/byte-writer.ts'

/** Calldata of a batch with its selector, offsets and lengths, and where everything else goes in it. */
export type ManageLayout = {
  readonly writer: CalldataWriter
  /** Four numbers a proof, as `HexParts` has them; the first one is the byte of its first node. */
  readonly proofs: Uint32Array
  /** Byte of the first word of the decoders; one word each. */
  readonly decoders: number
  readonly targets: number
  /** Four numbers a call, as `HexParts` has them, for its data. */
  readonly data: Uint32Array
  /** Byte of the list of values, its length included. */
  readonly values: number
}

/** The sizes that decide the layout. */
export type ManageSizes = {
  /** Nodes of each proof. */
  readonly depths: readonly number[]
  /** Calldata of each call, as hex. */
  readonly data: readonly string[]
}

/**
 * Lays out the calldata of a batch in memory that is lent until the next.
 *
 * @param selector - what the calldata begins with; `0x` for the bare lists.
 */
export function layOutManage(selector: Hex, { depths, data }: ManageSizes): ManageLayout {
  const count = depths.length
  const start = byteSizeOf(selector)
  let size = start + 32 * (10 + 7 * count)
  for (let index = 0; index < count; index++) {
    size += 32 * depths[index]! + paddedSize(byteSizeOf(data[index]!))
  }
  const writer = createCalldataWriter(size)
  writeHex(writer.bytes, 0, selector)
  const proofList = start + 160
  const proofs = new Uint32Array(4 * count)
  let next = proofList + 32 + 32 * count
  for (let index = 0; index < count; index++) {
    const depth = depths[index]!
    proofs[4 * index] = next + 32
    proofs[4 * index + 1] = 32
    proofs[4 * index + 2] = depth
    proofs[4 * index + 3] = 32
    writeSize(writer, proofList + 32 + 32 * index, next - proofList - 32)
    writeSize(writer, next, depth)
    next += 32 + 32 * depth
  }
  const decoderList = next
  const targetList = decoderList + 32 + 32 * count
  const dataList = targetList + 32 + 32 * count
  const dataPlaces = new Uint32Array(4 * count)
  next = dataList + 32 + 32 * count
  for (let index = 0; index < count; index++) {
    const length = byteSizeOf(data[index]!)
    dataPlaces[4 * index] = next + 32
    dataPlaces[4 * index + 1] = length
    dataPlaces[4 * index + 2] = 1
    writeSize(writer, dataList + 32 + 32 * index, next - dataList - 32)
    writeSize(writer, next, length)
    next += 32 + paddedSize(length)
  }
  const lists = [proofList, decoderList, targetList, dataList, next]
  for (let list = 0; list < 5; list++) {
    writeSize(writer, start + 32 * list, lists[list]! - start)
    // The values' length is written with them.
    if (list < 4) writeSize(writer, lists[list]!, count)
  }
  return {
    writer,
    proofs,
    decoders: decoderList + 32,
    targets: targetList + 32,
    data: dataPlaces,
    values: next,
  }
}

/** The part that is not laid out yet. */
export type ManageRest = {
  /** Texts one after the other; null when one is not as long as its place. */
  readonly text: string | null
  /** Their places, as `HexParts` has them. */
  readonly places: Uint32Array
  readonly values: readonly bigint[]
  /** Reads every text for itself, and throws about the first one that is wrong. */
  readonly assertTexts: () => void
}

/**
 * Writes what is not laid out yet, and prints the calldata.
 *
 * @throws {UnencodableError} when a value is outside 256 bits and every text is right.
 */
export function finishManage(layout: ManageLayout, rest: ManageRest): Hex {
  const { writer, values } = layout
  const { text, places } = rest
  try {
    writeUints(writer, values, rest.values)
  } catch (error) {
    rest.assertTexts()
    throw error
  }
  const calldata = text === null ? null : printHexFilled(writer.bytes, { text, places })
  if (calldata !== null) return calldata
  rest.assertTexts()
  throw new InvalidHexError(text ?? '', 'the texts of the batch do not fit their places')
}
