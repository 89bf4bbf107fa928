import { type Address, finishSteps, printHex, type Steps } from '@vaultwright/base'
import { type Leaf, selectorOf } from '@vaultwright/manager'
import { checksumOf, keccak256, maximumCapacity, rootOf } from '@vaultwright/merkle'
import { buildTrimmed, fillerFinding } from '../tree/filler.ts'
import { layouts } from '../tree/layout.ts'
import {
  type Deviation,
  type Metadata,
  paddingTexts,
  type TreeFile,
  type TreeFileForm,
  usedCountOf,
} from '../tree/tree-file.ts'
import { binaryMagic, checksumSize, smallCapacity, sparseLimit } from './binary-encode.ts'
import { type ByteReader, byteReader } from './byte-reader.ts'

/**
 * Tells whether bytes begin as a binary tree file does, whatever its version.
 *
 * @param bytes - any bytes.
 * @returns true for our magic.
 */
export function isBinary(bytes: Uint8Array): boolean {
  return binaryMagic.subarray(0, 6).every((byte, index) => bytes[index] === byte)
}

/**
 * Decodes a binary tree file.
 *
 * What it allocates is bounded by what it is given; checksum and root are compared with the bytes and
 * with the rebuilt tree.
 *
 * @param bytes - what `encodeBinary` gave.
 * @throws {DamagedBinaryError} with the offset, for everything else.
 */
export function decodeBinary(bytes: Uint8Array): TreeFile {
  return finishSteps(decodeSteps(bytes))
}

/**
 * Reads bytes as `decodeBinary` does, in steps.
 *
 * @returns the steps: an account, a text or a leaf each, then one that makes the tree of them.
 * @throws {DamagedBinaryError} with the offset, for everything else.
 */
export function* decodeSteps(bytes: Uint8Array): Steps<TreeFile> {
  const end = bytes.length - checksumSize
  const reader = byteReader(bytes.subarray(0, Math.max(0, end)))
  if (!isBinary(bytes)) reader.fail('it does not begin with VWTREE')
  reader.readBytes(6)
  const version = reader.readByte()
  if (version !== binaryMagic[6]) reader.fail(`version ${version} is unknown to this release`)
  const checksum = keccak256(bytes.subarray(0, end)).subarray(0, checksumSize)
  if (checksum.some((byte, index) => byte !== bytes[end + index])) {
    reader.fail('its checksum is not that of its bytes')
  }
  const depth = reader.readByte()
  if (2 ** depth > maximumCapacity) reader.fail(`${depth} layers are more than a tree has`)
  const tables = yield* readTables(reader)
  const looks = readForm(reader, tables)
  const accounts = readAccounts(reader, tables)
  const padding = readLeaf(reader, tables)
  const leaves = yield* readLeaves(reader, tables, 2 ** depth)
  const leafIndexes = readIndexes(reader, 2 ** depth)
  const stated = printHex(reader.readBytes(32))
  if (reader.left() > 0) reader.fail(`${reader.left()} bytes are left over`)
  const tree = buildTrimmed(leaves, { capacity: 2 ** depth, padding })
  const root = printHex(rootOf(tree.tree))
  if (root !== stated) reader.fail(`its root ${stated} is not the ${root} of its leaves`)
  const metadata: Metadata = {
    ...accounts.named,
    root,
    leafCount: usedCountOf(tree),
    capacity: accounts.statesCapacity ? 2 ** depth : null,
  }
  const form: TreeFileForm = { ...looks, leafIndexes }
  const layout = form.deviations.length === 0 ? form.layout : null
  return { format: 'binary', layout, metadata, tree, findings: fillerFinding({ padding }), form }
}

type DecodedTables = { readonly addresses: readonly Address[]; readonly texts: readonly string[] }

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function* readTables(reader: ByteReader): Steps<DecodedTables> {
  const addresses: Address[] = []
  const addressCount = reader.readCount(reader.left() / 20)
  for (let index = 0; index < addressCount; index++) {
    addresses.push(checksumOf(reader.readBytes(20)))
    yield
  }
  const texts: string[] = []
  const textCount = reader.readCount(reader.left())
  for (let index = 0; index < textCount; index++) {
    texts.push(readText(reader))
    yield
  }
  return { addresses, texts }
}

function readText(reader: ByteReader): string {
  const size = reader.readCount(2 * reader.left() + 1)
  if (size % 2 === 1) {
    const bytes = reader.readBytes(size - 1)
    let text = ''
    for (let index = 0; index < bytes.length; index += 2) {
      text += String.fromCharCode(bytes[index]! | (bytes[index + 1]! << 8))
    }
    return text
  }
  try {
    return utf8.decode(reader.readBytes(size / 2))
  } catch {
    return reader.fail('a text is not UTF-8')
  }
}

function readForm(reader: ByteReader, tables: DecodedTables): Omit<TreeFileForm, 'leafIndexes'> {
  const layout = layouts[reader.readByte()] ?? reader.fail('the layout is unknown')
  const padding = paddingTexts[reader.readByte()] ?? reader.fail('the padding is unknown')
  const flags = reader.readByte()
  if (flags > 3) reader.fail('the newlines are unknown')
  const count = reader.readCount(reader.left() / 2)
  const deviations: Deviation[] = []
  let piece = 0
  for (let index = 0; index < count; index++) {
    piece += reader.readCount(2 ** 32)
    deviations.push([piece, pick(reader, tables.texts)])
  }
  const newline = (flags & 2) === 0 ? '\n' : '\r\n'
  return { layout, padding, finalNewline: (flags & 1) === 1, newline, deviations }
}

function readIndexes(reader: ByteReader, capacity: number): readonly number[] | null {
  const mode = reader.readByte()
  if (mode === 0) return null
  if (mode > 2) reader.fail('the leaf indexes are unknown')
  const count = reader.readCount(mode === 1 ? capacity : reader.left())
  if (count !== capacity) reader.fail(`${count} leaf indexes are not one a slot`)
  return Array.from({ length: count }, (_, slot) =>
    mode === 1 ? slot : reader.readCount(maximumCapacity),
  )
}

function readAccounts(
  reader: ByteReader,
  tables: DecodedTables,
): {
  readonly statesCapacity: boolean
  readonly named: Pick<Metadata, 'vault' | 'manager' | 'accountant' | 'decoder'>
} {
  const statesCapacity = reader.readCount(1) === 1
  const account = () => {
    const number = reader.readCount(tables.addresses.length)
    return number === 0 ? null : tables.addresses[number - 1]!
  }
  const named = { vault: account(), manager: account(), accountant: account(), decoder: account() }
  return { statesCapacity, named }
}

function* readLeaves(
  reader: ByteReader,
  tables: DecodedTables,
  capacity: number,
): Steps<readonly Leaf[]> {
  const count = reader.readCount(Math.min(capacity, reader.left() / 5))
  if (count === 0) reader.fail('it holds no leaf')
  if (capacity > smallCapacity && capacity > count * sparseLimit) {
    reader.fail(`${count} leaves are too few for ${capacity} slots`)
  }
  const leaves: Leaf[] = []
  for (let index = 0; index < count; index++) {
    leaves.push(readLeaf(reader, tables))
    yield
  }
  return leaves
}

function readLeaf(reader: ByteReader, tables: DecodedTables): Leaf {
  const head = reader.readCount(2 * reader.left() + 1)
  const decoder = pick(reader, tables.addresses)
  const target = pick(reader, tables.addresses)
  const signature = pick(reader, tables.texts)
  const description = pick(reader, tables.texts)
  const count = Math.floor(head / 2)
  return {
    decoder,
    target,
    canSendValue: head % 2 === 1,
    signature,
    selector: selectorOf(signature),
    arguments: Array.from({ length: count }, () => pick(reader, tables.addresses)),
    description,
  }
}

function pick<Entry>(reader: ByteReader, table: readonly Entry[]): Entry {
  const entry = table[reader.readCount(table.length)]
  return entry ?? reader.fail('an entry lies outside its table')
}
