import { BaseError, type Hex, parseHex, printHex } from '@vaultwright/base'
import { type BeaconNode, type Chain, maxUpdatesAtOnce } from '@vaultwright/chain'
import {
  applyFinality,
  applyUpdate,
  type BlockEvidence,
  blockHistory,
  type FinalHeader,
  FinalityError,
  type FinalityFile,
  type FinalityTerms,
  historySlotOf,
  type LightClient,
  periodOf,
  readSignedHead,
  slotAt,
  startLightClient,
} from '@vaultwright/finality'
import type { BlockRef, BlockTag } from '@vaultwright/outcome'
import { encodeHeader } from '@vaultwright/proof'

/** The sources of a finality file; none of them is believed. */
export type FinalitySources = {
  /** Servers of the beacon API: the first that proves its answers is used, the newest final block of all counts. */
  readonly beacons: readonly BeaconNode[]
  readonly chain: Chain
}

/** A finality file. What follows from it, `openFinality` tells. */
type MadeFinality = {
  readonly file: FinalityFile
  readonly refused: FollowedFinality['refused']
}

/** The way from a checkpoint to the newest final block that any server proves. */
export type FollowedFinality = {
  readonly walk: FinalityWalk
  /** Servers whose answers were not used, each with the reason. */
  readonly refused: readonly { readonly server: string; readonly error: BaseError }[]
}

/** The objects that follow from a checkpoint, in their order, and the light client behind them. */
export type FinalityWalk = {
  readonly checkpoint: Hex
  /** The server that gave the objects. */
  readonly beacon: BeaconNode
  readonly client: LightClient
  /** The client before the newest final header: a later walk goes on from here. */
  readonly committees: LightClient
  readonly bootstrap: Uint8Array
  readonly updates: readonly Uint8Array[]
  readonly finality: Uint8Array
}

/** The work that a caller shares out. */
export type FollowOptions = {
  /** A walk from the same checkpoint: its committees are not verified again. */
  readonly from?: FinalityWalk | null
  /** Called after each object that was verified, some 50 ms of processor time. */
  readonly pause?: () => Promise<void> | null
}

/** The most headers that are read one by one where the chain keeps no history of hashes. */
const maxHeaders = 256n

/**
 * Makes a finality file: follows the committees from the checkpoint to the newest final block, and ties a
 * block to it. A block that is newer is tied to the newest one that the committee signed, so that the file tells by
 * how many; its evidence is read, and not yet checked.
 *
 * @param target - the block; `finalized` for the newest final one.
 * @throws {FinalityError} where no server proves its answers; the last server's reason.
 * @throws {BeaconUnavailableError} where no server answers.
 */
export async function makeFinalityFile(
  { beacons, chain }: FinalitySources,
  terms: FinalityTerms,
  target: BlockTag,
): Promise<MadeFinality> {
  const { walk, refused } = await followFinality(beacons, terms)
  const file = await tieBlock(walk, chain, target)
  if (file.block.number <= walk.client.final.block.number) return { file, refused }
  try {
    return { file: await tieNewer(walk, chain, { file, terms }), refused }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { file, refused: [...refused, { server: walk.beacon.shown, error }] }
  }
}

/**
 * Ties a block that is newer than the final one to the newest one that the committee signed. The evidence is read, and
 * not yet checked: `proveBlock` does, and tells how many signed.
 *
 * @param file - the block, as `tieBlock` ties it.
 * @throws {FinalityError} where the server's answer does not follow from the committee.
 */
export async function tieNewer(
  { beacon, client }: Pick<FinalityWalk, 'beacon' | 'client'>,
  chain: Chain,
  { file, terms }: { readonly file: FinalityFile; readonly terms: FinalityTerms },
): Promise<FinalityFile> {
  const optimistic = await beacon.readOptimistic()
  const time = { currentSlot: slotAt(terms.network, terms.now) }
  const { head } = readSignedHead(client, optimistic, time)
  const evidence = await evidenceFor(chain, head, file.block)
  return { ...file, optimistic: printHex(optimistic), evidence }
}

/**
 * Follows the committees from the checkpoint to the newest final block that a server proves.
 *
 * @throws {FinalityError} where no server proves its answers; the last server's reason.
 * @throws {BeaconUnavailableError} where no server answers.
 */
export async function followFinality(
  beacons: readonly BeaconNode[],
  terms: FinalityTerms,
  options: FollowOptions = {},
): Promise<FollowedFinality> {
  const refused: { server: string; error: BaseError }[] = []
  const walks: FinalityWalk[] = []
  for (const beacon of beacons) {
    try {
      walks.push(await walkBy(beacon, terms, options))
    } catch (error) {
      if (!(error instanceof BaseError)) throw error
      refused.push({ server: beacon.shown, error })
    }
  }
  const newest = walks.toSorted((left, right) =>
    left.client.final.slot < right.client.final.slot ? 1 : -1,
  )[0]
  if (newest !== undefined) return { walk: newest, refused }
  const last = refused.at(-1)
  if (last === undefined) throw new RangeError('no beacon server is given')
  throw last.error
}

/**
 * Ties a block to the final one of a walk. The evidence is read, and not yet checked: `proveBlock` does.
 *
 * @throws {FinalityError} where nothing ties the block.
 */
export async function tieBlock(
  walk: FinalityWalk,
  chain: Chain,
  target: BlockTag,
): Promise<FinalityFile> {
  if (target === 'finalized') return fileOfFinal(walk)
  const { number, hash } = await chain.readBlock(target)
  const block = { number, hash }
  const evidence = await evidenceFor(chain, walk.client.final, block)
  return { ...fileOfFinal(walk), block, evidence }
}

/** Makes the file of the newest final block of a walk, which needs no node. */
export function fileOfFinal(walk: FinalityWalk): FinalityFile {
  const { checkpoint, client, bootstrap, updates, finality } = walk
  const { number, hash } = client.final.block
  return {
    chainId: client.network.chainId,
    checkpoint,
    bootstrap: printHex(bootstrap),
    updates: updates.map((update) => printHex(update)),
    finality: printHex(finality),
    optimistic: null,
    block: { number, hash },
    evidence: { kind: 'same' },
  }
}

async function walkBy(
  beacon: BeaconNode,
  { network, checkpoint, now }: FinalityTerms,
  { from = null, pause = () => null }: FollowOptions,
): Promise<FinalityWalk> {
  const time = { currentSlot: slotAt(network, now) }
  const bootstrap = from?.bootstrap ?? (await beacon.readBootstrap(checkpoint))
  let committees = from?.committees ?? startLightClient(network, checkpoint, bootstrap)
  const updates: Uint8Array[] = [...(from?.updates ?? [])]
  const last = periodOf(network, time.currentSlot)
  let period = periodOf(network, committees.checkpoint.slot) + BigInt(updates.length)
  while (period <= last) {
    const batch = await beacon.readUpdates(
      period,
      Math.min(maxUpdatesAtOnce, Number(last - period) + 1),
    )
    if (batch.length === 0) break
    for (const update of batch) {
      committees = applyUpdate(committees, update, time)
      updates.push(update)
      await pause()
    }
    period += BigInt(batch.length)
  }
  const finality = await beacon.readFinality()
  const client = applyFinality(committees, finality, time)
  return { checkpoint, beacon, client, committees, bootstrap, updates, finality }
}

/** Reads what ties a block to the final one, or to the confirmed one of a rollup: the chain's own history of hashes, or the headers between. */
export async function evidenceFor(
  chain: Chain,
  final: FinalHeader,
  block: Pick<BlockRef, 'number' | 'hash'>,
): Promise<BlockEvidence> {
  const distance = final.block.number - block.number
  // The check of the file refuses a newer block in its own words.
  if (distance <= 0n) return { kind: 'same' }
  const top = await chain.readBlock(final.block.hash)
  const { code } = await chain.readCode(blockHistory, top)
  if (code !== '0x') {
    const slots = [historySlotOf(block.number)]
    const proof = await chain.readProof({ address: blockHistory, slots, block: top })
    return {
      kind: 'history',
      accountProof: proof.accountNodes,
      storageProof: proof.slots[0]!.nodes,
    }
  }
  if (distance > maxHeaders) {
    const reason = `block ${block.number} is ${distance} blocks before the final one, and the chain keeps no history of hashes`
    throw new FinalityError('block_differs', reason)
  }
  return { kind: 'headers', headers: await headersFrom(chain, final.block.hash, Number(distance)) }
}

async function headersFrom(chain: Chain, top: Hex, count: number): Promise<readonly Hex[]> {
  const headers: Hex[] = []
  let hash = top
  while (headers.length < count) {
    const fields = await headerFieldsOf(chain, hash)
    const encoded = encodeHeader(fields)
    if (encoded === null || typeof fields.parentHash !== 'string') throw noHeader(hash)
    headers.push(printHex(encoded))
    hash = printHex(parseHex(fields.parentHash as Hex))
  }
  return headers
}

/** Reads a header as the node has it. */
export async function headerFieldsOf(
  chain: Chain,
  hash: Hex,
): Promise<Readonly<Record<string, unknown>>> {
  const [answer] = await chain.rpc.ask([{ method: 'eth_getBlockByHash', params: [hash, false] }])
  const value = answer?.ok === true ? answer.value : null
  if (typeof value !== 'object' || value === null) throw noHeader(hash)
  return value as Readonly<Record<string, unknown>>
}

function noHeader(hash: Hex): FinalityError {
  return new FinalityError('block_differs', `the node has no header of block ${hash}`)
}
