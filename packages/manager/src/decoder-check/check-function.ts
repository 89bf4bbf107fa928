import type { Hex } from '@vaultwright/base'
import type { AbiFunction } from '../abi/abi-type.ts'
import type { CompiledRule } from '../rule/rule-compile.ts'
import { type PackOutcome, packArguments } from '../rule/rule-pack.ts'
import type { CheckCall } from './check-call.ts'
import {
  accountsIn,
  askDecoder,
  type CheckState,
  type CheckWork,
  fetchReads,
} from './check-work.ts'
import {
  compareReply,
  type DecoderReply,
  type DifferenceKind,
  differenceKinds,
} from './compare-reply.ts'
import { drawSample } from './draw-sample.ts'
import { openRandom } from './random.ts'
import { smallerCalls } from './shrink.ts'

/** A function that is checked against its rules. */
type FunctionCheck = {
  readonly fn: AbiFunction
  readonly selector: Hex
  /** Of every decoder and version that has the function; at least one. */
  readonly rules: readonly CompiledRule[]
  /** The number of calldata that are drawn. */
  readonly runs: number
  readonly seed: string
}

/** A call for which decoder and rule differ, as small as it was found. */
export type Counterexample = {
  readonly call: CheckCall
  readonly reply: DecoderReply
  readonly outcome: PackOutcome
}

/** One way in which a decoder differs from a rule. */
export type DecoderDifference = {
  readonly kind: DifferenceKind
  /** Of the drawn calldata. */
  readonly count: number
  readonly example: Counterexample
}

/** The counts of the drawn calldata by result. */
type CheckCounts = {
  readonly asked: number
  readonly packed: number
  readonly refused: number
  readonly damaged: number
  /** Not compared, because a read could not be made. */
  readonly open: number
}

/** The result of a check of one function. */
export type FunctionVerdict = {
  /** Rules that agree on all calldata; where none does, the nearest one. */
  readonly rules: readonly CompiledRule[]
  readonly counts: CheckCounts
  /** The worst first; none when a rule agrees. */
  readonly differences: readonly DecoderDifference[]
}

/** Steps towards the smallest example. */
const shrinkSteps = 80

/**
 * Checks a function of a decoder against the rules: one rule must agree on every calldata.
 *
 * @param check - function, rules, runs, seed.
 * @returns the rules that agree, or how the nearest one differs, each with the smallest example.
 */
export function* checkFunction(
  check: FunctionCheck,
  state: CheckState,
): CheckWork<FunctionVerdict> {
  const { fn, rules, runs } = check
  const plan = { fn, rules, random: openRandom(check.seed) }
  // What the decoder reads is known before the calls are drawn that must hold it.
  const probes = drawSample({ ...plan, reads: state.values, accounts: [] }, Math.min(runs, 12))
  yield* fetchReads(rules, probes, state)
  const chainState = { reads: state.values, accounts: accountsIn(state) }
  const calls = drawSample({ ...plan, ...chainState }, runs)
  yield* fetchReads(rules, calls, state)
  const replies = yield* askDecoder(calls)
  const samples = calls.map((call, index) => ({ call, reply: replies[index]! }))
  const judged = rules.map((rule) => {
    const kinds = samples.map((entry) => compareReply(rule, entry, state).kind)
    return { rule, kinds, wrong: kinds.filter(isDifference).length }
  })
  const fewest = Math.min(...judged.map(({ wrong }) => wrong))
  const nearest = judged.filter(({ wrong }) => wrong === fewest)
  const agreeing = nearest.map(({ rule }) => rule)
  const [first] = nearest
  const counts = countsOf(samples, first?.kinds ?? [])
  if (fewest === 0 || first === undefined) return { rules: agreeing, counts, differences: [] }
  const differences: DecoderDifference[] = []
  for (const kind of differenceKinds) {
    const questions = samples.filter((_, index) => first.kinds[index] === kind)
    const [start] = questions.sort((one, other) => sizeOf(one.call) - sizeOf(other.call))
    if (start === undefined) continue
    const aim = { rule: first.rule, kind, fn }
    const example = yield* shrinkExample(aim, start, state)
    differences.push({ kind, count: questions.length, example })
  }
  return { rules: [first.rule], counts, differences }
}

type CheckedCall = { readonly call: CheckCall; readonly reply: DecoderReply }
type ShrinkTarget = {
  readonly rule: CompiledRule
  readonly kind: DifferenceKind
  readonly fn: AbiFunction
}

/** Goes to the first simpler call that differs in the same way, until there is none. */
function* shrinkExample(
  aim: ShrinkTarget,
  start: CheckedCall,
  state: CheckState,
): CheckWork<Counterexample> {
  let best = start
  for (let step = 0; step < shrinkSteps; step++) {
    const smaller = smallerCalls(aim.fn, best.call)
    yield* fetchReads([aim.rule], smaller, state)
    const replies = yield* askDecoder(smaller)
    const samples = smaller.map((call, index) => ({ call, reply: replies[index]! }))
    const next = samples.find((entry) => compareReply(aim.rule, entry, state).kind === aim.kind)
    if (next === undefined) break
    best = next
  }
  const { call, reply } = best
  return { call, reply, outcome: packArguments(aim.rule, call.calldata, state.values) }
}

function countsOf(asked: readonly CheckedCall[], kinds: readonly string[]): CheckCounts {
  const packed = asked.filter(({ reply }) => reply.kind === 'packed').length
  return {
    asked: asked.length,
    packed,
    refused: asked.length - packed,
    damaged: asked.filter(({ call }) => call.damage !== null).length,
    open: kinds.filter((kind) => kind === 'open').length,
  }
}

/** Sound calls first: what is wrong with them is easier to see. */
function sizeOf({ calldata, damage }: CheckCall): number {
  return calldata.length + (damage === null ? 0 : 1_000_000)
}

function isDifference(kind: string): boolean {
  return kind !== 'same' && kind !== 'open'
}
