import { type Address, BaseError, type Hex } from '@vaultwright/base'
import {
  type BatchCall,
  type CalldataVerdict,
  type DecodedBatch,
  readBatch,
} from '@vaultwright/manager'
import { type CallContext, type CallDescription, describeCall } from '@vaultwright/protocols'

/** The descriptions of calls, by their place such as `2.0`. */
export type BatchDescriptions = ReadonlyMap<string, CallDescription>

/** The facts about a batch beside its calldata. */
export type DescribedBatch = {
  /** Tells its own flash loans; null when it is not known. */
  readonly manager: Address | null
  /** The verdict over its calls, whose leaves tell what each binds. */
  readonly verdict?: Pick<CalldataVerdict, 'calls'>
}

/**
 * Describes the calls of a batch, those inside flash loans too, from the calldata alone.
 *
 * @returns nothing for calldata that cannot be read: the verdict says why.
 */
export function describeBatch(
  data: Hex,
  context: CallContext,
  { manager, verdict }: DescribedBatch,
): BatchDescriptions {
  try {
    return describeCalls(readBatch(data, manager === null ? {} : { manager }), context, verdict)
  } catch (error) {
    if (error instanceof BaseError) return new Map()
    throw error
  }
}

/** Describes the calls of a batch that was decoded. */
export function describeCalls(
  batch: DecodedBatch,
  context: CallContext,
  verdict?: DescribedBatch['verdict'],
): BatchDescriptions {
  const leaves = new Map(verdict?.calls.map(({ path, leaf }) => [path.join('.'), leaf]))
  return new Map(
    numberedCallsOf(batch.calls).map(({ place, call }) => {
      return [place, describeCall(call, context, leaves.get(place))]
    }),
  )
}

/** A call by its place in a batch, such as `2.0`. */
export type NumberedCall = { readonly place: string; readonly call: BatchCall }

/** Lists the calls of a batch in the order in which they run, those inside a flash loan behind it. */
export function numberedCallsOf(calls: readonly BatchCall[], above = ''): readonly NumberedCall[] {
  return calls.flatMap((call, index) => {
    const place = `${above}${index}`
    const inside = call.loan === null ? [] : numberedCallsOf(call.loan.batch.calls, `${place}.`)
    return [{ place, call }, ...inside]
  })
}
