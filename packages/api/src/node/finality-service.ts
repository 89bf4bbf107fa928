import { BaseError, type Hex, openLruMap } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import {
  type BeaconNetwork,
  FinalityError,
  type FinalityFile,
  type ProvenFinality,
  proveBlock,
} from '@vaultwright/finality'
import { type FinalityWalk, fileOfFinal, followFinality, tieBlock } from '@vaultwright/operations'
import type { NamedBeacon } from '../config/beacon.ts'

/** A block with the file that proves it final, as far as the service follows its chain. */
export type ServedFinality = {
  readonly file: FinalityFile
  readonly proven: ProvenFinality
  readonly network: BeaconNetwork
}

/** The work and the node of one request. */
export type FinalityAsker = {
  /** A number or a hash; null for the newest final block. */
  readonly block: bigint | Hex | null
  /** Opens the node of the chain; null where none is configured. */
  readonly open: (() => Promise<Chain>) | null
  /** Unix seconds. */
  readonly now: bigint
  /** Waits for a turn between two verifications. */
  readonly pause: () => Promise<void> | null
}

/** Proves blocks final, from the operator's checkpoint. */
export type FinalityService = {
  /**
   * @throws {FinalityMissingError} where nothing is proven here, {BlockNotFinalError}, {BeaconUnavailableError}
   * and what the node throws.
   */
  readonly prove: (chainId: number, asker: FinalityAsker) => Promise<ServedFinality>
}

/** Seconds for which a final block stays the newest: a sixth of an epoch. */
const freshSeconds = 64n
/** Blocks whose tie to the newest final block is remembered. */
const maxTies = 200

/**
 * Opens the proofs of final blocks. However many ask: the servers are asked once in 64 seconds, one walk at a time, and
 * a committee is verified once.
 */
export function openFinalityService(named: readonly NamedBeacon[]): FinalityService {
  const followers = new Map(named.map((beacon) => [beacon.network.chainId, openFollower(beacon)]))
  return {
    prove: async (chainId, asker) => {
      const follower = followers.get(chainId)
      if (follower === undefined) {
        throw new FinalityMissingError('the service follows no beacon chain of this chain')
      }
      return follower(asker)
    },
  }
}

function openFollower({ network, checkpoint, beacons }: NamedBeacon) {
  const ties = openLruMap<string, Promise<FinalityFile>>({ maxEntries: maxTies })
  let last: FinalityWalk | null = null
  let result: { readonly untilUnix: bigint; readonly walk: Promise<FinalityWalk> } | null = null

  const follow = ({ now, pause }: FinalityAsker): Promise<FinalityWalk> => {
    if (result !== null && now < result.untilUnix) return result.walk
    const walk = followFinality(beacons, { network, checkpoint, now }, { from: last, pause }).then(
      (followed) => followed.walk,
    )
    result = { untilUnix: now + freshSeconds, walk }
    // A failure rests as long as a result: a server that is away is not asked for each request.
    walk.then(
      (newest) => {
        last = newest
      },
      () => null,
    )
    return walk
  }
  const tie = async (walk: FinalityWalk, asker: FinalityAsker): Promise<FinalityFile> => {
    const { hash, number } = walk.client.final.block
    const { block, open } = asker
    if (block === null || block === number || block === hash) return fileOfFinal(walk)
    if (typeof block === 'bigint' && block > number) throw new BlockNotFinalError(block, number)
    if (open === null) throw new FinalityMissingError('no node is configured for the chain')
    const key = `${hash} ${block}`
    const pending = ties.get(key)
    if (pending !== undefined) return pending
    const file = open().then((chain) => tieBlock(walk, chain, block))
    ties.set(key, file)
    file.catch(() => ties.delete(key))
    return file
  }
  return async (asker: FinalityAsker): Promise<ServedFinality> => {
    try {
      const walk = await follow(asker)
      const file = await tie(walk, asker)
      const { number } = walk.client.final.block
      if (file.block.number > number) throw new BlockNotFinalError(file.block.number, number)
      const proven = proveBlock(walk.client, file, asker.now)
      if (proven.checkpoint.isOld) {
        const days = proven.checkpoint.ageSeconds / 86_400n
        throw new FinalityMissingError(`the checkpoint of the service is ${days} days old`)
      }
      return { file, proven, network }
    } catch (error) {
      if (error instanceof FinalityError) throw new FinalityMissingError(error.shortMessage, error)
      if (error instanceof BaseError && error.code === 'block_not_found')
        throw new FinalityMissingError('the node does not have the block', error)
      throw error
    }
  }
}

/** The service cannot prove that a block is final. */
class FinalityMissingError extends BaseError {
  override readonly code = 'finality_not_found'
  override readonly kind = 'not_found'

  constructor(reason: string, cause?: unknown) {
    super({
      message: `That a block is final cannot be proven here: ${reason}. Make the file with \`block final\` and a server of your own.`,
      facts: { reason },
      cause,
    })
  }
}

/** A block is newer than the last final one. */
class BlockNotFinalError extends BaseError {
  override readonly code = 'block_not_final'
  override readonly kind = 'conflict'

  constructor(block: bigint, final: bigint) {
    super({
      message: `Block ${block} is not final yet: the last final block is ${final}. Ask again in some minutes.`,
      facts: { block: String(block), final: String(final) },
    })
  }
}
