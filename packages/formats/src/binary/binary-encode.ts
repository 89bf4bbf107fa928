import { type Address, addressBytesOf } from '@vaultwright/base'
import type { Leaf } from '@vaultwright/manager'
import { keccak256, rootOf } from '@vaultwright/merkle'
import { layouts } from '../tree/layout.ts'
import { type Metadata, paddingTexts, type TreeFile, type TreeFileForm } from '../tree/tree-file.ts'
import { type ByteWriter, byteWriter } from './byte-writer.ts'

/** `VWTREE`, and the version of what follows. */
export const binaryMagic: Uint8Array = Uint8Array.of(0x56, 0x57, 0x54, 0x52, 0x45, 0x45, 1)

/** A checksum is this many bytes of the keccak-256 of everything before it. */
export const checksumSize = 8

/** Up to this capacity a file may hold any number of leaves; above it, `sparseLimit` slots a leaf. */
export const smallCapacity = 16_384

/** Keeps a small file from asking for a large tree: sparser trees spell out some of their padding. */
export const sparseLimit = 64

/**
 * Encodes a tree file in the compact binary format: no inner nodes, each address and text once.
 *
 * Magic and version, capacity, form, accounts, address table, text table, padding, leaves, leaf
 * indexes, root, checksum; numbers are LEB128.
 *
 * @returns the bytes; `decodeBinary` gives the same tree, accounts and form.
 */
export function encodeBinary(file: TreeFile): Uint8Array {
  const { tree, leaves, padding } = file.tree
  const tables = createTableWriter()
  const body = byteWriter()
  writeForm(body, file.form, tables)
  writeMetadata(body, file.metadata, tables)
  writeLeaf(body, padding, tables)
  const needed = tree.capacity > smallCapacity ? tree.capacity / sparseLimit : 0
  const count = Math.max(leaves.length, needed)
  body.writeCount(count)
  for (let slot = 0; slot < count; slot++) writeLeaf(body, leaves[slot] ?? padding, tables)
  writeIndexes(body, file.form.leafIndexes)
  const output = byteWriter()
  output.writeBytes(binaryMagic)
  output.writeByte(tree.depth)
  tables.writeTo(output)
  output.writeBytes(body.bytes())
  output.writeBytes(rootOf(tree))
  output.writeBytes(keccak256(output.bytes()).subarray(0, checksumSize))
  return output.bytes()
}

/** Addresses and texts, numbered in the order in which they are first asked for. */
type TableWriter = {
  readonly addressNumber: (address: Address) => number
  readonly textNumber: (text: string) => number
  readonly writeTo: (writer: ByteWriter) => void
}

function createTableWriter(): TableWriter {
  const addresses = new Map<string, number>()
  const texts = new Map<string, number>()
  const numberIn = (table: Map<string, number>) => (entry: string) => {
    const index = table.get(entry)
    if (index !== undefined) return index
    table.set(entry, table.size)
    return table.size - 1
  }
  return {
    addressNumber: numberIn(addresses),
    textNumber: numberIn(texts),
    writeTo(writer) {
      writer.writeCount(addresses.size)
      for (const address of addresses.keys()) writer.writeBytes(addressBytesOf(address))
      writer.writeCount(texts.size)
      for (const text of texts.keys()) writeText(writer, text)
    },
  }
}

const encoder = new TextEncoder()

/** UTF-8, its size doubled; or, for halves of surrogate pairs, UTF-16, its size doubled and odd. */
function writeText(writer: ByteWriter, text: string): void {
  if (!/\p{Surrogate}/u.test(text)) {
    const bytes = encoder.encode(text)
    writer.writeCount(2 * bytes.length)
    writer.writeBytes(bytes)
    return
  }
  writer.writeCount(2 * text.length + 1)
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    writer.writeByte(code & 255)
    writer.writeByte(code >> 8)
  }
}

function writeForm(writer: ByteWriter, form: TreeFileForm, tables: TableWriter): void {
  writer.writeByte(layouts.indexOf(form.layout))
  writer.writeByte(paddingTexts.indexOf(form.padding))
  writer.writeByte((form.finalNewline ? 1 : 0) | (form.newline === '\n' ? 0 : 2))
  writer.writeCount(form.deviations.length)
  let last = 0
  for (const [piece, text] of form.deviations) {
    writer.writeCount(piece - last)
    writer.writeCount(tables.textNumber(text))
    last = piece
  }
}

/** 0 for none, 1 when each is its slot, 2 and the list. */
function writeIndexes(writer: ByteWriter, indexes: readonly number[] | null): void {
  const isPlain = indexes?.every((index, slot) => index === slot) === true
  writer.writeByte(indexes === null ? 0 : isPlain ? 1 : 2)
  if (indexes === null) return
  writer.writeCount(indexes.length)
  if (!isPlain) for (const index of indexes) writer.writeCount(index)
}

function writeMetadata(writer: ByteWriter, metadata: Metadata, tables: TableWriter): void {
  const { vault, manager, accountant, decoder, capacity } = metadata
  writer.writeByte(capacity === null ? 0 : 1)
  for (const account of [vault, manager, accountant, decoder]) {
    writer.writeCount(account === null ? 0 : 1 + tables.addressNumber(account))
  }
}

function writeLeaf(writer: ByteWriter, leaf: Leaf, tables: TableWriter): void {
  writer.writeCount(2 * leaf.arguments.length + (leaf.canSendValue ? 1 : 0))
  writer.writeCount(tables.addressNumber(leaf.decoder))
  writer.writeCount(tables.addressNumber(leaf.target))
  writer.writeCount(tables.textNumber(leaf.signature))
  writer.writeCount(tables.textNumber(leaf.description))
  for (const argument of leaf.arguments) writer.writeCount(tables.addressNumber(argument))
}
