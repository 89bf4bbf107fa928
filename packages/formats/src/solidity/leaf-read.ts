import { type Address, isAddressText } from '@vaultwright/base'
import { type Leaf, selectorOf } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { skipLowerDigits, skipPiece, skipText, type TextCursor } from '../text/text-cursor.ts'
import { quotedLength, readQuoted, readWord, unquote, type WordBook } from '../text/word-reader.ts'
import { type LeafForms, leafFormBy } from './leaf-form.ts'

/** A place among the leaves of a text in one form, and what was read before it. */
export type LeafCursor = {
  readonly cursor: TextCursor
  readonly forms: LeafForms
  readonly accounts: WordBook
  readonly signatures: WordBook
}

/** A leaf as it stands in a text. */
export type PlacedLeaf = {
  readonly leaf: Leaf
  /** The offset of its beginning. */
  readonly at: number
  /** The offset of its digest in the text. */
  readonly digestAt: number
}

/** Makes what reads the leaves of a text. */
export function openLeafCursor(cursor: TextCursor, forms: LeafForms): LeafCursor {
  return { cursor, forms, accounts: new Map(), signatures: new Map() }
}

/**
 * Reads the leaf at the cursor.
 *
 * @returns null when the printer would print it otherwise; its digest is not looked at.
 */
export function readLeaf(reader: LeafCursor): PlacedLeaf | null {
  const { at: offset } = reader.cursor
  const count = countArguments(reader)
  const closed = readLeafBy(reader, { count, canSendValue: false })
  if (closed !== null) return closed
  reader.cursor.at = offset
  return readLeafBy(reader, { count, canSendValue: true })
}

const addressLength = 42
const digestLength = 66

function readLeafBy(
  reader: LeafCursor,
  { count, canSendValue }: { readonly count: number; readonly canSendValue: boolean },
): PlacedLeaf | null {
  const { cursor, forms, signatures } = reader
  const { pieces, blanks } = leafFormBy(forms, count, canSendValue)
  const from = cursor.at
  const packed: Address[] = []
  let [decoder, target, signature, description]: (string | null)[] = [null, null, null, null]
  let [selectorAt, digestAt] = [0, 0]
  for (let index = 0; index < blanks.length; index++) {
    if (!skipPiece(cursor, pieces[index]!)) return null
    switch (blanks[index]!) {
      case 'argument': {
        const account = readAccount(reader)
        if (account === null) return null
        packed.push(account)
        break
      }
      case 'decoder':
        decoder = readAccount(reader)
        if (decoder === null) return null
        break
      case 'description':
        description = readQuoted(cursor)
        if (description === null) return null
        break
      case 'selector':
        selectorAt = cursor.at
        cursor.at += 10
        break
      case 'signature': {
        const length = quotedLength(cursor)
        if (length < 0) return null
        signature = readWord(cursor, { book: signatures, length }, unquote)
        if (signature === null) return null
        break
      }
      case 'digest':
        digestAt = cursor.at
        cursor.at += digestLength
        break
      case 'packed':
        for (const account of packed) if (!skipLowerDigits(cursor, account)) return null
        break
      case 'target':
        target = readAccount(reader)
        if (target === null) return null
        break
      case 'index':
        return null
    }
  }
  if (!skipPiece(cursor, pieces[blanks.length]!)) return null
  const end = cursor.at
  const selector = selectorOf(signature!)
  cursor.at = selectorAt
  if (!skipText(cursor, selector)) return null
  cursor.at = end
  const leaf: Leaf = {
    decoder: decoder as Address,
    target: target as Address,
    canSendValue,
    signature: signature!,
    selector,
    arguments: packed,
    description: description!,
  }
  return { leaf, at: from, digestAt }
}

/** Counts the arguments of the leaf at the cursor: what stands between the brackets tells their number. */
function countArguments({ cursor, forms }: LeafCursor): number {
  const { source } = cursor
  let count = 0
  for (let index = cursor.at + forms.openAt; index < source.length; index++) {
    if (source[index] === 0x5d) return count
    if (source[index] !== 0x22) continue
    count++
    index += addressLength + 1
  }
  return count
}

function readAccount({ cursor, accounts }: LeafCursor): Address | null {
  return readWord(cursor, { book: accounts, length: addressLength }, spelledRight) as Address | null
}

/** Null for what is not an address, and for an address whose spelling is wrong. */
function spelledRight(text: string): string | null {
  return isAddressText(text) && checksumOf(text) === text ? text : null
}
