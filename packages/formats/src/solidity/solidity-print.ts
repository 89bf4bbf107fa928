import { type Hex, printHex, printHexRows } from '@vaultwright/base'
import { digestOf, type Leaf, packedOf, paddingLeaf } from '@vaultwright/manager'
import { layerOf, rootOf, type Tree } from '@vaultwright/merkle'
import { chunkSize, chunksOf, joinChunks } from '../text/text-chunk.ts'
import { applyDeviations } from '../tree/deviation.ts'
import { isFiller } from '../tree/filler.ts'
import { type ArrayContext, indentOf, type Layout, printTexts } from '../tree/layout.ts'
import { type TreeFile, type TreeFileForm, usedCountOf } from '../tree/tree-file.ts'

/** Options of a solidity text. Default: as in the file that was read. */
type SolidityOptions = {
  readonly layout?: Layout
  readonly finalNewline?: boolean
}

/** Digests turned into hex at a time. */
const batch = 512

/**
 * The composition of the digest, as every file states it.
 *
 * Source: the tree generator's metadata.
 */
export const digestComposition: readonly string[] = [
  'Bytes20(DECODER_AND_SANITIZER_ADDRESS)',
  'Bytes20(TARGET_ADDRESS)',
  'Bytes1(CAN_SEND_VALUE)',
  'Bytes4(TARGET_FUNCTION_SELECTOR)',
  'Bytes{N*20}(ADDRESS_ARGUMENT_0,...,ADDRESS_ARGUMENT_N)',
]

/**
 * Prints a tree file in the solidity format.
 *
 * Everything derived (selectors, packed arguments, digests, layers, root, counts) comes from the tree;
 * the text of a sound file that was read comes back byte for byte.
 *
 * @param options - another layout than the file's own.
 */
export function printSolidity(file: TreeFile, options: SolidityOptions = {}): string {
  const text = textOf(file, formOf(file, options))
  if (options.layout !== undefined) return text
  return applyDeviations(text, file.form.deviations)
}

/**
 * Prints a tree file in the solidity format, piece by piece: for trees whose text exceeds one string.
 *
 * @param options - another layout than the file's own.
 * @returns chunks of about 64 Ki characters; joined they are `printSolidity`.
 */
export function* writeSolidity(file: TreeFile, options: SolidityOptions = {}): Iterable<string> {
  if (file.form.deviations.length > 0 && options.layout === undefined) {
    const text = printSolidity(file, options)
    for (let index = 0; index < text.length; index += chunkSize)
      yield text.slice(index, index + chunkSize)
    return
  }
  const form = formOf(file, options)
  for (const chunk of chunksOf(chunksOfFile(file, form))) yield withNewline(chunk, form)
}

/**
 * Prints the text of a file in a form, deviations left out.
 *
 * @throws {FileTooLargeError} when it exceeds one string.
 */
export function textOf(file: TreeFile, form: TreeFileForm): string {
  return withNewline(joinChunks(chunksOfFile(file, form)), form)
}

function formOf(file: TreeFile, options: SolidityOptions): TreeFileForm {
  const { layout = file.form.layout, finalNewline = file.form.finalNewline } = options
  const newline = options.layout === undefined ? file.form.newline : '\n'
  return { ...file.form, layout, finalNewline, newline }
}

/** Gives a text the newlines of a form. */
export function withNewline(text: string, form: TreeFileForm): string {
  return form.newline === '\n' ? text : text.replaceAll('\n', form.newline)
}

function* chunksOfFile(file: TreeFile, form: TreeFileForm): Iterable<string> {
  yield headText(file, form)
  yield* leafChunks(file, form)
  yield* tailChunks(file, form)
}

/** Prints what stands before the first leaf. */
export function headText(file: TreeFile, form: TreeFileForm): string {
  const metadata = metadataText(file, form)
  if (form.layout === 'forge') return `{ "metadata": \n${metadata}\n,\n"leafs": [\n`
  const indent = ' '.repeat(indentOf(form.layout))
  return `{\n${indent}"metadata": ${metadata},\n${indent}"leafs": [\n`
}

/** Prints what stands after the last leaf. */
export function* tailChunks(file: TreeFile, form: TreeFileForm): Iterable<string> {
  const raw = form.layout === 'forge'
  const indent = ' '.repeat(indentOf(form.layout))
  yield raw ? '\n],\n"MerkleTree": \n{' : `\n${indent}],\n${indent}"MerkleTree": {\n`
  yield* layerChunks(file.tree.tree, form.layout)
  const end = raw ? '}\n}' : `\n${indent}}\n}`
  yield form.finalNewline ? `${end}\n` : end
}

function metadataText(file: TreeFile, form: TreeFileForm): string {
  const { metadata, tree } = file
  const place = { depth: 2, lead: keyText('DigestComposition', form.layout), comma: false }
  return objectText(form.layout, 1, [
    textField('AccountantAddress', metadata.accountant, form.layout),
    textField('BoringVaultAddress', metadata.vault, form.layout),
    textField('DecoderAndSanitizerAddress', metadata.decoder, form.layout),
    printTexts(digestComposition, form.layout, place),
    `${keyText('LeafCount', form.layout)}${usedCountOf(tree)}`,
    textField('ManageRoot', printHex(rootOf(tree.tree)), form.layout),
    textField('ManagerAddress', metadata.manager, form.layout),
    metadata.capacity === null
      ? null
      : `${keyText('TreeCapacity', form.layout)}${tree.tree.capacity}`,
  ])
}

function objectText(layout: Layout, depth: number, fields: readonly (string | null)[]): string {
  const present = fields.filter((field) => field !== null)
  if (layout === 'forge') return `{${present.join(',')}}`
  const outer = ' '.repeat(indentOf(layout) * depth)
  const inner = ' '.repeat(indentOf(layout) * (depth + 1))
  return `{\n${inner}${present.join(`,\n${inner}`)}\n${outer}}`
}

function keyText(key: string, layout: Layout): string {
  return layout === 'forge' ? `"${key}":` : `"${key}": `
}

function textField(key: string, value: string | null, layout: Layout): string | null {
  return value === null ? null : `${keyText(key, layout)}"${value}"`
}

/** A leaf, and the digest written beside it. */
type PrintedLeaf = { readonly leaf: Leaf; readonly digest: Hex }

function* leafChunks(file: TreeFile, form: TreeFileForm): Iterable<string> {
  const { leaves, tree, padding } = file.tree
  const [first, between] = leafGapsOf(form.layout)
  const print = leafPrinter(form.layout)
  const filler = printedFillerOf(file)
  const fillerText = form.leafIndexes === null ? print(filler, null) : null
  let gap = first
  for (let from = 0; from < tree.capacity; from += batch) {
    const digests = printHexRows(layerOf(tree, 0).subarray(32 * from, 32 * (from + batch)), 32)
    for (const [offset, digest] of digests.entries()) {
      const slot = from + offset
      const leaf = leaves[slot] ?? padding
      const isEmpty = isFiller(leaf, padding)
      if (isEmpty && fillerText !== null) yield gap + fillerText
      else yield gap + print(isEmpty ? filler : { leaf, digest }, form.leafIndexes?.[slot] ?? null)
      gap = between
    }
  }
}

/** The text before the first leaf, and before each other one. */
export function leafGapsOf(layout: Layout): readonly [first: string, next: string] {
  const margin = ' '.repeat(2 * indentOf(layout))
  return [margin, layout === 'forge' ? '\n,\n' : `,\n${margin}`]
}

/** Prints the leaf of an empty slot. */
export function printedFillerOf(file: TreeFile): PrintedLeaf {
  const { padding } = file.tree
  if (file.form.padding === 'as-hashed')
    return { leaf: padding, digest: printHex(digestOf(padding)) }
  const digest = printHex(digestOf(paddingLeaf))
  return { leaf: file.form.padding === 'zero' ? paddingLeaf : padding, digest }
}

/** Makes the printer of leaves in a layout. */
export function leafPrinter(layout: Layout): (shown: PrintedLeaf, index: number | null) => string {
  const raw = layout === 'forge'
  const outer = ' '.repeat(2 * indentOf(layout))
  const inner = ' '.repeat(3 * indentOf(layout))
  const open = raw ? '{' : `{\n${inner}`
  const key = (name: string) => (raw ? `,"${name}":` : `,\n${inner}"${name}": `)
  const place = { depth: 3, lead: keyText('AddressArguments', layout), comma: true }
  const keys = {
    value: key('CanSendValue').slice(1),
    decoder: `${key('DecoderAndSanitizerAddress')}"`,
    description: `"${key('Description')}`,
    selector: `${key('FunctionSelector')}"`,
    signature: `"${key('FunctionSignature')}`,
    digest: `${key('LeafDigest')}"`,
    index: key('LeafIndex'),
    packed: `${key('PackedArgumentAddresses')}"`,
    target: `"${key('TargetAddress')}"`,
    close: raw ? '"}' : `"\n${outer}}`,
  }
  return ({ leaf, digest }, index) => {
    const args = printTexts(leaf.arguments, layout, place)
    const number = index === null ? '"' : `"${keys.index}${index}`
    const head = `${open}${args}${keys.value}${leaf.canSendValue}${keys.decoder}${leaf.decoder}`
    const text = `${keys.description}${JSON.stringify(leaf.description)}${keys.selector}${leaf.selector}${keys.signature}${JSON.stringify(leaf.signature)}`
    return `${head}${text}${keys.digest}${digest}${number}${keys.packed}${packedOf(leaf)}${keys.target}${leaf.target}${keys.close}`
  }
}

function* layerChunks(tree: Tree, layout: Layout): Iterable<string> {
  const raw = layout === 'forge'
  const names = Array.from({ length: tree.depth + 1 }, (_, layer) => String(layer)).sort()
  const inner = ' '.repeat(2 * indentOf(layout))
  for (const [order, name] of names.entries()) {
    const lead = keyText(name, layout)
    const comma = order + 1 < names.length
    yield inner
    yield* digestChunks(layerOf(tree, tree.depth - Number(name)), layout, { depth: 2, lead, comma })
    if (comma && !raw) yield '\n'
  }
}

function* digestChunks(bytes: Uint8Array, layout: Layout, place: ArrayContext): Iterable<string> {
  if (bytes.length <= 32 * batch) {
    yield printTexts(printHexRows(bytes, 32), layout, place)
    return
  }
  const raw = layout === 'forge'
  const margin = ' '.repeat(3 * indentOf(layout))
  const between = raw ? '","' : `",\n${margin}"`
  let gap = raw ? `${place.lead}["` : `${place.lead}[\n${margin}"`
  for (let index = 0; index < bytes.length; index += 32 * batch) {
    const digests = printHexRows(bytes.subarray(index, index + 32 * batch), 32)
    yield gap + digests.join(between)
    gap = between
  }
  const end = raw ? '"]' : `"\n${' '.repeat(2 * indentOf(layout))}]`
  yield place.comma ? `${end},` : end
}
