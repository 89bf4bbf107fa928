import { BaseError, type ErrorKind } from '@vaultwright/base'
import type { RetryDecision } from '../task/queue.ts'

/**
 * The policy after a failure. `again`: the world outside may be otherwise later, and is asked for
 * as long as it takes. `soon_given_up`: it may have been chance; a few times. `park`: it would end
 * the same until the next change.
 */
export type RetryPolicy = 'again' | 'soon_given_up' | 'park'

/** The policy for each kind of error. */
export const retryPolicies: Readonly<Record<ErrorKind, RetryPolicy>> = {
  invalid_input: 'park',
  not_found: 'park',
  not_permitted: 'park',
  conflict: 'park',
  unavailable: 'again',
  timeout: 'again',
  overload: 'again',
  damaged_data: 'park',
  unsupported: 'park',
  bug: 'park',
}

/** The errors that are treated otherwise than their kind, by code: what a node or a contract itself says, which may have been chance. */
export const retryOverrides: Readonly<Record<string, RetryPolicy>> = {
  before_genesis: 'soon_given_up',
  log_range_refused: 'soon_given_up',
  malformed_event: 'soon_given_up',
  malformed_root_event: 'soon_given_up',
  missing_decimals: 'soon_given_up',
  rpc_refused: 'soon_given_up',
}

const firstMs = 1_000
/** No failure is put off for longer. */
export const longestPauseMs = 600_000
/** Times that a failure of chance is tried. */
const fewAttempts = 5

/**
 * Decides about a failure.
 *
 * @param error - what was thrown. An error of any other class is a bug: a few times, then it is given up.
 * @param attempt - the how manieth it was, from 1.
 * @param random - from 0 to below 1: those who failed together do not come back together.
 * @returns again after a time that doubles up to ten minutes, or given up.
 */
export function retryDecisionOf(
  error: unknown,
  attempt: number,
  random: () => number,
): RetryDecision {
  const policy = error instanceof BaseError ? retryPolicyOf(error) : 'soon_given_up'
  if (policy === 'park') return { kind: 'park' }
  if (policy === 'soon_given_up' && attempt >= fewAttempts) return { kind: 'park' }
  const whole = Math.min(longestPauseMs, firstMs * 2 ** Math.min(attempt - 1, 30))
  return { kind: 'retry', afterMs: Math.round(whole * (0.5 + random() / 2)) }
}

/** Tells what is to be done about an error: by its code, else by its kind. */
export function retryPolicyOf({
  code,
  kind,
  retryable,
}: Pick<BaseError, 'code' | 'kind' | 'retryable'>): RetryPolicy {
  const override = Object.hasOwn(retryOverrides, code) ? retryOverrides[code] : undefined
  const policy = override ?? retryPolicies[kind]
  // A node that is busy, or silent until not even the logs of one block come, refuses for now only.
  return policy === 'soon_given_up' && retryable ? 'again' : policy
}
