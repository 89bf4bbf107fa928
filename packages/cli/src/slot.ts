import { type Address, BaseError, isSameAddress } from '@vaultwright/base'
import { isPadding, type Leaf, type LeafTree, leafAt } from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import type { Slot } from './print/leaf.ts'
import { UsageError } from './usage.ts'

/** What a person may ask of leaves; all of it must hold. */
export type Wish = {
  /** Positions, as digits. */
  readonly leaf?: readonly string[]
  readonly target?: string | undefined
  /** Name, signature or selector. */
  readonly function?: string | undefined
  readonly decoder?: string | undefined
  readonly argument?: readonly string[]
  readonly text?: string | undefined
  /** Empty slots count too. */
  readonly padding?: boolean
}

/**
 * Finds the leaves that a person asked for.
 *
 * @returns the slots in their order.
 * @throws {UsageError} when a position is none; {InvalidAddressError} when an address is none.
 * @throws {NoSuchLeafError} when a position is outside the tree.
 */
export function slotsWhere(tree: LeafTree, wish: Wish): readonly Slot[] {
  const positions = (wish.leaf ?? []).map((text) => positionOf(text, tree))
  const target = addressOf(wish.target)
  const decoder = addressOf(wish.decoder)
  const needed = (wish.argument ?? []).map(parseAddress)
  const words = wish.text?.toLowerCase()
  const isMeant = (leaf: Leaf) =>
    (target === undefined || isSameAddress(leaf.target, target)) &&
    (decoder === undefined || isSameAddress(leaf.decoder, decoder)) &&
    (wish.function === undefined || isOfFunction(leaf, wish.function)) &&
    needed.every((one) => leaf.arguments.some((other) => isSameAddress(one, other))) &&
    (words === undefined || leaf.description.toLowerCase().includes(words))
  const wanted = positions.length > 0 ? positions : tree.leaves.keys()
  const slots: Slot[] = []
  for (const position of wanted) {
    const leaf = leafIn(tree, position)
    const isShown = positions.length > 0 || wish.padding || !isPadding(leaf)
    if (isShown && isMeant(leaf)) slots.push({ position, leaf })
  }
  return slots
}

/**
 * Reads the leaf of a slot.
 *
 * @returns the leaf; padding where the slot is empty.
 * @throws {NoSuchLeafError} when the tree has no such slot.
 */
export function leafIn(tree: LeafTree, position: number): Leaf {
  const leaf = leafAt(tree, position)
  if (leaf === null) throw new NoSuchLeafError(position, tree.tree.capacity)
  return leaf
}

function positionOf(text: string, tree: LeafTree): number {
  if (!/^\d{1,9}$/.test(text)) {
    throw new UsageError(
      `--leaf takes a position from 0, not ${JSON.stringify(text)}. Give digits only.`,
    )
  }
  leafIn(tree, Number(text))
  return Number(text)
}

function isOfFunction({ signature, selector }: Leaf, wanted: string): boolean {
  if (/^0x[0-9a-f]{8}$/i.test(wanted)) return selector === wanted.toLowerCase()
  return signature === wanted || signature.slice(0, signature.indexOf('(')) === wanted
}

function addressOf(text: string | undefined): Address | undefined {
  return text === undefined ? undefined : parseAddress(text)
}

/** A position lies outside the tree. */
export class NoSuchLeafError extends BaseError {
  override readonly code = 'no_such_leaf'

  constructor(position: number, capacity: number) {
    super({
      message: `The tree has no slot ${position}: its ${capacity} slots are numbered 0 to ${capacity - 1}. Name one of them.`,
      facts: { position, capacity },
    })
  }
}
