import { type Address, zeroAddress } from '@vaultwright/base'
import { type CallContext, callContextOf } from '@vaultwright/protocols'
import { joinUnits, nativeAsset } from '@vaultwright/registry'
import type { SafeStatementData } from '@vaultwright/wire'
import { servedUnits } from './safe-queue.ts'

/** One direction of a bounded change: base units, never negative; null for no bound. */
export type StatedBound = {
  readonly verb: 'pays' | 'receives'
  readonly atLeast: bigint | null
  readonly atMost: bigint | null
}

/**
 * Says the bounds of a change of a balance by direction.
 *
 * @param move - a payment is negative.
 * @returns one direction, or two where the change may be of either.
 */
export function statedBoundsOf(
  move: Pick<SafeStatementData['moves'][number], 'raw_at_least' | 'raw_at_most'>,
): readonly StatedBound[] {
  const least = BigInt(move.raw_at_least)
  const most = move.raw_at_most === null ? null : BigInt(move.raw_at_most)
  if (least >= 0n) return [{ verb: 'receives', atLeast: least, atMost: most }]
  if (most !== null && most <= 0n) return [{ verb: 'pays', atLeast: -most, atMost: -least }]
  return [
    { verb: 'pays', atLeast: null, atMost: -least },
    { verb: 'receives', atLeast: null, atMost: most },
  ]
}

/** Names the accounts and counts the amounts of a statement; units that are not on record are the service's word. */
export function statementContext(
  { tokens }: Pick<SafeStatementData, 'tokens'>,
  { chainId, vault }: { readonly chainId: number; readonly vault: Address | null },
): CallContext {
  const context = callContextOf(chainId, vault)
  return { ...context, units: joinUnits(context.units, servedUnits(tokens)) }
}

/** The asset of a statement's token: the zero address stands for the coin of the chain. */
export function statedAssetOf(token: string): Address {
  return token === zeroAddress ? nativeAsset : (token as Address)
}
