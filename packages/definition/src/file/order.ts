import { type Address, BaseError, type Hex, printHexRows, zeroAddress } from '@vaultwright/base'
import { fileReaderOf } from '@vaultwright/document'
import {
  digestsOf,
  isEmptySlot,
  type Leaf,
  type LeafTree,
  legacyPaddingLeaf,
  paddingLeaf,
} from '@vaultwright/manager'
import Type from 'typebox'
import { account } from '../schema/account-schema.ts'
import { type JsonProblem, jsonProblemText, readJsonFile } from './json-file.ts'

/** The slots of the leaves of an older tree, so that a definition gives that tree again. */
export type LeafOrder = {
  /** Slots of the tree. */
  readonly capacity: number
  /** The decoder that empty slots are hashed with; the zero address in all but the oldest trees. */
  readonly paddingDecoder: Address
  /** From slot 0 on; slots after the last one are empty. */
  readonly slots: readonly OrderSlot[]
}

/** A slot: a leaf by its digest, or an empty one. */
export type OrderSlot = {
  /** Null for an empty slot. */
  readonly digest: Hex | null
  readonly description: string
}

/** The leaves of a definition in the slots of an order. */
export type ArrangedLeaves = {
  readonly leaves: readonly Leaf[]
  /** Slots whose leaf the definition does not make any more; they are empty now. */
  readonly vacated: readonly number[]
  /** Slots after the order's, of leaves that it does not know. */
  readonly added: readonly number[]
}

const digest = Type.String({
  pattern: '^0x[0-9a-f]{64}$',
  errorMessage: 'must be 0x and 64 hex digits in lower case',
})
const slot = Type.Union([
  Type.Object({ digest, description: Type.String() }, { additionalProperties: false }),
  Type.Object({ empty: Type.String() }, { additionalProperties: false }),
])
const readFile = fileReaderOf(
  Type.Object(
    {
      capacity: Type.Integer({ minimum: 1 }),
      padding_decoder: Type.Optional(account),
      slots: Type.Array(slot),
    },
    { additionalProperties: false },
  ),
)

/**
 * Notes the order of a tree.
 *
 * @returns its slots, empty ones at the end left out.
 */
export function orderOf(tree: LeafTree): LeafOrder {
  const digests = printHexRows(digestsOf(tree.leaves), 32)
  const slots = tree.leaves.map(
    (leaf, slot): OrderSlot => ({
      digest: isPaddingOf(tree, leaf) ? null : digests[slot]!,
      description: leaf.description,
    }),
  )
  const isBlank = ({ digest, description }: OrderSlot) => digest === null && description === ''
  const end = slots.findLastIndex((slot) => !isBlank(slot)) + 1
  const { capacity } = tree.tree
  return { capacity, paddingDecoder: tree.padding.decoder, slots: slots.slice(0, end) }
}

/**
 * Puts leaves into the slots of an order, with the descriptions that it has.
 *
 * @returns leaves in slot order; those that the order does not know come after its slots.
 */
export function arrange(leaves: readonly Leaf[], order: LeafOrder): ArrangedLeaves {
  const digests = printHexRows(digestsOf(leaves), 32)
  const byDigest = new Map(leaves.map((leaf, at) => [digests[at]!, leaf]))
  const slotDigests = new Set(order.slots.map((slot) => slot.digest))
  const vacated: number[] = []
  const placed = order.slots.map(({ digest, description }, slot): Leaf => {
    const leaf = digest === null ? undefined : byDigest.get(digest)
    if (leaf !== undefined) return { ...leaf, description }
    if (digest === null) return { ...paddingLeaf, description }
    vacated.push(slot)
    return paddingLeaf
  })
  const more = leaves.filter((_, at) => !slotDigests.has(digests[at]!))
  const added = more.map((_, at) => placed.length + at)
  return { leaves: [...placed, ...more], vacated, added }
}

/** Gives the leaf that fills the empty slots of an order. */
export function paddingOf({ paddingDecoder }: LeafOrder): Leaf {
  return paddingDecoder === zeroAddress ? paddingLeaf : legacyPaddingLeaf(paddingDecoder)
}

/**
 * Prints an order as the text of its file.
 *
 * @returns JSON, a slot a line.
 */
export function printOrder({ capacity, paddingDecoder, slots }: LeafOrder): string {
  const padding =
    paddingDecoder === zeroAddress ? '' : `  "padding_decoder": "${paddingDecoder}",\n`
  const lines = slots.map(({ digest, description }) =>
    JSON.stringify(digest === null ? { empty: description } : { digest, description }),
  )
  const list = lines.length === 0 ? '[]' : `[\n    ${lines.join(',\n    ')}\n  ]`
  return `{\n  "capacity": ${capacity},\n${padding}  "slots": ${list}\n}\n`
}

/**
 * Reads an order file.
 *
 * @throws {OrderFileError} if it is not valid.
 * @throws {DuplicateKeyError} where a key stands twice: two readers could see two files.
 */
export function parseOrder(text: string): LeafOrder {
  const parsed = readJsonFile(text, readFile)
  if (!parsed.ok) throw new OrderFileError(parsed.problems)
  const { capacity, padding_decoder = zeroAddress, slots } = parsed.value
  return {
    capacity,
    paddingDecoder: padding_decoder,
    slots: slots.map((slot) =>
      'empty' in slot
        ? { digest: null, description: slot.empty }
        : { digest: slot.digest as Hex, description: slot.description },
    ),
  }
}

/** Trees hash every empty slot as their padding, which in the oldest ones names a decoder. */
function isPaddingOf({ padding }: LeafTree, leaf: Leaf): boolean {
  return (
    isEmptySlot(leaf) ||
    (isEmptySlot({ ...leaf, decoder: zeroAddress }) && leaf.decoder === padding.decoder)
  )
}

/** An order file cannot be read. */
export class OrderFileError extends BaseError {
  override readonly code = 'order_file'
  override readonly kind = 'invalid_input'

  constructor(problems: readonly JsonProblem[]) {
    super({
      message: `The order file is not as it must be: ${jsonProblemText(problems)}. Make it anew with definition infer.`,
      facts: { problems: problems.map((problem) => ({ ...problem })) },
    })
  }
}
