import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import {
  type BatchCall,
  type DecodedBatch,
  type ManagerRevert,
  readBatch,
  selectorOf,
} from '@vaultwright/manager'
import { managerSelectors, vaultSelectors } from '@vaultwright/registry'
import { namedCallOf } from '../decode/named-call.ts'
import type { FailingCall, SimulationRequest } from '../effect/simulation.ts'
import type { CallFrame } from '../trace/call-frame.ts'
import type { Execution } from '../trace/execution.ts'

/** The failing call, or why it is not known. */
export type FailingCallResult =
  | { readonly call: FailingCall; readonly unknown: null }
  | { readonly call: null; readonly unknown: string }

const supplySelector = selectorOf('totalSupply()')

/**
 * Finds the call of a batch that failed, inside flash loans as well: by the trace, else by what the
 * Manager's own error repeats of the call.
 */
export function failingCallOf(
  execution: Execution,
  revert: ManagerRevert,
  request: SimulationRequest,
): FailingCallResult {
  if (execution.trace !== null) {
    const frame = failedBatchIn(execution.trace)
    if (frame !== null) return failingCallInTrace(frame)
    if (!isBatch(request.data)) return unknownFailure('No batch of the Manager failed in it.')
  }
  if (!isBatch(request.data))
    return unknownFailure('The calldata is not a batch, and the node gives no trace.')
  return failingCallByRevert(revert, request)
}

function failingCallInTrace(frame: CallFrame): FailingCallResult {
  let batch: DecodedBatch
  try {
    batch = readBatch(frame.input, frame.to === null ? {} : { manager: frame.to })
  } catch {
    return unknownFailure('The Manager cannot read the batch.')
  }
  return locate(frame, batch, [])
}

/**
 * Walks down from a batch that failed to the call that made it fail.
 *
 * The Manager reads the vault's supply before its first call and makes the calls one by one, so that
 * the calls that the vault was asked for, one failed at most, say how far it came.
 */
function locate(frame: CallFrame, batch: DecodedBatch, path: readonly number[]): FailingCallResult {
  const isStarted = frame.calls.some(
    ({ type, input }) => type === 'STATICCALL' && input.startsWith(supplySelector),
  )
  if (!isStarted) return unknownFailure('The Manager refused the batch before its first call.')
  const managedCalls = frame.calls.filter(
    ({ type, input }) => type === 'CALL' && input.startsWith(vaultSelectors.manage),
  )
  const last = managedCalls.at(-1)
  const isRefused = last === undefined || last.error === null
  const index = isRefused ? managedCalls.length : managedCalls.length - 1
  const call = batch.calls[index]
  if (call === undefined)
    return unknownFailure('Every call succeeded; the Manager refused what they left.')
  const here = [...path, index]
  const inner = isRefused || call.loan === null ? null : failedBatchIn(last)
  if (inner !== null && call.loan !== null) {
    const deeper = locate(inner, call.loan.batch, here)
    if (deeper.call !== null) return deeper
  }
  return { call: failingOf(call, here, isRefused ? 'verification' : 'execution'), unknown: null }
}

/** The outermost batch that failed, at or below a frame; nothing that failed later is outside it. */
function failedBatchIn(frame: CallFrame): CallFrame | null {
  if (frame.error === null) return null
  if (isBatch(frame.input) && frame.type === 'CALL') return frame
  for (const inner of [...frame.calls].reverse()) {
    const failure = failedBatchIn(inner)
    if (failure !== null) return failure
  }
  return null
}

type PathedCall = { readonly call: BatchCall; readonly path: readonly number[] }

function failingCallByRevert(revert: ManagerRevert, request: SimulationRequest): FailingCallResult {
  if (revert.name !== 'ManagerWithMerkleVerification__FailedToVerifyManageProof') {
    return unknownFailure('The node gives no trace, and the revert does not say which call it was.')
  }
  const { target, targetData, value } = revert.arguments as {
    target: Address
    targetData: Hex
    value: bigint
  }
  let calls: readonly PathedCall[]
  try {
    calls = pathedCallsOf(readBatch(request.data, { manager: request.to }), [])
  } catch {
    return unknownFailure('The batch cannot be read.')
  }
  const same = calls.filter(
    ({ call }) =>
      isSameAddress(call.target, target) &&
      call.data.toLowerCase() === targetData.toLowerCase() &&
      call.value === value,
  )
  const [first] = same
  if (first === undefined)
    return unknownFailure('No call of the batch is the one that the revert names.')
  // Equal calls of one batch fail at the first of them; a loan's own batch has another root.
  const isSure = same.every(({ path }) => parentOf(path) === parentOf(first.path))
  if (!isSure)
    return unknownFailure('Several calls are equal, and the revert does not say which it was.')
  return { call: failingOf(first.call, first.path, 'verification'), unknown: null }
}

function pathedCallsOf(batch: DecodedBatch, path: readonly number[]): readonly PathedCall[] {
  return batch.calls.flatMap((call, index) => {
    const here = [...path, index]
    return [
      { call, path: here },
      ...(call.loan === null ? [] : pathedCallsOf(call.loan.batch, here)),
    ]
  })
}

function parentOf(path: readonly number[]): string {
  return path.slice(0, -1).join('.')
}

function failingOf(
  { target, data, value }: BatchCall,
  path: readonly number[],
  stage: FailingCall['stage'],
): FailingCall {
  return { path, target, data, value, ...namedCallOf(data), stage }
}

function isBatch(data: Hex): boolean {
  return data.toLowerCase().startsWith(managerSelectors.manageVaultWithMerkleVerification)
}

function unknownFailure(why: string): FailingCallResult {
  return { call: null, unknown: why }
}
