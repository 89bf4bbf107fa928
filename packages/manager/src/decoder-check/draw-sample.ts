import type { Hex } from '@vaultwright/base'
import type { AbiFunction } from '../abi/abi-type.ts'
import type { DecoderReadValues } from '../rule/machine/rule-read.ts'
import type { CompiledRule } from '../rule/rule-compile.ts'
import { packArguments } from '../rule/rule-pack.ts'
import { type CheckCall, damageCall } from './check-call.ts'
import { changeCall, drawCall } from './draw-call.ts'
import type { DrawContext } from './draw-value.ts'
import { hintsOf } from './hint.ts'
import type { Random } from './random.ts'

/** The plan by which calldata of one function is drawn. */
export type SamplePlan = {
  readonly fn: AbiFunction
  /** Rules whose checks calldata is made to pass; none for a function without a rule. */
  readonly rules: readonly CompiledRule[]
  readonly reads: DecoderReadValues
  /** Accounts that the chain named. */
  readonly accounts: readonly Hex[]
  readonly random: Random
}

/**
 * Draws calldata of a function: the ends of each type first, then calls that a rule packs, calls that are
 * one change away from these, calls at random, and every fourth damaged in one place.
 *
 * @returns so many calls; one without arguments where the function takes none, and nothing is behind them.
 */
export function drawSample(plan: SamplePlan, count: number): readonly CheckCall[] {
  const { fn, rules, random, accounts } = plan
  const hints = hintsOf(rules)
  const context: DrawContext = { random, hints, accounts, length: null, style: 'mixed' }
  const calls: CheckCall[] = edgesOf(fn, context)
  if (fn.inputs.fields.length === 0 && !hints.isCompact) return calls.slice(0, 1)
  const retained: CheckCall[] = []
  while (calls.length < count) {
    const turn = calls.length % 8
    const rule = rules[Math.floor(calls.length / 8) % Math.max(1, rules.length)]
    const target = rule === undefined ? null : { fn, rule, reads: plan.reads }
    calls.push(drawOne({ context, wanted: target, kept: retained, fn }, turn))
  }
  return calls.slice(0, count)
}

type DrawTurn = {
  readonly context: DrawContext
  readonly wanted: AcceptanceTarget | null
  /** Accepted calls that others start from. */
  readonly kept: CheckCall[]
  readonly fn: AbiFunction
}

function drawOne(
  { context, wanted: target, kept: retained, fn }: DrawTurn,
  turn: number,
): CheckCall {
  const { random } = context
  if (turn === 7) return drawCall(fn, context)
  if (turn < 3 || retained.length === 0) {
    const call = target === null ? drawCall(fn, context) : searchAccepted(target, context)
    if (target === null || isAccepted(target, call)) retained.push(call)
    return call
  }
  if (turn < 5) return changeCall(fn, random.pick(retained), context)
  return damageCall(fn, random.pick(retained), random)
}

/** Everything empty or zero, everything full, and lists of one and two. */
function edgesOf(fn: AbiFunction, context: DrawContext): CheckCall[] {
  const mixed = { ...context, style: 'mixed' } as const
  return [
    drawCall(fn, { ...context, style: 'zeros', length: 0 }),
    drawCall(fn, { ...context, style: 'zeros', length: 1 }),
    drawCall(fn, { ...context, style: 'most', length: 1 }),
    drawCall(fn, { ...mixed, length: 0 }),
    drawCall(fn, { ...mixed, length: 1 }),
    drawCall(fn, { ...mixed, length: 2 }),
  ]
}

/** The target that is to accept a calldata. */
type AcceptanceTarget = {
  readonly fn: AbiFunction
  readonly rule: CompiledRule
  readonly reads: DecoderReadValues
}

/** Changes that are tried before another call is drawn. */
const acceptanceAttempts = 120

/**
 * Looks for calldata that a rule packs: draws a call and changes it where that brings it past more checks.
 */
function searchAccepted(wanted: AcceptanceTarget, context: DrawContext): CheckCall {
  let best = drawCall(wanted.fn, context)
  let furthest = progressOf(wanted, best)
  for (let round = 0; round < acceptanceAttempts && furthest < acceptedScore; round++) {
    const isFresh = round % 20 === 19
    const next = isFresh
      ? drawCall(wanted.fn, context)
      : changedOften(wanted.fn, best, { context, times: 1 + context.random.below(3) })
    const progress = progressOf(wanted, next)
    if (progress < furthest) continue
    best = next
    furthest = progress
  }
  return best
}

/** Tells whether a rule packs a call, as far as is known without further reads. */
function isAccepted(wanted: AcceptanceTarget, call: CheckCall): boolean {
  return progressOf(wanted, call) >= acceptedScore
}

const acceptedScore = 1_000

/** The number of the rule's checks that a call passes. */
function progressOf({ rule, reads }: AcceptanceTarget, { calldata }: CheckCall): number {
  const outcome = packArguments(rule, calldata, reads)
  if (outcome.ok || outcome.reason === 'needs_reads') return acceptedScore
  if (outcome.reason === 'malformed') return -1
  const { check } = outcome
  if (check === null) return rule.checks.length
  return rule.checks.findIndex(({ text }) => text.startsWith(check))
}

function changedOften(
  fn: AbiFunction,
  call: CheckCall,
  { context, times }: { readonly context: DrawContext; readonly times: number },
): CheckCall {
  let changed = call
  for (let done = 0; done < times; done++) changed = changeCall(fn, changed, context)
  return changed
}
