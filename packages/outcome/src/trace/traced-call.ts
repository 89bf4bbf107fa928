import type { Address, Hex } from '@vaultwright/base'
import type { CallFrame } from './call-frame.ts'

/** One call that a transaction makes, at any depth. */
export type TracedCall = {
  /** The number of calls that it is inside of; 0 for the transaction itself. */
  readonly depth: number
  /** `CALL`, `STATICCALL`, `DELEGATECALL`, `CREATE`, `SELFDESTRUCT` … */
  readonly type: string
  readonly from: Address
  /** Null for a creation that failed. */
  readonly to: Address | null
  /** The first bytes of its data, at most `maxTracedBytes`. */
  readonly data: Hex
  /** Bytes of its whole data. */
  readonly size: number
  /** Wei that it sends; 0 for a call that runs foreign code in its own account. */
  readonly value: bigint
  /** Why it failed, in the engine's words, at most 100 characters; null when it did not. */
  readonly error: string | null
  /** The first bytes of its error, at most `maxTracedBytes`; null when it did not fail. */
  readonly revert: Hex | null
}

/** The calls of a transaction in the order in which they began, as many as are kept. */
export type CallTrace = {
  readonly calls: readonly TracedCall[]
  /** The number of calls that are not kept: those behind `maxTracedCalls` or deeper than `maxTracedDepth`. */
  readonly leftOut: number
}

/** The most calls that a trace keeps. */
export const maxTracedCalls = 256
/** The depth of the deepest call that a trace keeps. */
export const maxTracedDepth = 32
/** The most bytes of its data that a trace keeps of a call: a selector and four words. */
export const maxTracedBytes = 132

/** Lists the calls of a transaction within the bounds of a trace; an account and an amount a call. */
export function tracedCallsOf(root: CallFrame): CallTrace {
  const calls: TracedCall[] = []
  let count = 0
  const open = [{ frame: root, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { frame, depth } = next
    count++
    if (calls.length < maxTracedCalls && depth <= maxTracedDepth)
      calls.push(tracedCallOf(frame, depth))
    for (const inner of frame.calls.toReversed()) open.push({ frame: inner, depth: depth + 1 })
  }
  return { calls, leftOut: count - calls.length }
}

function tracedCallOf(frame: CallFrame, depth: number): TracedCall {
  const { type, from, to, input, output, value, error } = frame
  const isBorrowed = type === 'DELEGATECALL' || type === 'CALLCODE'
  return {
    depth,
    type,
    from,
    to,
    data: startOf(input),
    size: input.length / 2 - 1,
    value: isBorrowed ? 0n : value,
    error: error?.slice(0, 100) ?? null,
    revert: error === null ? null : startOf(output),
  }
}

function startOf(data: Hex): Hex {
  return data.slice(0, 2 + 2 * maxTracedBytes) as Hex
}
