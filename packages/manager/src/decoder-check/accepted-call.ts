import type { AbiFunction } from '../abi/abi-type.ts'
import type { DecoderReadValues } from '../rule/machine/rule-read.ts'
import type { CompiledRule } from '../rule/rule-compile.ts'
import { packArguments } from '../rule/rule-pack.ts'
import type { CheckCall } from './check-call.ts'
import { changeCall, drawCall } from './draw-call.ts'
import type { DrawContext } from './draw-value.ts'

/** What a calldata is to be accepted by. */
export type AcceptanceTarget = {
  readonly fn: AbiFunction
  readonly rule: CompiledRule
  readonly reads: DecoderReadValues
}

/** Changes that are tried before another call is drawn. */
const acceptanceAttempts = 120

/**
 * Looks for calldata that a rule packs: draws a call and changes it where that brings it past more checks.
 */
export function searchAccepted(wanted: AcceptanceTarget, context: DrawContext): CheckCall {
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

/** Tells whether a rule packs a call, as far as it can be told without further reads. */
export function isAccepted(wanted: AcceptanceTarget, call: CheckCall): boolean {
  return progressOf(wanted, call) >= acceptedScore
}

const acceptedScore = 1_000

/** How many of the rule's checks a call passes. */
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
