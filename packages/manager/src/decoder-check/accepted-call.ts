import type { AbiFunction } from '../abi-type.ts'
import type { CompiledRule } from '../rule-compile.ts'
import { packArguments } from '../rule-pack.ts'
import type { ReadValues } from '../rule-read.ts'
import type { CheckCall } from './check-call.ts'
import { changeCall, drawCall } from './draw-call.ts'
import type { DrawContext } from './draw-value.ts'

/** What a calldata is to be accepted by. */
export type Acceptance = {
  readonly fn: AbiFunction
  readonly rule: CompiledRule
  readonly reads: ReadValues
}

/** Changes that are tried before another call is drawn. */
const patience = 120

/**
 * Looks for calldata that a rule packs: draws a call and changes it where that brings it past more checks.
 *
 * @param wanted - function, rule and known reads.
 * @param context - where values come from.
 * @returns the call that came furthest; accepted, or refused where none was found.
 */
export function searchAccepted(wanted: Acceptance, context: DrawContext): CheckCall {
  let best = drawCall(wanted.fn, context)
  let furthest = progressOf(wanted, best)
  for (let round = 0; round < patience && furthest < accepted; round++) {
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

/**
 * Tells whether a rule packs a call, as far as it can be told without further reads.
 *
 * @param wanted - function, rule and known reads.
 * @param call - any.
 * @returns false when the rule refuses it.
 */
export function isAccepted(wanted: Acceptance, call: CheckCall): boolean {
  return progressOf(wanted, call) >= accepted
}

const accepted = 1_000

/** How many of the rule's checks a call passes. */
function progressOf({ rule, reads }: Acceptance, { calldata }: CheckCall): number {
  const outcome = packArguments(rule, calldata, reads)
  if (outcome.ok || outcome.reason === 'needs_reads') return accepted
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
