import type { Address, Hex } from '@vaultwright/base'
import { selectorOf } from '@vaultwright/manager'

/** One call inside a transaction, as `callTracer` tells it. */
export type CallFrame = {
  /** `CALL`, `STATICCALL`, `DELEGATECALL`, `CREATE`, `SELFDESTRUCT` … */
  readonly type: string
  readonly from: Address
  /** Null for a creation that failed. */
  readonly to: Address | null
  readonly input: Hex
  readonly output: Hex
  /** Wei. */
  readonly value: bigint
  /** Why it failed; null when it did not. */
  readonly error: string | null
  readonly calls: readonly CallFrame[]
}

/** A movement of the chain's own coin. */
export type NativeMove = { readonly from: Address; readonly to: Address; readonly amount: bigint }

/**
 * Lists the calls that took effect: those that did not fail, inside no other that did.
 *
 * @returns the calls in the order in which they began.
 */
export function settledFramesOf(root: CallFrame): readonly CallFrame[] {
  const frames: CallFrame[] = []
  const visit = (one: CallFrame) => {
    if (one.error !== null) return
    frames.push(one)
    for (const inner of one.calls) visit(inner)
  }
  visit(root)
  return frames
}

/** Lists every call in the order in which they began, those that failed too. */
export function framesOf(root: CallFrame): readonly CallFrame[] {
  return [root, ...root.calls.flatMap(framesOf)]
}

/**
 * Lists what of the chain's own coin moved between different accounts.
 *
 * @returns the movements in their order.
 */
export function nativeMovesOf(root: CallFrame): readonly NativeMove[] {
  return settledFramesOf(root).flatMap(({ type, from, to, value }) => {
    const isBorrowed = type === 'DELEGATECALL' || type === 'CALLCODE'
    return isBorrowed || value === 0n || to === null ? [] : [{ from, to, amount: value }]
  })
}

/** The errors of callers for a call that failed without data. Source: OpenZeppelin 4 and 5. */
const haltErrors: readonly Hex[] = [
  '0x',
  selectorOf('FailedInnerCall()'),
  selectorOf('FailedCall()'),
]

/**
 * Says why the EVM stopped a transaction that failed without a reason of its own: no contract reverted, or
 * the one that did only reports that a call failed.
 *
 * @returns what stopped it, or a call inside it, such as out of gas; null when a contract reverted.
 */
export function haltOf(root: CallFrame): string | null {
  if (root.error === null) return null
  if (!/revert/i.test(root.error)) return root.error
  if (!haltErrors.includes(root.output)) return null
  const last = root.calls.findLast(({ error }) => error !== null)
  return last === undefined ? null : haltOf(last)
}
