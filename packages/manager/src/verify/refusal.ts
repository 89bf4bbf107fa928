import { type Address, type Facts, type Hex, isSameAddress, zeroAddress } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import { isDecodedBy, type OpenedCall, packedFor } from '../call/opened-call.ts'
import { type Leaf, packedOf } from '../leaf/leaf.ts'
import { type LeafSlots, leafGroupOf, leafIndexOf } from '../leaf/leaf-index.ts'
import { type PackingPattern, packingPatternOf } from './assumed-read.ts'
import type { MatchContext, RuleOutcome } from './outcome.ts'

/** Why a call is not permitted, or why that is not known. */
export type Refusal = {
  readonly reason: RefusalReason
  /** One sentence for a person. */
  readonly message: string
  readonly facts: Facts
}

/** The names of the reasons; each says which is the first thing that is wrong. */
export type RefusalReason =
  | 'calldata_too_short'
  | 'no_leaf'
  | 'wrong_target'
  | 'wrong_function'
  | 'value_flag'
  | 'wrong_decoder'
  | 'arguments_differ'
  | 'decoder_reverts'
  | 'decoder_without_code'
  | 'decoder_answers_no_bytes'
  | 'calldata_malformed'
  | 'rule_needs_reads'
  | 'rule_unknown'
  /** Rules of several decoders could answer, and they do not agree on the calldata. */
  | 'decoder_unknown'
  | 'proof_wrong_depth'
  | 'proof_of_other_leaf'
  | 'proof_invalid'
  | 'root_differs'
  | 'root_unknown'
  | 'user_data_unreadable'
  | 'flash_loan_recipient'
  /** A loan that another contract gives: whom it calls back, and what that runs, is not known. */
  | 'flash_loan_elsewhere'
  | 'uneven_batch'
  /** The chain ran the batch and refused the call. */
  | 'run_reverts'
  /** The chain ran the batch and refused it inside the call; whether by a proof is not known. */
  | 'run_unclear'

/** Leaves that are compared for the nearest one: a refusal may cost more than a yes, but not all. */
const nearestAmong = 512

/** Reasons that leave it open whether the chain would permit the call. */
const openReasons: ReadonlySet<RefusalReason> = new Set([
  'rule_needs_reads',
  'rule_unknown',
  'decoder_unknown',
  'root_unknown',
  'user_data_unreadable',
  'flash_loan_elsewhere',
  'run_unclear',
])

/**
 * Tells whether a reason leaves the answer open instead of being a no.
 *
 * @returns true when something is missing that a yes or a no would need.
 */
export function isOpenReason(reason: RefusalReason): boolean {
  return openReasons.has(reason)
}

/** A call that is refused. */
export type RefusalQuery = {
  readonly call: OpenedCall
  /** The outcomes of its rules. */
  readonly outcomes: readonly RuleOutcome[]
  readonly context: MatchContext
}

/** Says why no leaf of a tree permits a call: the first criterion that no leaf meets. */
export function refusalOf(query: RefusalQuery): Refusal {
  const { call, outcomes, context } = query
  const { selector, target } = call
  if (selector === null) return tooShortRefusal(call)
  const index = leafIndexOf(context.tree)
  const canSendValue = call.value > 0n
  const same = leafGroupOf(index, { target, selector, canSendValue }).slots
  const sibling = leafGroupOf(index, { target, selector, canSendValue: !canSendValue })
  if (same.length + sibling.slots.length === 0) {
    const isKnown = index.targets.has(target.toLowerCase())
    const unmet = isKnown ? `${selector} of ${target}` : target
    return {
      reason: 'no_leaf',
      message: `No leaf permits ${unmet}.`,
      facts: { unmet: isKnown ? 'function' : 'target', target, selector },
    }
  }
  const flagged = outcomes.some(
    ({ outcome }) =>
      outcome.ok &&
      (sibling.byPacked.get(packedFor(outcome.packed, call)) ?? []).some(({ leaf }) =>
        isDecodedBy(call, leaf),
      ),
  )
  if (same.length === 0 || flagged) return valueFlagRefusal(call, sibling.slots[0]?.positions ?? [])
  return argumentRefusal(query, same)
}

/** Says why a certain leaf does not permit a call: its first field that differs. */
export function refusalBy(query: RefusalQuery, leaf: Leaf, positions: readonly number[]): Refusal {
  const { call } = query
  if (call.selector === null) return tooShortRefusal(call)
  if (!isSameAddress(leaf.target, call.target)) {
    return {
      reason: 'wrong_target',
      message: `The leaf of the proof permits calls of ${leaf.target}, not of ${call.target}.`,
      facts: { positions, expected: leaf.target, found: call.target },
    }
  }
  if (leaf.selector !== call.selector) {
    return {
      reason: 'wrong_function',
      message: `The leaf of the proof permits ${leaf.signature} (${leaf.selector}), not ${call.selector}.`,
      facts: { positions, expected: leaf.selector, found: call.selector },
    }
  }
  if (leaf.canSendValue !== call.value > 0n) return valueFlagRefusal(call, positions)
  return argumentRefusal(query, [{ leaf, positions, packed: packedOf(leaf) }])
}

function tooShortRefusal(call: OpenedCall): Refusal {
  return {
    reason: 'calldata_too_short',
    message: `Calldata of ${call.bytes.length} bytes calls no function: every decoder reverts.`,
    facts: { length: call.bytes.length },
  }
}

function valueFlagRefusal(call: OpenedCall, positions: readonly number[]): Refusal {
  const sendsValue = call.value > 0n
  return {
    reason: 'value_flag',
    message: sendsValue
      ? 'The call carries value, but the leaf permits it only without.'
      : 'The call carries no value, but the leaf permits it only with value.',
    facts: { positions, expected: !sendsValue, found: sendsValue },
  }
}

/** Target, function and value flag are met by all of these leaves. */
function argumentRefusal(query: RefusalQuery, slots: readonly LeafSlots[]): Refusal {
  const { call, outcomes } = query
  const answers = answersOf(query)
  const decoded = slots.filter(({ leaf }) => isDecodedBy(call, leaf))
  const packedAlike = slots
    .slice(0, nearestAmong)
    .filter((one) => answers.some((answer) => mismatchOf(answer, one).distance === 0))
  const isOtherDecoder = packedAlike.length > 0 && !packedAlike.some((one) => decoded.includes(one))
  if (decoded.length === 0 || isOtherDecoder) {
    return wrongDecoderRefusal(call, isOtherDecoder ? packedAlike : slots)
  }
  if (outcomes.length === 0) {
    return {
      reason: 'rule_unknown',
      message: `No decoder rule is known for ${call.selector}, and the leaf's addresses do not stand in the calldata in order.`,
      facts: { selector: call.selector },
    }
  }
  if (answers.length === 0 || packedAlike.length > 0) return withoutAnswerRefusal(outcomes)
  return argumentsDifferRefusal(answers, decoded)
}

/** The packs of the rules, with marks where the chain would answer. */
function answersOf({ call, outcomes, context }: RefusalQuery): readonly PackingPattern[] {
  const reads = context.reads ?? {}
  return outcomes.flatMap(({ rule, outcome }) => {
    if (outcome.ok) return [{ packed: packedFor(outcome.packed, call), marks: new Map() }]
    if (outcome.reason !== 'needs_reads' || rule === null) return []
    const marked = packingPatternOf(call, rule, { missing: outcome.reads, known: reads })
    return marked === null ? [] : [marked]
  })
}

function wrongDecoderRefusal(call: OpenedCall, slots: readonly LeafSlots[]): Refusal {
  const expected = [...new Set(slots.map(({ leaf }) => leaf.decoder))]
  const actual = call.decoder ?? null
  const isZeroDecoder = expected.every((decoder) => isSameAddress(decoder, zeroAddress))
  return {
    reason: 'wrong_decoder',
    message: isZeroDecoder
      ? 'The leaf names no decoder: the Manager reverts when it asks the zero address.'
      : `The leaf is for the decoder ${expected.join(' or ')}, not for ${actual}.`,
    facts: { positions: slots.flatMap(({ positions }) => positions), expected, found: actual },
  }
}

/** No rule gave packed bytes: reads are missing, or every version of the decoder refuses. */
function withoutAnswerRefusal(outcomes: readonly RuleOutcome[]): Refusal {
  const reads = missingReadsOf(outcomes)
  if (reads.length > 0) return needsReadsRefusal(reads)
  for (const reason of ['reverts', 'malformed'] as const) {
    for (const { outcome, rule } of outcomes) {
      if (outcome.ok || outcome.reason !== reason) continue
      const { message, error, at: offset } = outcome
      return {
        reason: reason === 'reverts' ? 'decoder_reverts' : 'calldata_malformed',
        message,
        facts: { error, at: offset, decoders: rule?.decoders ?? [] },
      }
    }
  }
  return { reason: 'rule_unknown', message: 'No decoder rule is known.', facts: {} }
}

/** Names the reads that the rules of a call still need. */
export function missingReadsOf(outcomes: readonly RuleOutcome[]): readonly string[] {
  const keys = outcomes.flatMap(({ outcome }) =>
    !outcome.ok && outcome.reason === 'needs_reads' ? outcome.reads.map(({ key }) => key) : [],
  )
  return [...new Set(keys)]
}

/** Says that packed arguments hang on the chain's state. */
export function needsReadsRefusal(reads: readonly string[]): Refusal {
  return {
    reason: 'rule_needs_reads',
    message: `The decoder reads the chain: give the values of ${reads.join(', ')}.`,
    facts: { reads },
  }
}

/** Names the first argument that differs from the leaf that is nearest; the leaf's are counted from 1. */
function argumentsDifferRefusal(
  answers: readonly PackingPattern[],
  slots: readonly LeafSlots[],
): Refusal {
  let best = { difference: mismatchOf(answers[0]!, slots[0]!), slots: slots[0]! }
  for (const near of slots.slice(0, nearestAmong)) {
    for (const answer of answers) {
      const difference = mismatchOf(answer, near)
      if (difference.distance < best.difference.distance) best = { difference, slots: near }
    }
  }
  const { expected, found: actual, distance } = best.difference
  const argument = best.difference.index + 1
  return {
    reason: 'arguments_differ',
    message: `Argument ${argument} is ${actual ?? 'missing'}, the leaf allows ${expected ?? 'none there'}.`,
    facts: { positions: best.slots.positions, argument, expected, found: actual, distance },
  }
}

type EntryMismatch = {
  readonly distance: number
  readonly index: number
  readonly expected: Address | null
  readonly found: Address | null
}

function mismatchOf(
  { packed: answer, marks }: PackingPattern,
  { packed }: LeafSlots,
): EntryMismatch {
  const count = Math.max(answer.length, packed.length)
  let distance = 0
  let first = -1
  for (let index = 2; index < count; index += 40) {
    const account = answer.slice(index, index + 40)
    if (account === packed.slice(index, index + 40)) continue
    if (marks.has(account) && index < packed.length) continue
    distance++
    if (first < 0) first = index
  }
  const index = Math.max(0, (first - 2) / 40)
  return { distance, index, expected: entryAt(packed, index), found: entryAt(answer, index) }
}

function entryAt(packed: Hex, index: number): Address | null {
  const digits = packed.slice(2 + 40 * index, 42 + 40 * index)
  return digits.length === 40 ? checksumOf(`0x${digits}`) : null
}
