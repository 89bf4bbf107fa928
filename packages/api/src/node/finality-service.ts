import { BaseError, type EnvReader, type Hex, isUrl, openLruMap } from '@vaultwright/base'
import { type BeaconNode, type Chain, openBeaconNode } from '@vaultwright/chain'
import {
  type BeaconNetwork,
  FinalityError,
  type FinalityFile,
  mainnetBeacon,
  type ProvenFinality,
  proveBlock,
} from '@vaultwright/finality'
import { type FinalityWalk, fileOfFinal, followFinality, tieBlock } from '@vaultwright/operations'

/** A beacon chain that the operator lets the service follow. */
export type NamedBeacon = {
  readonly network: BeaconNetwork
  /** The root of a finalised beacon block that the operator trusts. */
  readonly checkpoint: Hex
  readonly beacons: readonly BeaconNode[]
}

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
 * Opens the beacon chains that an environment names; without BEACON_URLS none is ever asked.
 *
 * @param reader - of the environment: it notes what cannot be read.
 */
export function readBeacons(
  reader: EnvReader,
  server: Parameters<typeof openBeaconNode>[1],
): readonly NamedBeacon[] {
  const checkpoint = reader.parsed('BEACON_CHECKPOINT', '0x and 64 hex digits', (text) =>
    /^0x[0-9a-fA-F]{64}$/.test(text) ? (text.toLowerCase() as Hex) : null,
  )
  const rule =
    'URLs as in https://beacon.example.com with commas between, with BEACON_CHECKPOINT beside them'
  const urls = reader.parsed('BEACON_URLS', rule, (text) => {
    const list = text.split(',').map((url) => url.trim())
    const isUsable = list.every((url) => isUrl(url, ['http:', 'https:']))
    return isUsable && list.length <= 8 && checkpoint !== null ? list : null
  })
  if (urls === null || checkpoint === null) return []
  const beacons = urls.map((url) => openBeaconNode(url, server))
  return [{ network: mainnetBeacon, checkpoint, beacons }]
}

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
    const known = ties.get(key)
    if (known !== undefined) return known
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
