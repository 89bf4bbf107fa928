import type { Hex } from '@vaultwright/base'
import type { AbiFunction } from '../abi/abi-type.ts'
import type { AbiValue } from '../abi/abi-value.ts'
import type { Rule } from '../rule/rule.ts'
import { buildRuleBook, rulesFor } from '../rule/rule-book.ts'
import type { CompiledRule } from '../rule/rule-compile.ts'
import { RuleError } from '../rule/syntax/rule-error.ts'
import { buildCheckCall, type CheckCall } from './check-call.ts'
import { askDecoder, type CheckWork } from './check-work.ts'
import { compareReply } from './compare-reply.ts'
import { changeCall, drawCall } from './draw-call.ts'
import type { DrawContext } from './draw-value.ts'
import { drawValue } from './draw-value.ts'
import {
  type DecoderSample,
  type EntrySource,
  effectsOf,
  entriesOf,
  sourceOf,
  type ValueProbe,
  type WordEffect,
} from './entry-source.ts'
import { noHints } from './hint.ts'
import { namedFunction, printNamedSignature } from './named-function.ts'
import { packingTermsOf } from './packing-term.ts'
import { withChecks } from './proposed-check.ts'
import { openRandom, type Random } from './random.ts'
import { type ValueLocation, valueLocationsOf, withValueAt } from './value-location.ts'

/** A function without a rule. */
type RuleSearch = {
  readonly fn: AbiFunction
  readonly selector: Hex
  readonly runs: number
  readonly seed: string
}

/** The proposal of a function without a rule. */
export type RuleProposal = {
  /** Words of the calldata that the answer depends on; empty where no calldata was accepted. */
  readonly effects: readonly WordEffect[]
  /** The number of calldata that were put to the decoder, and of those it packed. */
  readonly asked: number
  readonly packed: number
} & (
  | {
      readonly rule: Rule
      /** Fresh calldata that decoder and rule agree on, all that were drawn; how many were packed. */
      readonly confirmed: { readonly asked: number; readonly packed: number }
    }
  | { readonly rule: null; readonly why: string }
)

/** The number of times a proposal is mended with calldata that contradict it. */
const attempts = 4

/**
 * Proposes a rule for a function of a decoder: changes one word at a time to see which reach the answer,
 * and asks about fresh calldata before it proposes anything.
 *
 * @returns a rule that agreed on all fresh calldata, or why there is none.
 */
export function* proposeRule(search: RuleSearch): CheckWork<RuleProposal> {
  const fn = namedFunction(search.fn)
  const random = openRandom(search.seed)
  const context = contextOf(random)
  const samples = [...(yield* askSamples(firstCalls(fn, context)))]
  const none = (why: string, effects: readonly WordEffect[] = []): RuleProposal => ({
    rule: null,
    why,
    effects,
    asked: samples.length,
    packed: samples.filter(({ reply }) => reply.kind === 'packed').length,
  })
  const base = baseOf(fn, samples)
  if (base === null) {
    return none(`it refused every one of ${samples.length} calldata`)
  }
  const entries = entriesOf(base.reply)
  if (entries === null) return none('what it packs is not a list of 20-byte entries')
  const changes = yield* askChanges(fn, base, context)
  samples.push(
    ...changes.map(({ spot, value, reply }) => ({
      call: changedCall(fn, base, { spot, value }),
      reply,
    })),
  )
  const effects = effectsOf(entries, changes)
  const sources = entries.map((_, position) => sourceOf(position, entries, changes))
  const unknown = sources.indexOf(null)
  if (unknown >= 0) return none(`entry ${unknown} is not a single word of the calldata`, effects)
  samples.push(...(yield* askSamples(neighboursOf(fn, base, context))))
  const signature = printNamedSignature(fn)
  const spots = valueLocationsOf(fn.inputs, base.call.values)
  const terms = packingTermsOf(sources as readonly EntrySource[], spots)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const rule = fittingRule({ fn, signature, terms, samples, selector: search.selector })
    if (rule === null) return none('no rule of our notation fits what it packs', effects)
    const fresh = yield* askSamples(freshCalls(fn, { samples, context, count: search.runs }))
    const wrong = fresh.filter((sample) => !isSame(rule.compiled, sample))
    const packed = fresh.filter(({ reply }) => reply.kind === 'packed').length
    samples.push(...fresh)
    if (wrong.length > 0 || packed === 0) continue
    const all = samples.filter(({ reply }) => reply.kind === 'packed').length
    const confirmed = { asked: fresh.length, packed }
    return { rule: rule.rule, confirmed, effects, asked: samples.length, packed: all }
  }
  return none('fresh calldata contradicted every rule that fitted', effects)
}

function contextOf(random: Random): DrawContext {
  return { random, hints: noHints, accounts: [], length: null, style: 'mixed' }
}

function* askSamples(calls: readonly CheckCall[]): CheckWork<readonly DecoderSample[]> {
  const replies = yield* askDecoder(calls)
  return calls.map((call, index) => ({ call, reply: replies[index]! }))
}

/** Plain calls first: distinct words, empty bytes, lists of one length. */
function firstCalls(fn: AbiFunction, context: DrawContext): readonly CheckCall[] {
  const plain = [3, 2, 1, 0].map((length) =>
    drawCall(fn, { ...context, style: 'distinct', length }),
  )
  const zeros = [2, 1, 0].map((length) => drawCall(fn, { ...context, style: 'zeros', length }))
  const mixed = Array.from({ length: 80 }, () => drawCall(fn, context))
  return [...plain, ...zeros, ...mixed]
}

/** The accepted call that packs most, and has most words. */
function baseOf(fn: AbiFunction, samples: readonly DecoderSample[]): DecoderSample | null {
  const sizeOf = ({ call, reply }: DecoderSample) =>
    1_000 * (entriesOf(reply)?.length ?? -1) + valueLocationsOf(fn.inputs, call.values).length
  const packed = samples.filter(({ reply }) => reply.kind === 'packed')
  const few = packed.filter(({ reply }) => (entriesOf(reply)?.length ?? 0) <= 24)
  return few.reduce<DecoderSample | null>(
    (best, sample) => (best === null || sizeOf(sample) > sizeOf(best) ? sample : best),
    null,
  )
}

type ValueChange = { readonly spot: ValueLocation; readonly value: AbiValue }

function changedCall(
  fn: AbiFunction,
  base: DecoderSample,
  { spot, value }: ValueChange,
): CheckCall {
  const values = withValueAt(base.call.values, spot.path, value)
  return buildCheckCall(fn, { ...base.call, values })
}

/** Each word and byte string twice, to another value. */
function* askChanges(
  fn: AbiFunction,
  base: DecoderSample,
  context: DrawContext,
): CheckWork<readonly ValueProbe[]> {
  const { random } = context
  const planned = valueLocationsOf(fn.inputs, base.call.values)
    .filter(({ type }) => type.kind === 'word' || type.kind === 'bytes')
    .flatMap((spot) => [0, 1].map(() => ({ spot, value: otherValue(spot, random, context) })))
  const calls = planned.map(({ spot, value }) => changedCall(fn, base, { spot, value }))
  const replies = yield* askDecoder(calls)
  return planned.map((plan, index) => ({ ...plan, reply: replies[index]! }))
}

function otherValue(
  { type, value }: ValueLocation,
  random: Random,
  context: DrawContext,
): AbiValue {
  if (typeof value === 'boolean') return !value
  if (type.kind === 'bytes') return type.name === 'string' ? 'another' : random.bytes(64)
  return drawValue(type, { ...context, style: 'distinct' })
}

/** One value changed at a time: ends of each type, small numbers, values of other places, lengths of lists. */
function neighboursOf(
  fn: AbiFunction,
  base: DecoderSample,
  context: DrawContext,
): readonly CheckCall[] {
  const spots = valueLocationsOf(fn.inputs, base.call.values)
  return spots.flatMap((spot) =>
    edgeValues(spot, spots, context).map((value) => changedCall(fn, base, { spot, value })),
  )
}

function edgeValues(
  spot: ValueLocation,
  spots: readonly ValueLocation[],
  context: DrawContext,
): readonly AbiValue[] {
  const { type } = spot
  if (type.kind === 'bytes') {
    if (type.name === 'string') return ['', 'a']
    return ['0x', ...[1, 20, 32, 33].map((size) => context.random.bytes(size))]
  }
  if (type.kind === 'array') {
    if (type.length !== null) return []
    const items = spot.value as readonly AbiValue[]
    return [0, 1, 2, 3, 4].map((length) =>
      Array.from({ length }, (_, index) => items[index] ?? drawValue(type.element, context)),
    )
  }
  const ends = (['zeros', 'most'] as const).map((style) => drawValue(type, { ...context, style }))
  if (type.kind !== 'word') return ends
  const alike = spots.filter(({ type: other }) => other.kind === 'word' && other.name === type.name)
  const isNumber = typeof spot.value === 'bigint'
  const small = isNumber ? Array.from({ length: 13 }, (_, number) => BigInt(number)) : []
  return [...ends, ...alike.slice(0, 6).map(({ value }) => value), ...small]
}

function freshCalls(
  fn: AbiFunction,
  plan: {
    readonly samples: readonly DecoderSample[]
    readonly context: DrawContext
    readonly count: number
  },
): readonly CheckCall[] {
  const { samples, context, count } = plan
  const accepted = samples.filter(({ reply }) => reply.kind === 'packed').map(({ call }) => call)
  if (fn.inputs.fields.length === 0) return accepted.slice(0, 1)
  return Array.from({ length: Math.max(20, count) }, (_, index) => {
    if (index % 4 === 0) return drawCall(fn, context)
    const once = changeCall(fn, context.random.pick(accepted), context)
    return index % 4 === 1 ? changeCall(fn, once, context) : once
  })
}

type RuleFit = {
  readonly fn: AbiFunction
  readonly signature: string
  readonly selector: Hex
  readonly terms: readonly string[]
  readonly samples: readonly DecoderSample[]
}

/** The first rule that says what was packed, with checks for what was refused. */
function fittingRule({ fn, signature, selector, terms, samples }: RuleFit) {
  const compile = (rule: Rule) => compiledOf(rule, selector)
  const accepted = samples.filter(({ reply }) => reply.kind === 'packed')
  for (const packs of terms) {
    const plain = compile({ signature, packs })
    if (plain === null || !accepted.every((sample) => isSame(plain, sample))) continue
    const rule = withChecks({ signature, packs }, { inputs: fn.inputs, samples }, compile)
    const compiled = compile(rule)
    if (compiled !== null) return { rule, compiled }
  }
  return null
}

function isSame(rule: CompiledRule, sample: DecoderSample): boolean {
  const { kind } = compareReply(rule, sample, { values: {}, failed: new Set() })
  return kind === 'same' || kind === 'reverts_otherwise'
}

/** Null when the notation does not take the rule. */
function compiledOf(rule: Rule, selector: Hex): CompiledRule | null {
  try {
    const book = buildRuleBook([{ decoder: 'proposed', functions: [rule] }])
    return rulesFor(book, selector)[0] ?? null
  } catch (error) {
    if (error instanceof RuleError) return null
    throw error
  }
}
