import type { Witness } from '@vaultwright/proof'
import type { SignedCall } from '@vaultwright/safe'
import { matchWitness, type SignedTransaction, type WitnessMatch } from './witness-match.ts'

/** A layer of a packet, with who makes the call. */
export type SimulatedLayer = {
  readonly path: string
  readonly call: SignedCall
  readonly sender: SignedTransaction['from']
}

/** The call that a witness is of, and what else the packet does. */
export type WitnessedLayer = {
  readonly path: string
  readonly match: WitnessMatch
  /** Paths of other calls that are made before and after it. */
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/**
 * Finds the call of a packet that a witness is of: the one that differs least.
 *
 * @param chainId - of the packet; null where it is not known.
 * @returns null when the packet makes no call.
 */
export function witnessedLayerOf(
  layers: readonly SimulatedLayer[],
  witness: Witness,
  chainId: number | null,
): WitnessedLayer | null {
  const calls = layers.filter(isTransaction)
  const judged = calls.map(({ path, call, sender }) => {
    const { to, data, value } = call
    return { path, match: matchWitness({ chainId, from: sender, to, data, value }, witness) }
  })
  const [closest] = [...judged].sort((one, other) => distanceOf(one) - distanceOf(other))
  if (closest === undefined) return null
  const place = calls.findIndex(({ path }) => path === closest.path)
  const otherCalls = calls.map(({ path, call }, index) => ({ path, index, isLast: isLast(call) }))
  const apart = otherCalls.filter(
    ({ path, isLast: counts }) =>
      counts && !isWithin(path, closest.path) && !isWithin(closest.path, path),
  )
  return {
    ...closest,
    before: apart.filter(({ index }) => index < place).map(({ path }) => path),
    after: apart.filter(({ index }) => index > place).map(({ path }) => path),
  }
}

/** A document is signed, and the code that a delegate call borrows is no transaction of its own. */
function isTransaction({ call }: SimulatedLayer): boolean {
  const isDocument = call.kind === 'safe_transaction' || call.kind === 'safe_batch'
  return !isDocument && call.operation === 'call'
}

function isLast(call: SignedCall): boolean {
  return call.children.length === 0
}

function isWithin(path: string, outer: string): boolean {
  return outer === '' || path === outer || path.startsWith(`${outer}.`)
}

/** Calldata decides first: a witness of it is of this call, made by another account. */
function distanceOf({ match }: { readonly match: WitnessMatch }): number {
  if (match.ok) return 0
  const isOtherData = match.differences.some(({ field }) => field === 'data')
  return match.differences.length + (isOtherData ? 10 : 0)
}
