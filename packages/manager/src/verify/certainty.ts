import type { LeafMatch, LeafMatchResult } from './match.ts'
import type { RuleOutcome } from './outcome.ts'
import { isOpenReason, needsReadsRefusal, type Refusal, type RefusalReason } from './refusal.ts'

/**
 * The certainty of the answer. `conditional`: leaf and proof are right if the chain answers the
 * named reads as said, or if the decoder is the named one. `unproven`: something is missing that a
 * yes or a no would need.
 */
export type Certainty = 'proven' | 'conditional' | 'unproven' | 'refused'

/** Open reasons that name their condition. */
const conditions: ReadonlySet<RefusalReason> = new Set(['rule_needs_reads', 'decoder_unknown'])

/**
 * Computes the verdict over a call from everything that speaks against it.
 *
 * @param isProofValid - whether the proof leads from its leaf to the root; true where no proof is asked for.
 * @returns proven without a reason; conditional when only named conditions are open.
 */
export function certaintyOf(reasons: readonly Refusal[], isProofValid: boolean): Certainty {
  if (reasons.length === 0) return 'proven'
  if (!reasons.every(({ reason }) => isOpenReason(reason))) return 'refused'
  const isConditional = reasons.every(({ reason }) => conditions.has(reason))
  return isConditional && isProofValid ? 'conditional' : 'unproven'
}

/**
 * Computes the verdict over a call whose proof is not looked at, from the leaf that permits it.
 *
 * @param match - the leaf, or why there is none.
 * @returns the same as with a valid proof of the leaf.
 */
export function certaintyOfMatch(match: LeafMatchResult): Certainty {
  return certaintyOf(match.kind === 'none' ? [match.refusal] : doubtsOf(match), true)
}

const fromWorst = ['refused', 'unproven', 'conditional'] as const

/**
 * Picks the worst of several verdicts.
 *
 * @returns proven when there is none worse.
 */
export function worstOf(verdicts: readonly Certainty[]): Certainty {
  return fromWorst.find((verdict) => verdicts.includes(verdict)) ?? 'proven'
}

/**
 * Names what leaves it open whether a leaf permits a call.
 *
 * @param match - the leaf, and how it was found.
 * @returns open reasons; none where every rule that could answer agrees.
 */
export function doubtsOf(match: LeafMatch): Refusal[] {
  const reasons: Refusal[] = []
  if (match.kind === 'structural') {
    reasons.push({
      reason: 'rule_unknown',
      message: `No decoder rule is known for ${match.leaf.signature}: the leaf's addresses stand in the calldata, but it is unknown what its decoder packs.`,
      facts: { selector: match.leaf.selector, positions: match.positions },
    })
  }
  const open = match.unverified.flatMap(({ reads }) => reads.map(({ key }) => key))
  const keys = [...new Set([...match.reads.map(({ read }) => read.key), ...open])]
  if (keys.length > 0) {
    const refusal = needsReadsRefusal(keys)
    const needed = match.reads.map(({ read, value }) => ({ read: read.key, value }))
    const checks = match.unverified.map(({ check }) => check)
    reasons.push({ ...refusal, facts: { ...refusal.facts, needed, checks } })
  }
  const { rule, disagreeing } = match
  if (rule !== null && disagreeing.length > 0) {
    reasons.push(unknownDecoder(match.agreeing, disagreeing))
  }
  return reasons
}

/** Names that a sentence spells out; the facts hold all of them. */
const listedNames = 3

function unknownDecoder(agreeing: readonly string[], disagreeing: readonly RuleOutcome[]): Refusal {
  const further = disagreeing.map(({ rule, outcome }) => ({
    decoders: [...(rule?.decoders ?? [])],
    answer: outcome.ok
      ? outcome.unverified.length > 0
        ? 'reads_chain'
        : outcome.packed
      : outcome.reason === 'needs_reads'
        ? 'reads_chain'
        : outcome.message,
  }))
  const differing = namesText(further.flatMap(({ decoders }) => decoders))
  return {
    reason: 'decoder_unknown',
    message: `Proven if the decoder is ${namesText(agreeing)}. ${differing} would pack otherwise, refuse, or read the chain. Ask the decoder itself, on the chain.`,
    facts: { decoders: agreeing, others: further },
  }
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, listedNames)
  const hidden = names.length - shown.length
  return `${shown.join(' or ')}${hidden === 0 ? '' : ` or ${hidden} more`}`
}
