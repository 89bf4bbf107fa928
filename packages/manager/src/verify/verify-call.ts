import {
  type Digest,
  type Hex,
  isSameAddress,
  parseHexRows,
  printHex,
  zeroAddress,
} from '@vaultwright/base'
import { digestAt, verifyProof } from '@vaultwright/merkle'
import {
  type AnsweredCall,
  answeredDigestOf,
  leafOfCall,
  type OpenedCall,
  packedFor,
} from '../call/opened-call.ts'
import { digestOf, type Leaf } from '../leaf/leaf.ts'
import { type LeafTree, leafAt, positionOfProof } from '../leaf/leaf-tree.ts'
import { isPadding } from '../leaf/padding.ts'
import type { PackedEntry } from '../rule/rule-pack.ts'
import type { AssumedRead } from './assumed-read.ts'
import { doubtsOf } from './certainty.ts'
import { agreementOn, type LeafMatch, matchesOf } from './match.ts'
import { outcomesOf, type PackContext, type RuleOutcome } from './outcome.ts'
import { type AnswerSource, type PackedAnswer, refusalByAnswer } from './packed-answer.ts'
import {
  isOpenReason,
  missingReadsOf,
  needsReadsRefusal,
  type Refusal,
  type RefusalQuery,
  refusalBy,
  refusalOf,
} from './refusal.ts'

/** The context of one call's verification. */
export type CheckContext = PackContext & {
  /** Null when not given. */
  readonly root: Digest | null
  readonly tree: LeafTree | null
  /** Answers of decoders on the chain. A known answer decides, whatever the rules say. */
  readonly answerOf?: AnswerSource
}

/** The result of checking one call. */
export type CallCheck = {
  /** The leaf that permits the call; null when none was found. */
  readonly leaf: Leaf | null
  /**
   * The way the leaf was found; `rule` without a tree, through packed bytes and proof alone;
   * `decoder` through the packed bytes that the decoder on the chain answered.
   */
  readonly found: LeafMatch['kind'] | 'rule' | 'decoder' | 'none'
  /** Every slot of the leaf; empty without a tree. */
  readonly positions: readonly number[]
  /** True if the proof leads from the leaf to the root; null without a leaf or a root. */
  readonly isProofValid: boolean | null
  /** The answers the chain must give for the leaf to be the right one. */
  readonly reads: readonly AssumedRead[]
  /** Decoders that pack so. */
  readonly decoders: readonly string[]
  /** Everything that speaks against the call; empty when it is proven. */
  readonly reasons: readonly Refusal[]
}

const noCheckResult = {
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
 * @returns what was found; proven exactly when `reasons` is empty.
 */
export function checkCall(
  call: AnsweredCall,
  proof: readonly Hex[],
  anchor: CheckContext,
): CallCheck {
  const { tree, root } = anchor
  const answer = root === null ? null : (anchor.answerOf?.(call) ?? null)
  if (root !== null && answer !== null) {
    return checkByAnswer(call, proof, { ...anchor, root, answer })
  }
  const outcomes = outcomesOf(call, anchor)
  if (tree !== null)
    return checkInTree({ call, outcomes, context: { ...anchor, tree } }, proof, root)
  if (root !== null) return checkByRoot(call, proof, { ...anchor, root, outcomes })
  const message = 'The root to prove this call against was not given.'
  return { ...noCheckResult, reasons: [{ reason: 'root_unknown', message, facts: {} }] }
}

type AnsweredContext = CheckContext & { readonly root: Digest; readonly answer: PackedAnswer }

/** The Manager's own way: it hashes what the decoder answers, and the proof leads from there or not. */
function checkByAnswer(
  call: AnsweredCall,
  proof: readonly Hex[],
  anchor: AnsweredContext,
): CallCheck {
  const { answer, root, tree } = anchor
  if (!answer.ok) return { ...noCheckResult, reasons: [refusalByAnswer(call.decoder, answer)] }
  const packed = packedFor(answer.packed, call)
  const ruled = outcomesOf(call, anchor).filter(
    ({ outcome }) => outcome.ok && outcome.packed === answer.packed,
  )
  const entries: readonly PackedEntry[] = []
  const outcome = { ok: true, packed: answer.packed, entries, unverified: [] } as const
  const outcomes = [{ rule: ruled[0]?.rule ?? null, outcome }]
  // No leaf of addresses has another length; the Manager hashes it all the same.
  const isWhole = (packed.length - 2) % 40 === 0
  const matches = tree === null ? [] : matchesOf(call, outcomes, { ...anchor, tree })
  if (verifyProof(answeredDigestOf(call, packed), proof, root)) {
    const signature = ruled[0]?.rule.signature ?? ''
    const verdict =
      isWhole && call.selector !== null
        ? { ...leafOfCall(call, call.selector, packed), signature }
        : null
    return {
      leaf: matches[0]?.leaf ?? verdict,
      found: 'decoder',
      positions: matches[0]?.positions ?? [],
      isProofValid: true,
      reads: [],
      decoders: ruled.flatMap(({ rule }) => rule.decoders),
      reasons: [],
    }
  }
  const diagnosis = isWhole
    ? diagnosisOf(call, proof, { ...anchor, outcomes })
    : { ...noCheckResult, reasons: [] }
  const reasons = diagnosis.reasons.filter(({ reason }) => !isOpenReason(reason))
  if (reasons.length > 0) return { ...diagnosis, isProofValid: false, reasons }
  const message = `The decoder on the chain packs ${packed}, and the proof does not lead from there to the root.`
  const refusal: Refusal = { reason: 'proof_invalid', message, facts: { packed } }
  return { ...diagnosis, isProofValid: false, reasons: [refusal] }
}

/** Says why the proof does not lead to the root from what the decoder answers. */
function diagnosisOf(
  call: AnsweredCall,
  proof: readonly Hex[],
  anchor: RootContext & Pick<CheckContext, 'tree'>,
): CallCheck {
  const { tree, root, outcomes } = anchor
  if (tree === null) return checkByRoot(call, proof, anchor)
  return checkInTree({ call, outcomes, context: { ...anchor, tree } }, proof, root)
}

function checkInTree(query: RefusalQuery, proof: readonly Hex[], root: Digest | null): CallCheck {
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
    return { ...noCheckResult, reasons: [refusal, ...proofReasons(tree, proof, position === null)] }
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
  const digest = digestAt(tree.tree, position)
  return digestAt(tree.tree, match.positions[0]!).every((byte, index) => byte === digest[index])
}

type TreeMatch = {
  readonly query: RefusalQuery
  readonly match: LeafMatch
  readonly root: Digest | null
}

function proofRefusals(
  { query, match, root }: TreeMatch,
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
  const refusal: Refusal = { reason: 'proof_of_other_leaf', message, facts }
  return leaf === null || isPadding(leaf)
    ? [refusal]
    : [refusalBy(query, leaf, [position]), refusal]
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

type RootContext = PackContext & {
  readonly root: Digest
  readonly outcomes: readonly RuleOutcome[]
}

/** Without a tree: every version of the decoder packs, and the proof says which one is meant. */
function checkByRoot(
  call: AnsweredCall,
  proof: readonly Hex[],
  { root, outcomes }: RootContext,
): CallCheck {
  if (call.selector === null) {
    const message = `Calldata of ${call.bytes.length} bytes calls no function: every decoder reverts.`
    const facts = { length: call.bytes.length }
    return { ...noCheckResult, reasons: [{ reason: 'calldata_too_short', message, facts }] }
  }
  if (isSameAddress(call.decoder, zeroAddress)) {
    const message = 'The call names no decoder: the Manager reverts when it asks the zero address.'
    const facts = { expected: null, found: call.decoder }
    return { ...noCheckResult, reasons: [{ reason: 'wrong_decoder', message, facts }] }
  }
  const candidates = outcomes
    .flatMap(({ rule, outcome }) => (outcome.ok ? [{ rule, outcome }] : []))
    .sort((one, other) => one.outcome.unverified.length - other.outcome.unverified.length)
  for (const { rule, outcome } of candidates) {
    const leaf = leafOfCall(call, call.selector, packedFor(outcome.packed, call))
    const named = { ...leaf, signature: rule?.signature ?? '' }
    if (verifyProof(digestOf(leaf), proof, root)) {
      const { unverified } = outcome
      const positions: readonly number[] = []
      const agreement = agreementOn(outcomes, outcome.packed)
      const exact = { kind: 'exact', leaf: named, positions, rule, reads: [], unverified } as const
      const decoders = rule?.decoders ?? []
      const reasons = doubtsOf({ ...exact, ...agreement })
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
      return { ...noCheckResult, reasons: [{ reason: 'value_flag', message, facts }] }
    }
  }
  return { ...noCheckResult, reasons: reasonsByRoot(call, outcomes) }
}

function reasonsByRoot(call: OpenedCall, outcomes: readonly RuleOutcome[]): readonly Refusal[] {
  if (outcomes.length === 0) {
    const message = `No decoder rule is known for ${call.selector}: without a tree nothing can be computed.`
    return [{ reason: 'rule_unknown', message, facts: { selector: call.selector } }]
  }
  const reads = missingReadsOf(outcomes)
  if (reads.length > 0) return [needsReadsRefusal(reads)]
  const computed = outcomes.filter(({ outcome }) => outcome.ok).length
  if (computed > 0) {
    const message = `The proof leads from none of the ${computed} leaves that known decoders would make of this call to the root: target, argument, decoder or proof is wrong.`
    return [{ reason: 'proof_invalid', message, facts: { computed } }]
  }
  const reverted = outcomes.find(({ outcome }) => !outcome.ok && outcome.reason === 'reverts')
  const { rule, outcome } = reverted ?? outcomes[0]!
  if (outcome.ok || outcome.reason === 'needs_reads') return []
  const reason = outcome.reason === 'reverts' ? 'decoder_reverts' : 'calldata_malformed'
  const facts = { error: outcome.error, at: outcome.at, decoders: rule?.decoders ?? [] }
  return [{ reason, message: outcome.message, facts }]
}
