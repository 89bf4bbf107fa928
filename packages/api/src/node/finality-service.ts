import { BaseError, type Hex, openLruMap } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import {
  type BeaconNetwork,
  FinalityError,
  type FinalityFile,
  NotYetFinalError,
  type ProvenFinality,
  proveBlock,
} from '@vaultwright/finality'
import {
  type FinalityWalk,
  fileOfFinal,
  followFinality,
  tieBlock,
  tieNewer,
  tieRollup,
} from '@vaultwright/operations'
import { rollupAnchorOf } from '@vaultwright/registry'
import type { NamedBeacon } from '../config/beacon.ts'

/** A block with the file that proves it final, as far as the service follows its chain. */
export type ServedFinality = {
  readonly file: FinalityFile
  readonly proven: ProvenFinality
  readonly network: BeaconNetwork
}

/** The work and the nodes of one request. */
export type FinalityAsker = {
  /** A number or a hash; null for the newest final block, of a rollup for the newest confirmed one. */
  readonly block: bigint | Hex | null
  /** Finds what opens the node of a chain; null where none is configured. */
  readonly nodeOf: (chainId: number) => (() => Promise<Chain>) | null
  /** Unix seconds. */
  readonly now: bigint
  /** Waits for a turn between two verifications. */
  readonly pause: () => Promise<void> | null
}

/** Proves blocks final, from the operator's checkpoint. */
export type FinalityService = {
  /**
   * @throws {FinalityMissingError} where nothing is proven here, {BlockNotFinalError}, {BeaconUnavailableError}
   * and what the nodes throw.
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
      const follower =
        followers.get(chainId) ?? followers.get(rollupAnchorOf(chainId)?.under ?? chainId)
      if (follower === undefined) {
        throw new FinalityMissingError('the service follows no beacon chain of this chain')
      }
      return follower(chainId, asker)
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
      (followed) => withOneSignedHead(followed.walk),
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
  const tie = (walk: FinalityWalk, chainId: number, asker: FinalityAsker) => {
    const { hash, number } = walk.client.final.block
    const { block, now } = asker
    const isFinal = block === null || block === number || block === hash
    if (chainId === network.chainId && isFinal) return Promise.resolve(fileOfFinal(walk))
    // What a newer block has for it changes with each slot.
    const isNewer = typeof block === 'bigint' && chainId === network.chainId && block > number
    const key = `${chainId} ${hash} ${block} ${isNewer ? now / freshSeconds : ''}`
    const pending = ties.get(key)
    if (pending !== undefined) return pending
    const file =
      chainId === network.chainId
        ? tieOwn(walk, { ...asker, terms: { network, checkpoint, now } })
        : tieAbove(walk, chainId, asker)
    ties.set(key, file)
    file.catch(() => ties.delete(key))
    return file
  }
  return async (chainId: number, asker: FinalityAsker): Promise<ServedFinality> => {
    try {
      const walk = await follow(asker)
      const file = await tie(walk, chainId, asker)
      await asker.pause()
      const proven = proveBlock(walk.client, file, asker.now)
      if (proven.checkpoint.isOld) {
        const days = proven.checkpoint.ageSeconds / 86_400n
        throw new FinalityMissingError(`the checkpoint of the service is ${days} days old`)
      }
      return { file, proven, network }
    } catch (error) {
      throw servedErrorOf(error)
    }
  }
}

/** A server is asked once a walk for the newest header that was signed, however many blocks are newer. */
function withOneSignedHead(walk: FinalityWalk): FinalityWalk {
  let pending: Promise<Uint8Array> | null = null
  const readOptimistic = () => {
    pending ??= walk.beacon.readOptimistic()
    return pending
  }
  return { ...walk, beacon: { ...walk.beacon, readOptimistic } }
}

type OwnBlock = FinalityAsker & { readonly terms: Parameters<typeof tieNewer>[2]['terms'] }

/** Ties a block of the chain that is followed; a newer one to the newest header that was signed. */
async function tieOwn(
  walk: FinalityWalk,
  { block, nodeOf, terms }: OwnBlock,
): Promise<FinalityFile> {
  const final = walk.client.final.block.number
  const chain = await nodeOf(terms.network.chainId)?.()
  const isNewer = typeof block === 'bigint' && block > final
  if (chain === undefined) {
    if (isNewer) throw unsignedError(block, final)
    throw new FinalityMissingError('no node is configured for the chain')
  }
  const file = await tieBlock(walk, chain, block!).catch((error: unknown) => {
    throw isNewer && isCode(error, 'block_not_found') ? unsignedError(block, final) : error
  })
  if (file.block.number <= final) return file
  return tieNewer(walk, chain, { file, terms }).catch((error: unknown) => {
    throw error instanceof BaseError ? unsignedError(file.block.number, final) : error
  })
}

/** Goes on from the newest final block to a rollup. */
async function tieAbove(
  walk: FinalityWalk,
  chainId: number,
  { block, nodeOf }: FinalityAsker,
): Promise<FinalityFile> {
  const [openBelow, openRollup] = [nodeOf(walk.client.network.chainId), nodeOf(chainId)]
  if (openBelow === null || openRollup === null) {
    throw new FinalityMissingError('no node is configured for the rollup and the chain below it')
  }
  const nodes = { below: await openBelow(), rollup: await openRollup() }
  const { final } = walk.client
  return tieRollup({ file: fileOfFinal(walk), final }, nodes, block ?? 'finalized')
}

/** Says in the words of the interface why nothing is served. */
function servedErrorOf(error: unknown): unknown {
  const isEarly = error instanceof FinalityError && error.step === 'block_not_final'
  if (error instanceof NotYetFinalError || isEarly) return new BlockNotFinalError(error)
  if (error instanceof FinalityError) return new FinalityMissingError(error.shortMessage, error)
  return isCode(error, 'block_not_found')
    ? new FinalityMissingError('the node does not have the block', error)
    : error
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof BaseError && error.code === code
}

/** The refusal of a newer block of which no server tells how many members signed it. */
function unsignedError(block: bigint, final: bigint): BlockNotFinalError {
  const shortMessage = `Block ${block} is not final yet: the last final block is ${final}, and how many members signed a newer one is not known here. Ask again in some minutes.`
  return new BlockNotFinalError({ shortMessage, facts: { block: `${block}`, final: `${final}` } })
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

/** A block is newer than the last final one, or than the newest that a rollup's contracts confirmed. */
class BlockNotFinalError extends BaseError {
  override readonly code = 'block_not_final'
  override readonly kind = 'conflict'

  constructor({ shortMessage: message, facts }: Pick<BaseError, 'shortMessage' | 'facts'>) {
    super({ message, facts })
  }
}
