import { type Digest, isSameAddress, zeroAddress } from '@vaultwright/base'
import { rootOf } from '@vaultwright/merkle'
import { type OpenedCall, openBytesOf, packedFor } from '../call/opened-call.ts'
import { packedOf } from '../leaf/leaf.ts'
import type { LeafTree } from '../leaf/leaf-tree.ts'
import type { BatchCall } from '../manage/batch.ts'
import { isCodeless, type ManagerState } from '../manage/manager-state.ts'
import { isRefusedByAll } from '../rule/machine/calldata-parameter.ts'
import { checkEncoding } from '../rule/machine/rule-encoding.ts'
import { buildMachine } from '../rule/machine/rule-machine.ts'
import { rulesFor } from '../rule/rule-book.ts'
import type { CompiledRule } from '../rule/rule-compile.ts'
import { type KnownRuleOutcome, outcomesOf, type PackContext, type RuleOutcome } from './outcome.ts'
import type { AnswerSource, PackedAnswer } from './packed-answer.ts'
import {
  causes,
  codelessCause,
  decoderCause,
  type RevertCause,
  unprovenCause,
} from './predicted-revert.ts'
import { isOpenReason, type RefusalReason } from './refusal.ts'
import type { CallCheck } from './verify-call.ts'

/** A revert that comes next: surely, if nothing before it does, or perhaps. */
export type RevertForecast = {
  readonly cause: RevertCause
  readonly when: string
  readonly isSure: boolean
}

/** A call whose verification is foreseen. */
export type ForecastQuery = {
  readonly call: BatchCall
  /** The result of its check. */
  readonly check: CallCheck
  readonly context: PackContext & {
    readonly state: ManagerState
    readonly answerOf?: AnswerSource
    /** The tree and the root that the call was checked against. */
    readonly tree: LeafTree | null
    readonly root: Digest | null
  }
  /** True if no call before it has changed the chain. */
  readonly isFirst: boolean
}

/**
 * Foresees how the verification of a call reverts, in the order in which the Manager comes to it.
 *
 * @returns what may come, a sure revert last; nothing sure when the call may be let through.
 */
export function* verificationForecasts(query: ForecastQuery): Iterable<RevertForecast> {
  const { call, context } = query
  const { decoder } = call
  const opened = openBytesOf(call, call.bytes)
  const codeless = isCodeless(context.state, decoder)
  const noCode = codelessCause(decoder)
  const hasNoCode = codeless === true || isSameAddress(decoder, zeroAddress)
  if (hasNoCode || codeless === null) {
    yield { cause: noCode, when: `The decoder ${decoder} has no code.`, isSure: hasNoCode }
  }
  if (hasNoCode) return
  const answer = context.answerOf?.(call) ?? null
  const hasFunction = context.state.functionAt?.(decoder, opened.selector ?? '0x') ?? null
  const has = `The decoder ${decoder} has no function ${opened.selector ?? 'for so little calldata'}`
  if (hasFunction === 'silent') yield certainForecast(causes.silent, `${has} and no fallback.`)
  else if (hasFunction === 'unsupported') yield certainForecast(causes.unsupported, `${has}.`)
  else if (answer !== null) yield* answeredForecasts(query, opened, answer)
  else if (opened.selector === null) {
    yield possibleForecast(causes.silent, `${has} and no fallback.`)
    yield certainForecast(causes.unsupported, `${has}.`)
  } else yield* answerForecasts(query, opened, hasFunction === 'there' ? null : has)
}

/** The decoder said it itself, at the block before the batch: calls before it may change what it reads. */
function* answeredForecasts(
  query: ForecastQuery,
  opened: OpenedCall,
  answer: PackedAnswer,
): Iterable<RevertForecast> {
  const { call, check, context, isFirst } = query
  const ruled = outcomesOf(opened, { rules: context.rules })
  const isSame = ({ outcome }: RuleOutcome) =>
    outcome.ok ? answer.ok && outcome.packed === answer.packed : !answer.ok
  const isSettled = isFirst || (ruled.some(isSame) && !ruled.some(isReading))
  const [reason] = check.reasons
  if (!answer.ok) {
    yield { cause: answerCause(call, answer), when: reason?.message ?? '', isSure: isSettled }
    return
  }
  if (reason === undefined && isSettled) return
  const when = reason?.message ?? 'Calls before it change what the decoder reads.'
  if (!isSettled) yield possibleForecast(causes.unknown, when)
  yield { cause: unprovenCause(call), when, isSure: isSettled && reason !== undefined }
}

function answerCause(
  { decoder }: BatchCall,
  answer: Exclude<PackedAnswer, { readonly ok: true }>,
): RevertCause {
  switch (answer.reason) {
    case 'no_code':
      return codelessCause(decoder)
    case 'not_bytes':
      return causes.unknown
    case 'reverts': {
      const { revert } = answer
      if (revert.name !== null) {
        const { name, isOwnName } = revert
        return { error: name, isOwnName, arguments: revert.arguments }
      }
      return revert.data === '0x' ? causes.silent : causes.unknown
    }
  }
}

/** The decoder is there: it lacks the function, it reverts by itself, or what it packs is unproven. */
function* answerForecasts(
  query: ForecastQuery,
  opened: OpenedCall,
  lack: string | null,
): Iterable<RevertForecast> {
  const { call, check, isFirst } = query
  const isProven = check.reasons.every(({ reason }) => reason === 'decoder_unknown')
  const isSettled = isFirst || !dependsOnReads(query, opened)
  const outcomes = outcomesAt(query, opened)
  const isFit = outcomes.every(({ rule }) => isSound(opened, rule))
  if (isProven && isSettled && isFit && isRuleAlone(query)) return
  if (!isProven && lack !== null) {
    yield possibleForecast(causes.unsupported, `${lack}.`)
    yield possibleForecast(causes.silent, `${lack} and no fallback.`)
  }
  const isRuled = outcomes.length > 0 && (isProven || isDecoder(query))
  if (!isRuled) yield possibleForecast(causes.unknown, 'The decoder refuses the calldata.')
  else if (!isSettled || outcomes.some(isReading)) {
    yield possibleForecast(causes.unknown, 'A contract that the decoder reads refuses to answer.')
  }
  const refusals = new Map<string | null, RevertForecast>()
  for (const refusal of outcomes.flatMap((each) => refusalsOf(each, opened))) {
    refusals.set(refusal.cause.error, refusal)
  }
  const isLone = isRuled && outcomes.every((refusal) => isRefusal(refusal, opened))
  let left = refusals.size
  for (const refusal of refusals.values())
    yield { ...refusal, isSure: --left === 0 && isLone && isSettled }
  if (isLone) return
  const answers = outcomes.filter(isPacked)
  const proven = answers.filter((one) => isProvenBy(one, check, opened))
  const isOpen = proven.length < answers.length || outcomes.length === 0
  if (isProven ? !isOpen && isSettled : !isOpen && answers.length > 0) return
  const isKnown = (one: KnownRuleOutcome) => isPacked(one) || isRefusal(one, opened)
  const isPackingSure = outcomes.length > 0 && outcomes.every(isKnown)
  const isSure = isSettled && proven.length === 0 && isUnprovable(query, isPackingSure)
  yield { cause: unprovenCause(call), when: unprovenWhen(query, answers, proven), isSure }
}

function unprovenWhen(
  { check, isFirst }: ForecastQuery,
  answers: readonly KnownRuleOutcome[],
  proven: readonly KnownRuleOutcome[],
): string {
  const reason = check.reasons.find((each) => each.reason !== 'decoder_unknown')
  if (reason !== undefined) return reason.message
  const divergent = answers.find((one) => !proven.includes(one))
  if (divergent !== undefined)
    return `The decoder packs as ${divergent.rule.decoders.join(' or ')}.`
  return isFirst ? 'The decoder packs otherwise.' : 'Calls before it change what the decoder reads.'
}

/** Nothing but the one rule of the function by which a call is proven says what its decoder does. */
function isRuleAlone({ call, check, context }: ForecastQuery): boolean {
  const names = context.state.decodersAt?.(call.decoder) ?? null
  const selector = check.leaf?.selector ?? ''
  return names === null && rulesFor(context.rules, selector).length === 1
}

/** Any other contract may have a function of that selector which packs nothing and refuses by its own rules. */
function isDecoder({ call: { decoder }, context }: ForecastQuery): boolean {
  const { state, tree } = context
  if (tree === null || (state.decodersAt?.(decoder) ?? null) !== null) return true
  return tree.leaves.some((leaf) => isSameAddress(leaf.decoder, decoder))
}

function isProvenBy({ outcome }: RuleOutcome, check: CallCheck, opened: OpenedCall): boolean {
  if (!outcome.ok || check.leaf === null || check.isProofValid !== true) return false
  return packedFor(outcome.packed, opened) === packedOf(check.leaf)
}

/** The rules of the function that the decoder may have; all versions where it is not named. */
function outcomesAt(
  { call, context }: ForecastQuery,
  opened: OpenedCall,
): readonly KnownRuleOutcome[] {
  const outcomes = outcomesOf(opened, context)
  const names = context.state.decodersAt?.(call.decoder) ?? null
  if (names === null) return outcomes
  return outcomes.filter(({ rule }) => rule.decoders.some((name) => names.includes(name)))
}

/** The refusals of a rule; those that a contract may overlook are not sure. */
function refusalsOf(
  { rule, outcome }: KnownRuleOutcome,
  opened: OpenedCall,
): readonly RevertForecast[] {
  if (outcome.ok) {
    const open = outcome.unverified.map(({ check, error }) =>
      possibleForecast(decoderCause(error), `On chain this does not hold: ${check}.`),
    )
    return isSound(opened, rule)
      ? open
      : [...open, possibleForecast(causes.silent, unfitWordMessage)]
  }
  if (outcome.reason === 'needs_reads') return []
  const { reason, error, check, message } = outcome
  if (reason === 'malformed') {
    const isSure = isRefusedByAll(opened.bytes, rule.function.inputs)
    return [{ cause: causes.silent, when: message, isSure }]
  }
  if (error === null && check === null) return [possibleForecast(causes.silent, message)]
  const named = certainForecast(decoderCause(error), message)
  // Which of two faults a decoder comes to first is its own affair.
  return isSound(opened, rule)
    ? [named]
    : [possibleForecast(causes.silent, unfitWordMessage), named]
}

const unfitWordMessage = 'The decoder reads a word that does not fit its type.'

/** True if everything in the calldata fits, read or not. */
function isSound({ bytes }: OpenedCall, rule: CompiledRule): boolean {
  if (rule.isByteParsed) return true
  const frame = { base: 4, limit: bytes.length, isNested: false }
  return checkEncoding(buildMachine(bytes, {}), rule.function.inputs, frame)
}

function isPacked({ outcome }: RuleOutcome): boolean {
  return outcome.ok || outcome.reason === 'needs_reads'
}

/** A read that was not handed in may be one that the chain refuses. */
function isReading({ outcome }: RuleOutcome): boolean {
  return outcome.ok ? outcome.unverified.length > 0 : outcome.reason === 'needs_reads'
}

function isRefusal(one: KnownRuleOutcome, opened: OpenedCall): boolean {
  return !one.outcome.ok && refusalsOf(one, opened).some(({ isSure }) => isSure)
}

/**
 * Tells whether nothing that the decoder may answer can be proven. What it packs plays no part where
 * the proof belongs to a leaf of another call, or to none.
 */
function isUnprovable({ check, context }: ForecastQuery, isPackingSure: boolean): boolean {
  const { tree, root } = context
  if (root?.every((byte) => byte === 0)) return true
  const reasons = check.reasons.filter(({ reason }) => reason !== 'decoder_unknown')
  if (reasons.length > 0 && reasons.every(({ reason }) => isOpenReason(reason))) return false
  if (
    tree !== null &&
    root !== null &&
    check.leaf === null &&
    !isSameDigest(root, rootOf(tree.tree))
  )
    return false
  return isPackingSure || reasons.some(({ reason }) => packingIndependentReasons.has(reason))
}

const packingIndependentReasons: ReadonlySet<RefusalReason> = new Set([
  'no_leaf',
  'wrong_target',
  'wrong_function',
  'value_flag',
  'wrong_decoder',
  'proof_wrong_depth',
  'proof_invalid',
  'root_differs',
])

/** Earlier calls of a batch may change what a decoder reads. */
function dependsOnReads({ context }: ForecastQuery, opened: OpenedCall): boolean {
  if (Object.keys(context.reads ?? {}).length === 0) return false
  return outcomesOf(opened, { rules: context.rules }).some(isReading)
}

function isSameDigest(one: Digest, other: Digest): boolean {
  return one.every((byte, index) => byte === other[index])
}

function certainForecast(cause: RevertCause, when: string): RevertForecast {
  return { cause, when, isSure: true }
}

function possibleForecast(cause: RevertCause, when: string): RevertForecast {
  return { cause, when, isSure: false }
}
