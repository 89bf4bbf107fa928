import {
  type Address,
  type Digest,
  type Hex,
  isSameAddress,
  parseHexRows,
  printHex,
  zeroAddress,
} from '@vaultwright/base'
import { digestAt, verifyProof } from '@vaultwright/merkle'
import type { AssumedRead } from './assumed-read.ts'
import type { ManageCall } from './call.ts'
import { digestOf, type Leaf } from './leaf.ts'
import { type LeafTree, leafAt } from './leaf-tree.ts'
import { type LeafMatch, matchesOf } from './match.ts'
import { type OpenedCall, packedFor } from './opened-call.ts'
import { outcomesOf, type PackContext, type RuleOutcome } from './outcome.ts'
import { isPadding } from './padding.ts'
import { positionOfProof } from './proof-position.ts'
import {
  missingReadsOf,
  needsReads,
  type Query,
  type Refusal,
  refusalBy,
  refusalOf,
} from './refusal.ts'

/** What one call is verified against. */
export type Anchor = PackContext & {
  /** Null when nobody said it. */
  readonly root: Digest | null
  readonly tree: LeafTree | null
}

/** What was found about one call. */
export type CallCheck = {
  /** The leaf that permits the call; null when none was found. */
  readonly leaf: Leaf | null
  /** How the leaf was found; `rule` without a tree, through packed bytes and proof alone. */
  readonly found: LeafMatch['kind'] | 'rule' | 'none'
  /** Every slot of the leaf; empty without a tree. */
  readonly positions: readonly number[]
  /** Whether the proof leads from the leaf to the root; null without a leaf or a root. */
  readonly isProofValid: boolean | null
  /** What the chain must answer for the leaf to be the right one. */
  readonly reads: readonly AssumedRead[]
  /** Decoders that pack so. */
  readonly decoders: readonly string[]
  /** Everything that speaks against the call; empty when it is proven. */
  readonly reasons: readonly Refusal[]
}

const nothing = {
  leaf: null,
  found: 'none',
  positions: [],
  isProofValid: null,
  reads: [],
  decoders: [],
} as const

/**
 * Verifies one call with its proof: leaf, value flag, decoder, arguments, drone and proof.
 *
 * @param call - the call, its calldata opened.
 * @param proof - siblings bottom-up, 32 bytes each.
 * @param anchor - root, tree, rules and reads.
 * @returns what was found; proven exactly when `reasons` is empty.
 */
export function checkCall(
  call: OpenedCall & Pick<ManageCall, 'decoder'>,
  proof: readonly Hex[],
  anchor: Anchor,
): CallCheck {
  const { tree, root } = anchor
  const outcomes = outcomesOf(call, anchor)
  if (tree !== null)
    return checkInTree({ call, outcomes, context: { ...anchor, tree } }, proof, root)
  if (root !== null) return checkByRoot(call, proof, { ...anchor, root, outcomes })
  const message = 'Nobody said against which root this call is proven.'
  return { ...nothing, reasons: [{ reason: 'root_unknown', message, facts: {} }] }
}

function checkInTree(query: Query, proof: readonly Hex[], root: Digest | null): CallCheck {
  const { call, outcomes, context } = query
  const { tree } = context
  const matches = matchesOf(call, outcomes, context)
  const position = positionOfProof(tree.tree, parseHexRows(proof, 32))
  const proven = position === null ? undefined : matches.find((one) => holds(tree, one, position))
  const match = proven ?? matches[0]
  if (match === undefined) {
    const leaf = position === null ? null : leafAt(tree, position)
    const refusal =
      position === null || leaf === null || isPadding(leaf)
        ? refusalOf(query)
        : refusalBy(query, leaf, [position])
    return { ...nothing, reasons: [refusal, ...proofReasons(tree, proof, position === null)] }
  }
  const digest = digestAt(tree.tree, match.positions[0]!)
  const isProofValid = root !== null && verifyProof(digest, proof, root)
  const reasons = doubtsOf(match)
  if (!isProofValid) reasons.push(...proofRefusals({ query, match, root }, proof, position))
  const { leaf, positions, kind, reads } = match
  const decoders = match.rule?.decoders ?? []
  return { leaf, found: kind, positions, isProofValid, reads, decoders, reasons }
}

/** Duplicates have equal proofs only by chance; any slot with the same digest will do. */
function holds(tree: LeafTree, match: LeafMatch, position: number): boolean {
  if (match.positions.includes(position)) return true
  const one = digestAt(tree.tree, position)
  return digestAt(tree.tree, match.positions[0]!).every((byte, index) => byte === one[index])
}

/** What leaves it open whether the leaf is the right one. */
function doubtsOf(match: LeafMatch): Refusal[] {
  const reasons: Refusal[] = []
  if (match.kind === 'structural') {
    reasons.push({
      reason: 'rule_unknown',
      message: `No decoder rule is known for ${match.leaf.signature}: the leaf's addresses stand in the calldata, but nobody can say what its decoder packs.`,
      facts: { selector: match.leaf.selector, positions: match.positions },
    })
  }
  const open = match.unverified.flatMap(({ reads }) => reads.map(({ key }) => key))
  const keys = [...new Set([...match.reads.map(({ read }) => read.key), ...open])]
  if (keys.length > 0) {
    const refusal = needsReads(keys)
    const needed = match.reads.map(({ read, value }) => ({ read: read.key, value }))
    const checks = match.unverified.map(({ check }) => check)
    reasons.push({ ...refusal, facts: { ...refusal.facts, needed, checks } })
  }
  return reasons
}

type Found = { readonly query: Query; readonly match: LeafMatch; readonly root: Digest | null }

function proofRefusals(
  { query, match, root }: Found,
  proof: readonly Hex[],
  position: number | null,
): readonly Refusal[] {
  const { tree } = query.context
  if (position === null) return proofReasons(tree, proof, true)
  if (holds(tree, match, position)) {
    const message = 'The proof is right for this tree, but the root is that of another one.'
    const facts = { root: root === null ? null : printHex(root) }
    return [{ reason: 'root_differs', message, facts }]
  }
  const leaf = leafAt(tree, position)
  const message = `The proof belongs to slot ${position}, the call to slot ${match.positions.join(' or ')}.`
  const facts = { position, positions: match.positions }
  const other: Refusal = { reason: 'proof_of_other_leaf', message, facts }
  return leaf === null || isPadding(leaf) ? [other] : [refusalBy(query, leaf, [position]), other]
}

function proofReasons(tree: LeafTree, proof: readonly Hex[], isUnknown: boolean): Refusal[] {
  const { depth } = tree.tree
  if (proof.length !== depth) {
    return [
      {
        reason: 'proof_wrong_depth',
        message: `The proof has ${proof.length} words, the tree needs ${depth}.`,
        facts: { expected: depth, found: proof.length },
      },
    ]
  }
  if (!isUnknown) return []
  const message = 'The proof does not lead to the root.'
  return [{ reason: 'proof_invalid', message, facts: { depth } }]
}

type RootAnchor = PackContext & {
  readonly root: Digest
  readonly outcomes: readonly RuleOutcome[]
}

/** Without a tree: every version of the decoder packs, and the proof says which one is meant. */
function checkByRoot(
  call: OpenedCall & Pick<ManageCall, 'decoder'>,
  proof: readonly Hex[],
  { root, outcomes }: RootAnchor,
): CallCheck {
  if (call.selector === null) {
    const message = `Calldata of ${call.bytes.length} bytes calls no function: every decoder reverts.`
    const facts = { length: call.bytes.length }
    return { ...nothing, reasons: [{ reason: 'calldata_too_short', message, facts }] }
  }
  if (isSameAddress(call.decoder, zeroAddress)) {
    const message = 'The call names no decoder: the Manager reverts when it asks the zero address.'
    const facts = { expected: null, found: call.decoder }
    return { ...nothing, reasons: [{ reason: 'wrong_decoder', message, facts }] }
  }
  const candidates = outcomes
    .flatMap(({ rule, outcome }) => (outcome.ok ? [{ rule, outcome }] : []))
    .sort((one, other) => one.outcome.unverified.length - other.outcome.unverified.length)
  for (const { rule, outcome } of candidates) {
    const leaf = leafOf(call, call.selector, packedFor(outcome.packed, call))
    const named = { ...leaf, signature: rule.signature }
    if (verifyProof(digestOf(leaf), proof, root)) {
      const { unverified } = outcome
      const positions: readonly number[] = []
      const found = { kind: 'exact', leaf: named, positions, rule, reads: [], unverified } as const
      const { decoders } = rule
      const reasons = doubtsOf(found)
      return {
        leaf: named,
        found: 'rule',
        positions,
        isProofValid: true,
        reads: [],
        decoders,
        reasons,
      }
    }
    if (verifyProof(digestOf({ ...leaf, canSendValue: !leaf.canSendValue }), proof, root)) {
      const message = leaf.canSendValue
        ? 'The call carries value, but the proof is for the leaf without.'
        : 'The call carries no value, but the proof is for the leaf with value.'
      const facts = { expected: !leaf.canSendValue, found: leaf.canSendValue }
      return { ...nothing, reasons: [{ reason: 'value_flag', message, facts }] }
    }
  }
  return { ...nothing, reasons: reasonsByRoot(call, outcomes) }
}

function reasonsByRoot(call: OpenedCall, outcomes: readonly RuleOutcome[]): readonly Refusal[] {
  if (outcomes.length === 0) {
    const message = `No decoder rule is known for ${call.selector}: without a tree nothing can be computed.`
    return [{ reason: 'rule_unknown', message, facts: { selector: call.selector } }]
  }
  const reads = missingReadsOf(outcomes)
  if (reads.length > 0) return [needsReads(reads)]
  const computed = outcomes.filter(({ outcome }) => outcome.ok).length
  if (computed > 0) {
    const message = `The proof leads from none of the ${computed} leaves that known decoders would make of this call to the root: target, argument, decoder or proof is wrong.`
    return [{ reason: 'proof_invalid', message, facts: { computed } }]
  }
  const reverted = outcomes.find(({ outcome }) => !outcome.ok && outcome.reason === 'reverts')
  const { rule, outcome } = reverted ?? outcomes[0]!
  if (outcome.ok || outcome.reason === 'needs_reads') return []
  const reason = outcome.reason === 'reverts' ? 'decoder_reverts' : 'calldata_malformed'
  const facts = { error: outcome.error, at: outcome.at, decoders: rule.decoders }
  return [{ reason, message: outcome.message, facts }]
}

function leafOf(call: OpenedCall & Pick<ManageCall, 'decoder'>, selector: Hex, packed: Hex): Leaf {
  const { target, decoder } = call
  const pieces: Address[] = []
  for (let at = 2; at < packed.length; at += 40) pieces.push(`0x${packed.slice(at, at + 40)}`)
  const canSendValue = call.value > 0n
  return {
    decoder,
    target,
    canSendValue,
    signature: '',
    selector,
    arguments: pieces,
    description: '',
  }
}
