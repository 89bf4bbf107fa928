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
  openFinality,
  type ProvenFinality,
  periodOf,
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

/** A finality file, and what follows from it. */
export type MadeFinality = {
  readonly file: FinalityFile
  readonly proven: ProvenFinality
  /** Servers whose answers were not used, each with the reason. */
  readonly refused: readonly { readonly server: string; readonly error: BaseError }[]
}

/** The most headers that are read one by one where the chain keeps no history of hashes. */
const maxHeaders = 256n

/**
 * Makes a finality file: follows the committees from the checkpoint to the newest final block, and ties a
 * block to it.
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
  const refused: { server: string; error: BaseError }[] = []
  const walks: Walk[] = []
  for (const beacon of beacons) {
    try {
      walks.push(await walkFrom(beacon, terms))
    } catch (error) {
      if (!(error instanceof BaseError)) throw error
      refused.push({ server: beacon.shown, error })
    }
  }
  const newest = walks.toSorted((left, right) =>
    left.client.final.slot < right.client.final.slot ? 1 : -1,
  )[0]
  if (newest === undefined) {
    const last = refused.at(-1)
    if (last === undefined) throw new RangeError('no beacon server is given')
    throw last.error
  }
  const { client, bootstrap, updates, finality } = newest
  const { hash, number } = client.final.block
  const block = target === 'finalized' ? { hash, number } : await chain.readBlock(target)
  const evidence = await evidenceFor(chain, client.final, block)
  const file: FinalityFile = {
    chainId: terms.network.chainId,
    checkpoint: terms.checkpoint,
    bootstrap: printHex(bootstrap),
    updates: updates.map((update) => printHex(update)),
    finality: printHex(finality),
    block: { number: block.number, hash: block.hash },
    evidence,
  }
  return { file, proven: openFinality(file, terms), refused }
}

/** The objects of a server that follow from the checkpoint, in their order. */
type Walk = {
  readonly client: LightClient
  readonly bootstrap: Uint8Array
  readonly updates: readonly Uint8Array[]
  readonly finality: Uint8Array
}

async function walkFrom(
  beacon: BeaconNode,
  { network, checkpoint, now }: FinalityTerms,
): Promise<Walk> {
  const time = { currentSlot: slotAt(network, now) }
  const bootstrap = await beacon.readBootstrap(checkpoint)
  let client = startLightClient(network, checkpoint, bootstrap)
  const finality = await beacon.readFinality()
  const updates: Uint8Array[] = []
  const last = periodOf(time.currentSlot)
  let period = periodOf(client.final.slot)
  while (period <= last) {
    const batch = await beacon.readUpdates(
      period,
      Math.min(maxUpdatesAtOnce, Number(last - period) + 1),
    )
    if (batch.length === 0) break
    for (const update of batch) {
      client = applyUpdate(client, update, time)
      updates.push(update)
    }
    period += BigInt(batch.length)
  }
  return { client: applyFinality(client, finality, time), bootstrap, updates, finality }
}

/** Reads what ties a block to the final one: the chain's own history of hashes, or the headers between. */
async function evidenceFor(
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
    const [answer] = await chain.rpc.ask([{ method: 'eth_getBlockByHash', params: [hash, false] }])
    const value = answer?.ok === true ? answer.value : null
    const fields = (typeof value === 'object' ? value : null) as Readonly<
      Record<string, unknown>
    > | null
    const encoded = fields === null ? null : encodeHeader(fields)
    if (fields === null || encoded === null || typeof fields.parentHash !== 'string') {
      throw new FinalityError('block_differs', `the node has no header of block ${hash}`)
    }
    headers.push(printHex(encoded))
    hash = printHex(parseHex(fields.parentHash))
  }
  return headers
}
