import { type Address, printHex, zeroAddress } from '@vaultwright/base'
import { digestOf, type Leaf } from '@vaultwright/manager'
import {
  type Action,
  approvalLeavesOf,
  type Binding,
  type LeafActor,
  leafOf,
  patternsOf,
  ruleBook,
  type WantedApproval,
} from '@vaultwright/protocols'
import type { PermittingLeaf } from './swap-pair.ts'

/** The action to permit, and its actor. */
type PermittingInput = {
  readonly action: Action
  readonly binding: Binding
  readonly actor: Omit<LeafActor, 'decoder'>
  /** Decoder of the vault that reads the call; null where none is known. */
  readonly decoder: Address | null
  readonly canSendValue: boolean
}

/**
 * Names the leaf that would permit an action with some values.
 *
 * @returns the leaf as the newest decoder packs it; null when the values do not say all that it binds.
 */
export function permittingLeafOf(input: PermittingInput): PermittingLeaf | null {
  const { action, binding, actor, decoder, canSendValue } = input
  const pattern = patternsOf(action, ruleBook).find(
    (one) =>
      one.canSendValue === canSendValue && one.pieces.every((piece) => isBound(piece, binding)),
  )
  if (pattern === undefined || !isAccountBound(pattern.target, binding)) return null
  const leaf = leafOf(pattern, binding, { ...actor, decoder: decoder ?? zeroAddress })
  return printedOf(leaf, decoder)
}

/** Names the leaves that would permit an approval. */
export function approvalLeaves(
  wanted: WantedApproval,
  actor: PermittingInput['actor'],
  decoder: Address | null,
): readonly PermittingLeaf[] {
  return approvalLeavesOf(wanted, { ...actor, decoder: decoder ?? zeroAddress }).map((leaf) =>
    printedOf(leaf, decoder),
  )
}

function printedOf(leaf: Leaf, decoder: Address | null): PermittingLeaf {
  return {
    decoder,
    target: leaf.target,
    canSendValue: leaf.canSendValue,
    signature: leaf.signature,
    arguments: leaf.arguments,
    digest: decoder === null ? null : printHex(digestOf(leaf)),
  }
}

function isBound(piece: object, binding: Binding): boolean {
  return !('slot' in piece) || isAccountBound(piece.slot as string, binding)
}

function isAccountBound(slot: string, binding: Binding): boolean {
  return slot === 'self' || slot === 'manager' || binding[slot] !== undefined
}
