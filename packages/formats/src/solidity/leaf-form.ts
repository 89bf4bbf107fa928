import type { Hex } from '@vaultwright/base'
import { type Leaf, paddingLeaf } from '@vaultwright/manager'
import { pieceOf, type TextPiece } from '../text/text-cursor.ts'
import type { TreeFileForm } from '../tree/tree-file.ts'
import { leafPrinter, withNewline } from './solidity-print.ts'

/** The blanks that a leaf fills in. */
export type LeafBlank =
  | 'argument'
  | 'decoder'
  | 'description'
  | 'digest'
  | 'index'
  | 'packed'
  | 'selector'
  | 'signature'
  | 'target'

/** The text of a leaf: a piece before each blank, and one after the last. */
export type LeafForm = {
  readonly pieces: readonly TextPiece[]
  readonly blanks: readonly LeafBlank[]
}

/** Stands for what leaves fill in: characters that JSON does not escape. */
const standIn = (text: string) => text as Hex
const standIns = {
  // As long as an address, for lines break by length.
  argument: standIn(`\uE001x${'\uE000'.repeat(40)}`),
  decoder: standIn('\uE002'),
  description: '\uE003',
  digest: standIn('\uE004'),
  selector: standIn('\uE005'),
  signature: '\uE006',
  target: standIn('\uE007'),
}
const indexStandIn = Number.MAX_SAFE_INTEGER

const blankByMark: { readonly [mark: string]: LeafBlank } = {
  '\uE000': 'packed',
  '\uE001': 'argument',
  '\uE002': 'decoder',
  '\uE003': 'description',
  '\uE004': 'digest',
  '\uE005': 'selector',
  '\uE006': 'signature',
  '\uE007': 'target',
  [String(indexStandIn)[0]!]: 'index',
}

/** The forms of leaves by the number of their arguments, each made when it is first needed. */
export type LeafForms = {
  readonly form: TreeFileForm
  readonly print: ReturnType<typeof leafPrinter>
  readonly made: Map<number, LeafForm>
  /** Characters of a leaf before its first argument, the opening bracket included. */
  readonly openAt: number
}

/** Makes the forms of a text's leaves. */
export function openLeafForms(form: TreeFileForm): LeafForms {
  const print = leafPrinter(form.layout)
  const openAt =
    withNewline(print({ leaf: paddingLeaf, digest: '0x' }, null), form).indexOf('[') + 1
  return { form, print, made: new Map(), openAt }
}

/** Gives the form of leaves of so many arguments, with or without value. */
export function leafFormBy(
  { form, print, made: cachedForms }: LeafForms,
  count: number,
  canSendValue: boolean,
): LeafForm {
  const key = 2 * count + Number(canSendValue)
  const cached = cachedForms.get(key)
  if (cached !== undefined) return cached
  const { argument, digest, ...fields } = standIns
  const blank: Leaf = {
    ...fields,
    canSendValue,
    arguments: new Array<Hex>(count).fill(argument),
  }
  const index = form.leafIndexes === null ? null : indexStandIn
  const fresh = readForm(withNewline(print({ leaf: blank, digest }, index), form))
  cachedForms.set(key, fresh)
  return fresh
}

function readForm(text: string): LeafForm {
  const parts = text.split(
    new RegExp(`(\uE001x\uE000{40}|\uE000+|[\uE002-\uE007]|${indexStandIn})`),
  )
  return {
    pieces: parts.filter((_, at) => at % 2 === 0).map(pieceOf),
    blanks: parts.filter((_, at) => at % 2 === 1).map((mark) => blankByMark[mark[0]!]!),
  }
}
