import { type Hex, printHex, printHexRows } from '@vaultwright/base'
import { type Leaf, packedOf } from '@vaultwright/manager'
import { layerOf, rootOf } from '@vaultwright/merkle'
import { chunksOf, joinChunks } from '../text/text-chunk.ts'
import { printTexts } from '../tree/layout.ts'
import { freshForm, type TreeFile, type TreeFileForm, usedCountOf } from '../tree/tree-file.ts'

/** Digests turned into hex at a time. */
const batch = 512

/**
 * Prints a tree file in the rust format.
 *
 * Leaves, root and layers come from the tree, empty slots as they are hashed; what the solidity text
 * needs beyond them goes into the optional last key `metadata`.
 *
 * @returns the text, two spaces a step, one value a line, with a final newline.
 * @throws {FileTooLargeError} when it exceeds one string.
 */
export function printRust(file: TreeFile): string {
  return joinChunks(chunksOfFile(file))
}

/**
 * Prints a tree file in the rust format, piece by piece: for trees whose text exceeds one string.
 *
 * @returns chunks of about 64 Ki characters; joined they are `printRust`.
 */
export function writeRust(file: TreeFile): Iterable<string> {
  return chunksOf(chunksOfFile(file))
}

function* chunksOfFile(file: TreeFile): Iterable<string> {
  const { tree } = file.tree
  yield '{\n  "leaves": [\n'
  yield* leafChunks(file)
  yield `\n  ],\n  "root": "${printHex(rootOf(tree))}",\n  "layers": [\n`
  for (let level = 0; level <= tree.depth; level++) {
    yield* layerChunks(layerOf(tree, level))
    yield level < tree.depth ? ',\n' : '\n  ]'
  }
  const metadata = metadataOf(file)
  if (metadata !== null) {
    yield `,\n  "metadata": ${JSON.stringify(metadata, null, 2).replaceAll('\n', '\n  ')}`
  }
  yield '\n}\n'
}

function* leafChunks(file: TreeFile): Iterable<string> {
  const { leaves, tree, padding } = file.tree
  let gap = ''
  for (let from = 0; from < tree.capacity; from += batch) {
    const bytes = layerOf(tree, 0).subarray(32 * from, 32 * (from + batch))
    for (const [offset, digest] of printHexRows(bytes, 32).entries()) {
      yield gap + leafText(leaves[from + offset] ?? padding, digest)
      gap = ',\n'
    }
  }
}

function leafText(leaf: Leaf, digest: Hex): string {
  const place = { depth: 3, lead: '"argument_addresses": ', comma: true }
  return `    {
      "decoder_and_sanitizer": "${leaf.decoder}",
      "target": "${leaf.target}",
      "can_send_value": ${leaf.canSendValue},
      "function_selector": "${leaf.selector}",
      "function_signature": ${JSON.stringify(leaf.signature)},
      ${printTexts(leaf.arguments, 'expanded-2', place)}
      "packed_argument_addresses": "${packedOf(leaf)}",
      "description": ${JSON.stringify(leaf.description)},
      "leaf_digest": "${digest}"
    }`
}

function* layerChunks(bytes: Uint8Array): Iterable<string> {
  let gap = '    [\n      "'
  for (let index = 0; index < bytes.length; index += 32 * batch) {
    yield gap + printHexRows(bytes.subarray(index, index + 32 * batch), 32).join('",\n      "')
    gap = '",\n      "'
  }
  yield '"\n    ]'
}

/** The metadata that the solidity text needs beyond the tree; null if it is what a reader assumes anyway. */
function metadataOf(file: TreeFile): object | null {
  const { vault, manager, accountant, decoder, capacity } = file.metadata
  const form = formOf(file.form)
  const isNameless = [vault, manager, accountant, decoder].every((account) => account === null)
  if (isNameless && capacity !== null && form === null) return null
  return {
    ...(vault === null ? {} : { vault }),
    ...(manager === null ? {} : { manager }),
    ...(accountant === null ? {} : { accountant }),
    ...(decoder === null ? {} : { decoder_and_sanitizer: decoder }),
    leaf_count: usedCountOf(file.tree),
    ...(capacity === null ? {} : { tree_capacity: file.tree.tree.capacity }),
    ...(form === null ? {} : { form }),
  }
}

function formOf(form: TreeFileForm): object | null {
  const isFresh =
    form.layout === freshForm.layout &&
    form.newline === freshForm.newline &&
    form.finalNewline === freshForm.finalNewline &&
    form.leafIndexes === null &&
    form.padding === freshForm.padding &&
    form.deviations.length === 0
  if (isFresh) return null
  return {
    layout: form.layout,
    newline: form.newline,
    final_newline: form.finalNewline,
    padding: form.padding,
    ...(form.leafIndexes === null ? {} : { leaf_indexes: form.leafIndexes }),
    ...(form.deviations.length === 0 ? {} : { deviations: form.deviations }),
  }
}
