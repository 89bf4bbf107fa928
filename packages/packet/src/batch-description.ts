import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { type BatchCall, type DecodedBatch, readBatch } from '@vaultwright/manager'
import { type CallContext, type CallDescription, describeCall } from '@vaultwright/protocols'

/** What each call does, by its place such as `2.0`. */
export type BatchDescriptions = ReadonlyMap<string, CallDescription>

/**
 * Describes the calls of a batch, those inside flash loans too, from the calldata alone.
 *
 * @param manager - tells its own flash loans; null when it is not known.
 * @returns nothing for calldata that cannot be read: the verdict says why.
 */
export function describeBatch(
  data: Hex,
  context: CallContext,
  manager: Address | null,
): BatchDescriptions {
  try {
    return describeCalls(readBatch(data, manager === null ? {} : { manager }), context)
  } catch (error) {
    if (error instanceof BaseError) return new Map()
    throw error
  }
}

/** Describes the calls of a batch that was decoded. */
export function describeCalls(batch: DecodedBatch, context: CallContext): BatchDescriptions {
  const byPlace = new Map<string, CallDescription>()
  const add = (calls: readonly BatchCall[], above: string): void => {
    for (const [index, call] of calls.entries()) {
      const place = `${above}${index}`
      byPlace.set(place, describeCall(call, context))
      if (call.loan !== null) add(call.loan.batch.calls, `${place}.`)
    }
  }
  add(batch.calls, '')
  return byPlace
}
