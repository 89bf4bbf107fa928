import type { Address, Hex } from '@vaultwright/base'
import type { ManagerRevert } from '@vaultwright/manager'
import { namedCallOf } from '../decode/named-call.ts'
import { decodeRevert } from '../decode/revert.ts'
import type { CallFrame } from '../trace/call-frame.ts'

/** The call that stops a step: the deepest one whose failure made it fail. */
export type DrillStop = {
  /** The account whose code refuses; null for a creation. */
  readonly target: Address | null
  readonly selector: Hex
  /** With the names of its arguments; null where it is not known. */
  readonly function: string | null
  /** The reason, or the way the EVM ended it. */
  readonly error: ManagerRevert | { readonly halt: string }
}

/** Finds the call that made a run fail; null if nothing failed. */
export function stopIn(root: CallFrame): DrillStop | null {
  if (root.error === null) return null
  const { to, input, output, error } = deepestIn(root)
  const selector = input.slice(0, 10) as Hex
  const isRevert = error === 'execution reverted'
  return {
    target: to,
    selector,
    function: namedCallOf(input).function,
    error: isRevert ? decodeRevert(output) : { halt: error ?? 'it failed' },
  }
}

/** True if both stops are the same refusal of the same call, by its data. */
export function isSameStop(one: DrillStop, other: DrillStop): boolean {
  return (
    one.target === other.target &&
    one.selector === other.selector &&
    errorKeyOf(one) === errorKeyOf(other)
  )
}

function errorKeyOf({ error }: DrillStop): string {
  return 'halt' in error ? `halt ${error.halt}` : error.data
}

/** A call that failed and was caught is no reason: the last one is, or one whose very data comes out. */
function deepestIn(frame: CallFrame): CallFrame {
  const last = frame.calls.at(-1)
  const passed = frame.calls.findLast(
    ({ error, output }) => error !== null && output !== '0x' && output === frame.output,
  )
  const cause = passed ?? (last !== undefined && last.error !== null ? last : undefined)
  return cause === undefined ? frame : deepestIn(cause)
}
