import { finishSteps, parseHexOf, type Steps } from '@vaultwright/base'
import type { Leaf } from '@vaultwright/manager'
import type { ProgressReport } from '../text/progress.ts'
import { chunksOf } from '../text/text-chunk.ts'
import {
  openTextCursor,
  pieceOf,
  skipDigest,
  skipLowerDigits,
  skipPiece,
  skipQuoted,
  skipText,
  skipWord,
  type TextCursor,
} from '../text/text-cursor.ts'
import { isFiller } from '../tree/filler.ts'
import type { TreeFile, TreeFileForm } from '../tree/tree-file.ts'
import { type LeafBlank, type LeafForms, leafFormBy, openLeafForms } from './leaf-form.ts'
import { headText, leafGapsOf, printedFillerOf, tailChunks, withNewline } from './solidity-print.ts'

/** Tells whether a text in UTF-8 is what a file prints in a form, stopping at the first difference. */
export function isTextOf(bytes: Uint8Array, file: TreeFile, form: TreeFileForm): boolean {
  return finishSteps(isTextSteps(bytes, { file, form }, () => {}))
}

/** Leaves that are compared between two steps. */
const slotsOfStep = 128

/**
 * Tells the same as `isTextOf`, in steps.
 *
 * No leaf is printed. Leaves of as many arguments have the same form, which comes from the printer, once; what a leaf
 * fills in is compared with the bytes at its place.
 */
export function* isTextSteps(
  bytes: Uint8Array,
  { file, form }: { readonly file: TreeFile; readonly form: TreeFileForm },
  report: ProgressReport,
): Steps<boolean> {
  const cursor = openTextCursor(bytes)
  const pieceIn = (text: string) => pieceOf(withNewline(text, form))
  if (!skipPiece(cursor, pieceIn(headText(file, form)))) return false
  const { leaves, tree, padding } = file.tree
  const [first, next] = leafGapsOf(form.layout).map(pieceIn)
  const leafForms = openLeafForms(form)
  const filler = printedFillerOf(file)
  const fillerPiece = form.leafIndexes === null ? pieceIn(leafForms.print(filler, null)) : null
  for (let slot = 0; slot < tree.capacity; slot++) {
    if (!skipPiece(cursor, slot === 0 ? first! : next!)) return false
    const leaf = leaves[slot] ?? padding
    const index = form.leafIndexes?.[slot] ?? null
    const isThere = !isFiller(leaf, padding)
      ? skipLeaf(cursor, leafForms, { leaf, digests: tree.nodes, at: 32 * slot, index })
      : fillerPiece === null
        ? skipLeaf(cursor, leafForms, {
            ...filler,
            digests: parseHexOf(filler.digest, 32),
            at: 0,
            index,
          })
        : skipPiece(cursor, fillerPiece)
    if (!isThere) return false
    if ((slot + 1) % slotsOfStep !== 0) continue
    report(cursor.at / bytes.length)
    yield
  }
  for (const chunk of chunksOf(tailChunks(file, form))) {
    if (!skipPiece(cursor, pieceIn(chunk))) return false
    report(cursor.at / bytes.length)
    yield
  }
  return cursor.at === bytes.length
}

/** A leaf, and what is written beside it. */
type ShownLeaf = {
  readonly leaf: Leaf
  readonly digests: Uint8Array
  /** The offset of its digest. */
  readonly at: number
  readonly index: number | null
}

/** Steps over a leaf as it is printed. */
export function skipLeaf(cursor: TextCursor, forms: LeafForms, shown: ShownLeaf): boolean {
  const { leaf } = shown
  const { pieces, blanks } = leafFormBy(forms, leaf.arguments.length, leaf.canSendValue)
  let argument = 0
  for (let index = 0; index < blanks.length; index++) {
    if (!skipPiece(cursor, pieces[index]!)) return false
    const blank = blanks[index]!
    const isThere =
      blank === 'argument'
        ? skipWord(cursor, leaf.arguments[argument++]!)
        : skipBlank(cursor, blank, shown)
    if (!isThere) return false
  }
  return skipPiece(cursor, pieces[blanks.length]!)
}

function skipBlank(
  cursor: TextCursor,
  blank: Exclude<LeafBlank, 'argument'>,
  { leaf, digests, at: offset, index }: ShownLeaf,
): boolean {
  switch (blank) {
    case 'packed':
      for (const account of leaf.arguments) if (!skipLowerDigits(cursor, account)) return false
      return true
    case 'digest':
      return skipDigest(cursor, digests, offset)
    case 'index':
      return skipText(cursor, String(index))
    case 'description':
    case 'signature':
      return skipQuoted(cursor, leaf[blank])
    case 'decoder':
    case 'selector':
    case 'target':
      return skipWord(cursor, leaf[blank])
  }
}
