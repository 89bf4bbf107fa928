import { BaseError, type Hex } from '@vaultwright/base'
import { type DecodedBatch, readBatch } from '@vaultwright/manager'
import type { SimulateRequest } from '@vaultwright/wire'
import { RequestInvalidError } from '../request/request-check.ts'
import type { StrategistContext } from '../service/strategist-context.ts'
import type { SimulatedBatch } from './simulation-run.ts'

/** Bytes of all calls together: each loan around a call counts the call again. */
const maxCallBytes = 1_048_576

/**
 * Reads calldata that a caller gives as a batch of the vault's Manager.
 *
 * @throws {RequestInvalidError} if it is not Manager calldata, makes no call, or its loans hold too much.
 */
export function readGivenBatch(
  { calldata: text, value = '0' }: SimulateRequest,
  { deployment, root }: StrategistContext,
): SimulatedBatch {
  const calldata = text.toLowerCase() as Hex
  const { manager } = deployment
  const batch = batchIn(calldata, manager)
  const { count, byteCount } = sizeOf(batch)
  if (count === 0) throw refusal('The calldata makes no call. Give a batch with one call or more.')
  if (byteCount > maxCallBytes) {
    throw refusal(
      `The calls inside of loans have ${byteCount} bytes together. Give a batch with at most ${maxCallBytes}.`,
    )
  }
  const calls = count === 1 ? 'one call' : `${count} calls`
  return {
    calldata,
    target: manager,
    description: `Given calldata with ${calls}`,
    root,
    actions: [],
    warnings: [],
    value: BigInt(value),
  }
}

function batchIn(calldata: Hex, manager: StrategistContext['deployment']['manager']): DecodedBatch {
  try {
    return readBatch(calldata, { manager })
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    throw refusal(`This is not calldata for the Manager. ${error.shortMessage}`)
  }
}

/** The number of calls, and the bytes of all of them; those inside of loans count too. */
function sizeOf(batch: DecodedBatch): { readonly count: number; readonly byteCount: number } {
  const waiting = [batch]
  let count = 0
  let byteCount = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { bytes, loan } of next.calls) {
      count++
      byteCount += bytes.length
      if (loan !== null) waiting.push(loan.batch)
    }
  }
  return { count, byteCount }
}

function refusal(msg: string): RequestInvalidError {
  return new RequestInvalidError([{ loc: ['body', 'calldata'], msg, type: 'manager_calldata' }])
}
