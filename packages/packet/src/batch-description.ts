import { type Address, BaseError, type Hex } from '@vaultwright/base'
import {
  type BatchCall,
  type CalldataVerdict,
  type DecodedBatch,
  readBatch,
} from '@vaultwright/manager'
import { type CallContext, type CallDescription, describeCall } from '@vaultwright/protocols'
import { isMulticall, openInnerCall, type SignedCall } from '@vaultwright/safe'

/** The description of a call of a batch. */
export type BatchCallDescription = CallDescription & {
  /** A call of Multicall3 with the calls that it makes, as itself; not there for any other call. */
  readonly multicall?: SignedCall
}

/** The descriptions of calls, by their place such as `2.0`. */
export type BatchDescriptions = ReadonlyMap<string, BatchCallDescription>

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
      return [place, describeBatchCall(call, context, leaves.get(place))]
    }),
  )
}

/**
 * Describes a call of a batch, and opens the calls that it makes by Multicall3.
 *
 * @param leaf - what permits the call; null where it is not known.
 */
export function describeBatchCall(
  call: BatchCall,
  context: CallContext,
  leaf?: Parameters<typeof describeCall>[2],
): BatchCallDescription {
  const description = describeCall(call, context, leaf)
  const multicall = multicallIn(call, description)
  return multicall === null ? description : { ...description, multicall }
}

/** Opens a call of Multicall3, behind a drone too; null for a call of anything else. */
function multicallIn(
  { data, value }: BatchCall,
  { target, suffix }: CallDescription,
): SignedCall | null {
  if (!isMulticall(target)) return null
  const plain = data.slice(0, data.length - (suffix.length - 2)).toLowerCase() as Hex
  const call = openInnerCall({ to: target, value, data: plain, operation: 'call' })
  return call.kind === 'multicall' || call.problem !== null ? call : null
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
