import { type Facts, type Hex, printHex } from '@vaultwright/base'
import {
  type BatchCall,
  digestOf,
  type Leaf,
  packedOf,
  type RuleBook,
  rulesFor,
  selectorOf,
} from '@vaultwright/manager'
import { rootFromProof } from '@vaultwright/merkle'
import type { EvidenceCall, EvidenceLeaf } from './evidence-file.ts'

/** Why evidence does not prove its calldata. */
export type EvidenceReason = {
  /** Stable snake_case name. */
  readonly code: string
  /** The path of the call: `2.0` is the first one inside the flash loan that is the third; null for the whole. */
  readonly call: string | null
  /** True where the document alone cannot say: no yes, and no contradiction either. */
  readonly isOpen: boolean
  /** One sentence for a person. */
  readonly message: string
  readonly facts: Facts
}

/** Against what a stated call is checked. */
export type EvidenceContext = {
  readonly path: readonly number[]
  /** Null where the document names none for this depth. */
  readonly root: Hex | null
  /** Words that a proof must have; null for any. */
  readonly depth: number | null
  readonly rules: RuleBook
}

/**
 * Compares what a document says of a call with what follows from its leaf and from the calldata.
 *
 * @returns everything that contradicts; empty when all follows.
 */
export function checkEvidenceCall(
  stated: EvidenceCall,
  batchCall: BatchCall,
  place: EvidenceContext,
): readonly EvidenceReason[] {
  const call = place.path.join('.')
  const leaf = leafOf(stated.leaf)
  const digest = digestOf(leaf)
  const facts: readonly FieldComparison[] = [
    ['index', stated.index, place.path.at(-1)!],
    ['leaf.selector', stated.leaf.selector, leaf.selector],
    ['leaf_digest', stated.leaf_digest, printHex(digest)],
    ['packed', stated.packed, packedOf(leaf)],
    ['leaf.decoder', leaf.decoder, batchCall.decoder],
    ['leaf.target', leaf.target, batchCall.target],
    ['leaf.can_send_value', leaf.canSendValue, batchCall.value > 0n],
    ['leaf.signature', leaf.selector, batchCall.data.slice(0, 10)],
    ['decoder', stated.decoder, batchCall.decoder],
    ['target', stated.target, batchCall.target],
    ['data', stated.data, batchCall.data],
    ['value', stated.value, batchCall.value.toString()],
    ['proof', stated.proof.join(), batchCall.proof.join()],
    ['depth', place.depth ?? stated.proof.length, stated.proof.length],
  ]
  const reasons = facts.flatMap((comparison) => differenceIn(call, comparison))
  const root = printHex(rootFromProof(digest, stated.proof))
  if (place.root !== null && root !== place.root) {
    const message = `Call ${call}: the proof leads from its leaf to ${root}, not to the root ${place.root}.`
    reasons.push(
      reasonFor(call, 'proof_of_other_root', { message, root: place.root, computed: root }),
    )
  }
  const slots = 2 ** stated.proof.length
  if (stated.leaf_position >= slots) {
    const message = `Call ${call}: a tree of ${slots} slots has no slot ${stated.leaf_position}.`
    reasons.push(
      reasonFor(call, 'slot_outside_tree', { message, slots, slot: stated.leaf_position }),
    )
  }
  // Other texts hash to the same four bytes: a leaf must not be read under a foreign name.
  const signatures = rulesFor(place.rules, leaf.selector).map(({ signature }) => signature)
  if (signatures.length > 0 && !signatures.includes(leaf.signature)) {
    const message = `Call ${call}: the function ${leaf.selector} is ${signatures[0]}, the leaf calls it something else.`
    reasons.push(
      reasonFor(call, 'misnamed_function', { message, selector: leaf.selector, known: signatures }),
    )
  }
  return reasons
}

type StatedValue = string | number | boolean
type FieldComparison = readonly [field: string, stated: StatedValue, computed: StatedValue]

/** Longer values stand in the facts alone. */
const longest = 66

function differenceIn(call: string, [field, stated, computed]: FieldComparison): EvidenceReason[] {
  if (String(stated).toLowerCase() === String(computed).toLowerCase()) return []
  const isShort = String(stated).length <= longest && String(computed).length <= longest
  const values = isShort ? `: ${stated} is stated, ${computed} follows` : ''
  const message = `Call ${call}: ${field} is not what follows from the calldata and the leaf${values}.`
  return [reasonFor(call, 'field_differs', { message, field, stated, computed })]
}

type ReasonFacts = Facts & { readonly message: string }

function reasonFor(call: string, code: string, { message, ...facts }: ReasonFacts): EvidenceReason {
  return { code, call, isOpen: false, message, facts }
}

function leafOf({ can_send_value: canSendValue, ...fields }: EvidenceLeaf): Leaf {
  return { ...fields, canSendValue, selector: selectorOf(fields.signature) }
}
