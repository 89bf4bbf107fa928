import { type Address, BaseError, isSameAddress } from '@vaultwright/base'
import { isPadding, type Leaf, type LeafTree, leafAt } from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import { UsageError } from '../command/usage.ts'

/** A leaf and where it stands. */
export type Slot = { readonly position: number; readonly leaf: Leaf }

/** The filter of leaves; all of it must hold. */
export type LeafFilter = {
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

/** Finds the leaves that a person asked for. */
export function slotsWhere(tree: LeafTree, request: LeafFilter): readonly Slot[] {
  const positions = (request.leaf ?? []).map((text) => positionOf(text, tree))
  const target = addressOf(request.target)
  const decoder = addressOf(request.decoder)
  const needed = (request.argument ?? []).map(parseAddress)
  const part = request.text?.toLowerCase()
  const isMeant = (leaf: Leaf) =>
    (target === undefined || isSameAddress(leaf.target, target)) &&
    (decoder === undefined || isSameAddress(leaf.decoder, decoder)) &&
    (request.function === undefined || isOfFunction(leaf, request.function)) &&
    needed.every((one) => leaf.arguments.some((other) => isSameAddress(one, other))) &&
    (part === undefined || leaf.description.toLowerCase().includes(part))
  const positionsShown = positions.length > 0 ? positions : tree.leaves.keys()
  const slots: Slot[] = []
  for (const position of positionsShown) {
    const leaf = leafIn(tree, position)
    const isShown = positions.length > 0 || request.padding || !isPadding(leaf)
    if (isShown && isMeant(leaf)) slots.push({ position, leaf })
  }
  return slots
}

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

class NoSuchLeafError extends BaseError {
  override readonly code = 'no_such_leaf'
  override readonly kind = 'not_found'

  constructor(position: number, capacity: number) {
    super({
      message: `The tree has no slot ${position}: its ${capacity} slots are numbered 0 to ${capacity - 1}. Name one of them.`,
      facts: { position, capacity },
    })
  }
}
