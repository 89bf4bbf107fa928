import { BaseError, printHex, type Steps } from '@vaultwright/base'
import { digestOf, type Leaf } from '@vaultwright/manager'
import { maximumCapacity } from '@vaultwright/merkle'
import { fieldsOf, jsonSourceOf } from '../text/field.ts'
import { maxTextBytes } from '../text/json-text.ts'
import type { ProgressReport } from '../text/progress.ts'
import { chunksOf } from '../text/text-chunk.ts'
import {
  openTextCursor,
  pieceOf,
  skipDigest,
  skipPiece,
  type TextCursor,
} from '../text/text-cursor.ts'
import { buildTrimmed, fillerFinding, fillerOf, isFiller } from '../tree/filler.ts'
import type { Layout } from '../tree/layout.ts'
import { freshForm, type Metadata, type TreeFile, type TreeFileForm } from '../tree/tree-file.ts'
import { openLeafForms } from './leaf-form.ts'
import { openLeafCursor, type PlacedLeaf, readLeaf } from './leaf-read.ts'
import { skipLeaf } from './solidity-match.ts'
import { headText, leafGapsOf, printedFillerOf, tailChunks, withNewline } from './solidity-print.ts'
import { readMetadata } from './solidity-tree.ts'

/**
 * Reads a solidity file that is written as we write it, straight from its bytes: nearly every file is.
 *
 * Each byte is compared with what the printer would print of the tree, so that nothing is believed: a file that is
 * read this way is sound, and comes back byte for byte.
 *
 * @returns the file as `soliditySteps` reads it; null when it is written otherwise, or contradicts itself.
 */
export function* readTidySteps(bytes: Uint8Array, report: ProgressReport): Steps<TreeFile | null> {
  if (bytes.length > maxTextBytes) return null
  try {
    const head = readHead(bytes)
    if (head === null) return null
    for (const layout of head.layouts) {
      const form = { ...head.form, layout }
      const leaves = yield* leafSteps(bytes, { ...head, form }, report)
      if (leaves !== null) return yield* checkSteps(bytes, { ...head, form, leaves }, report)
    }
    return null
  } catch (error) {
    // What is refused here is refused with its place where the text is read as JSON.
    if (error instanceof BaseError) return null
    throw error
  }
}

/** The part of a file before its leaves. */
type FileHead = {
  readonly metadata: Metadata
  readonly form: TreeFileForm
  /** The offset of the leaves. */
  readonly leavesAt: number
}

/** Far more than a head has. */
const longestHead = 8_192

const decoder = new TextDecoder()

const layoutsByMargin: ReadonlyMap<number, readonly Layout[]> = new Map([
  [0, ['forge']],
  [2, ['prettier-2', 'expanded-2']],
  [4, ['prettier-4', 'expanded-4']],
])

function readHead(bytes: Uint8Array): (FileHead & { readonly layouts: readonly Layout[] }) | null {
  const text = decoder.decode(bytes.subarray(0, longestHead))
  const head = /^[ -~\r\n]*?"leafs": \[\r?\n/.exec(text)?.[0]
  const margin = /^\{(?: |\r?\n( +))"/.exec(text)
  const layouts = margin === null ? undefined : layoutsByMargin.get(margin[1]?.length ?? 0)
  if (head === undefined || layouts === undefined) return null
  const metadata = metadataIn(head)
  if (metadata === null) return null
  const newline = head.endsWith('\r\n') ? '\r\n' : '\n'
  const form = { ...freshForm, newline, finalNewline: bytes.at(-1) === 0x0a } as const
  return { metadata, form, leavesAt: head.length, layouts }
}

/** @throws {FileSchemaError} when it is not metadata. */
function metadataIn(head: string): Metadata | null {
  const before = head.slice(0, head.lastIndexOf('"leafs"')).trimEnd()
  if (!before.endsWith(',')) return null
  let value: unknown
  try {
    value = JSON.parse(`${before.slice(0, -1)}}`)
  } catch {
    return null
  }
  const source = jsonSourceOf(head)
  return readMetadata(source, fieldsOf(source, fieldsOf(source, value, []).metadata, []))
}

/** The leaves as they stand in a text. */
type FileLeaves = {
  readonly placed: readonly PlacedLeaf[]
  /** The offset of the part after them. */
  readonly end: number
}

function* leafSteps(
  bytes: Uint8Array,
  { form, leavesAt }: FileHead,
  report: ProgressReport,
): Steps<FileLeaves | null> {
  const cursor = openTextCursor(bytes)
  const reader = openLeafCursor(cursor, openLeafForms(form))
  const [first, next] = leafGapsOf(form.layout).map((gap) => pieceOf(withNewline(gap, form)))
  const placed: PlacedLeaf[] = []
  cursor.at = leavesAt
  let end = leavesAt
  while (
    placed.length < maximumCapacity &&
    skipPiece(cursor, placed.length === 0 ? first! : next!)
  ) {
    const leaf = readLeaf(reader)
    if (leaf === null) return null
    placed.push(leaf)
    end = cursor.at
    if (placed.length % slotsOfStep !== 0) continue
    report((0.5 * end) / bytes.length)
    yield
  }
  return placed.length === 0 ? null : { placed, end }
}

/** Leaves that are read or compared between two steps. */
const slotsOfStep = 128

/** Builds the tree, and compares with it what the leaves left open: digests, empty slots, what stands around them. */
function* checkSteps(
  bytes: Uint8Array,
  { form, leavesAt, metadata, leaves }: FileHead & { readonly leaves: FileLeaves },
  report: ProgressReport,
): Steps<TreeFile | null> {
  const { placed, end } = leaves
  const statedLeaves = placed.map(({ leaf }) => leaf)
  const filler = fillerOf(statedLeaves, {
    decoder: metadata.decoder,
    digestBeside: () => undefined,
    // A file whose leaf layer has another digest there is not read this way.
    digestInLayer: (slot) => printHex(digestOf(statedLeaves[slot]!)),
  })
  const tree = buildTrimmed(statedLeaves, filler)
  const { nodes, capacity } = tree.tree
  // Empty slots that a file leaves out are not written as we write them.
  if (capacity !== placed.length) return null
  const layout = layoutMeant(form, statedLeaves)
  const findings = fillerFinding(filler)
  const file: TreeFile = {
    format: 'solidity',
    layout,
    metadata,
    tree,
    findings,
    form: { ...form, layout, padding: filler.text },
  }
  yield
  const cursor = openTextCursor(bytes)
  const pieceIn = (text: string) => pieceOf(withNewline(text, form))
  if (!skipPiece(cursor, pieceIn(headText(file, form))) || cursor.at !== leavesAt) return null
  const forms = openLeafForms(form)
  const fillerPiece = pieceIn(forms.print(printedFillerOf(file), null))
  for (let slot = 0; slot < capacity; slot++) {
    const { leaf, at: offset, digestAt } = placed[slot]!
    const statedLeaf = tree.leaves[slot] ?? tree.padding
    const isTidy = isFiller(statedLeaf, tree.padding)
      ? skipPiece(moved(cursor, offset), fillerPiece)
      : statedLeaf === leaf
        ? skipDigest(moved(cursor, digestAt), nodes, 32 * slot)
        : skipLeaf(moved(cursor, offset), forms, {
            leaf: statedLeaf,
            digests: nodes,
            at: 32 * slot,
            index: null,
          })
    if (!isTidy) return null
    if (slot % slotsOfStep !== 0) continue
    report(0.5 + (0.4 * slot) / capacity)
    yield
  }
  cursor.at = end
  for (const chunk of chunksOf(tailChunks(file, form))) {
    if (!skipPiece(cursor, pieceIn(chunk))) return null
    yield
  }
  if (cursor.at !== bytes.length) return null
  report(1)
  return file
}

function moved(cursor: TextCursor, at: number): TextCursor {
  cursor.at = at
  return cursor
}

/** With four spaces, only an array of one account tells the layouts apart. */
function layoutMeant({ layout, finalNewline }: TreeFileForm, leaves: readonly Leaf[]): Layout {
  if (layout !== 'prettier-4' || leaves.some((leaf) => leaf.arguments.length === 1)) return layout
  return finalNewline ? 'prettier-4' : 'expanded-4'
}
