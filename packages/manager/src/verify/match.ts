import { type Hex, printHex } from '@vaultwright/base'
import type { Call } from '../call/call.ts'
import { isDecodedBy, type OpenedCall, openCall, packedFor } from '../call/opened-call.ts'
import type { Leaf } from '../leaf/leaf.ts'
import { type LeafGroup, type LeafSlots, leafGroupOf, leafIndexOf } from '../leaf/leaf-index.ts'
import type { CompiledRule } from '../rule/rule-compile.ts'
import type { UnverifiedCheck } from '../rule/rule-pack.ts'
import { type AssumedRead, assumedReadsFor } from './assumed-read.ts'
import { type MatchContext, outcomesOf, type PackContext, type RuleOutcome } from './outcome.ts'
import { type Refusal, refusalOf } from './refusal.ts'

/** A leaf that permits a call, and how certain that is. */
export type LeafMatch = {
  /**
   * `exact`: a rule computes the leaf's very bytes. `conditional`: it does if the chain answers the
   * reads as said. `structural`: no rule is known, the leaf's addresses stand in the calldata in order.
   */
  readonly kind: 'exact' | 'conditional' | 'structural'
  readonly leaf: Leaf
  /** Every slot that holds the leaf, ascending. */
  readonly positions: readonly number[]
  /** The rule that packs so; null for structural matches. */
  readonly rule: CompiledRule | null
  /** The answers the chain must give. Empty but for conditional matches. */
  readonly reads: readonly AssumedRead[]
  /** Checks of the decoder on the chain's state that were not made. */
  readonly unverified: readonly UnverifiedCheck[]
  /** Decoders whose rules pack the leaf's bytes without a condition of their own. */
  readonly agreeing: readonly string[]
  /** The different outcomes of other rules of the function: whose the decoder is decides. */
  readonly disagreeing: readonly RuleOutcome[]
}

/** The leaf that permits a call: the surest one, or the reason that there is none. */
export type LeafMatchResult = LeafMatch | { readonly kind: 'none'; readonly refusal: Refusal }

/**
 * Finds the leaf that permits a call, by target, function, value flag, decoder and packed arguments,
 * never by description.
 *
 * All decoder versions are tried against the leaf's own bytes.
 *
 * @param call - with a decoder when it must be that one.
 * @returns the surest match, or the reason why no leaf permits it.
 * @throws {InvalidHexError} when the calldata is not hex.
 */
export function matchCall(call: Call, context: MatchContext): LeafMatchResult {
  const opened = openCall(call)
  const outcomes = outcomesOf(opened, context)
  const [best] = matchesOf(opened, outcomes, context)
  return best ?? { kind: 'none', refusal: refusalOf({ call: opened, outcomes, context }) }
}

/** Finds every leaf that permits a call, the surest first. */
export function matchesOf(
  call: OpenedCall,
  outcomes: readonly RuleOutcome[],
  context: MatchContext,
): readonly LeafMatch[] {
  if (call.selector === null) return []
  const canSendValue = call.value > 0n
  const key = { target: call.target, selector: call.selector, canSendValue }
  const group = leafGroupOf(leafIndexOf(context.tree), key)
  if (outcomes.length === 0) return structuralIn(group, call)
  const exact = outcomes.flatMap((one) => exactIn(group, call, { ...one, outcomes }))
  if (exact.length > 0) return exact.sort(byOpenChecks)
  return outcomes.flatMap((one) => conditionalIn(group, call, { ...context, ...one, outcomes }))
}

/**
 * Splits what rules say into those that pack the same and all others.
 *
 * @returns names of the decoders that pack so, open checks or not, and what the others say.
 */
export function agreementOn(
  outcomes: readonly RuleOutcome[],
  packed: Hex,
): Pick<LeafMatch, 'agreeing' | 'disagreeing'> {
  const isAgreeing = ({ outcome }: RuleOutcome) => outcome.ok && outcome.packed === packed
  const agreeing = outcomes.filter(isAgreeing)
  // A version that makes one more check of the chain may refuse what another lets through.
  const open = agreeing.filter(({ outcome }) => outcome.ok && outcome.unverified.length > 0)
  const isSplit = open.length < agreeing.length
  const sure = isSplit ? agreeing.filter((one) => !open.includes(one)) : agreeing
  return {
    agreeing: sure.flatMap(({ rule }) => rule?.decoders ?? []),
    disagreeing: outcomes.filter((one) => !sure.includes(one)),
  }
}

type OutcomeContext = RuleOutcome & { readonly outcomes: readonly RuleOutcome[] }

function exactIn(
  group: LeafGroup,
  call: OpenedCall,
  { rule, outcome, outcomes }: OutcomeContext,
): LeafMatch[] {
  if (!outcome.ok) return []
  const { unverified } = outcome
  const agreement = agreementOn(outcomes, outcome.packed)
  return (group.byPacked.get(packedFor(outcome.packed, call)) ?? [])
    .filter(({ leaf }) => isDecodedBy(call, leaf))
    .map(({ leaf, positions }) => ({
      kind: 'exact',
      leaf,
      positions,
      rule,
      reads: [],
      unverified,
      ...agreement,
    }))
}

/** A version of the decoder that leaves nothing to the chain is surer than one that does. */
function byOpenChecks(one: LeafMatch, other: LeafMatch): number {
  return one.unverified.length - other.unverified.length
}

function conditionalIn(
  group: LeafGroup,
  call: OpenedCall,
  { rule, outcome, outcomes, reads }: OutcomeContext & PackContext,
): LeafMatch[] {
  if (outcome.ok || outcome.reason !== 'needs_reads' || rule === null) return []
  const disagreeing = outcomes.filter((one) => one.rule !== rule)
  const agreement = { agreeing: rule.decoders, disagreeing }
  const slots = group.slots.filter(({ leaf }) => isDecodedBy(call, leaf))
  const assumedFor = assumedReadsFor(call, rule, { missing: outcome.reads, known: reads ?? {} })
  return slots.flatMap(({ leaf, packed, positions }) => {
    const assumed = assumedFor(packed)
    if (assumed === null) return []
    return [{ kind: 'conditional', leaf, positions, rule, ...assumed, ...agreement }]
  })
}

function structuralIn(group: LeafGroup, call: OpenedCall): LeafMatch[] {
  const matches = group.slots.filter(
    (slots) => isDecodedBy(call, slots.leaf) && fitsCall(slots, call),
  )
  matches.sort((one, other) => other.packed.length - one.packed.length)
  return matches.map(({ leaf, positions }) => ({
    kind: 'structural',
    leaf,
    positions,
    rule: null,
    reads: [],
    unverified: [],
    agreeing: [],
    disagreeing: [],
  }))
}

/** Tells whether a leaf's addresses stand among the words of the calldata, in the leaf's order. */
function fitsCall({ leaf, packed }: LeafSlots, call: OpenedCall): boolean {
  let count = leaf.arguments.length
  if (call.droneTarget !== null) {
    if (!packed.endsWith(call.droneTarget.slice(2).toLowerCase())) return false
    count--
  }
  let word = 4
  for (let index = 0; index < count; index++) {
    const digits = packed.slice(2 + 40 * index, 42 + 40 * index)
    while (word + 32 <= call.bytes.length && wordAt(call.bytes, word) !== digits) word += 32
    if (word + 32 > call.bytes.length) return false
    word += 32
  }
  return true
}

/** The low 20 bytes of a word as digits; empty when the upper ones are not zero. */
function wordAt(bytes: Uint8Array, at: number): string {
  for (let index = at; index < at + 12; index++) if (bytes[index] !== 0) return ''
  return printHex(bytes.subarray(at + 12, at + 32)).slice(2)
}
