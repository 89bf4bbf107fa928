import type { Address } from '@vaultwright/base'
import type { BlockRef } from '@vaultwright/outcome'
import {
  emptyQueue,
  foldQueue,
  type QueuedRequest,
  requestTopics,
  restoreQueue,
  type WithdrawQueue,
} from '@vaultwright/queue'
import type { QueueMark } from '@vaultwright/store'
import type { IndexContext, IndexedChain } from '../context/context.ts'
import { forgetChain } from '../context/final-head.ts'
import type { TenantVaultRef } from '../task/task.ts'

/** Blocks whose logs are read before they are stored: what is cut off begins there again. */
const maxBlocks = 200_000n
/** Blocks with logs that are compared with the chain, from the newest down; beyond them everything is read again. */
const maxCompared = 64

/** A queue of a vault, the first block that can hold a log of it, and the last one to read. */
export type QueueTarget = {
  readonly vaultRef: TenantVaultRef
  readonly address: Address
  readonly fromBlock: bigint
  readonly head: BlockRef
}

/**
 * Makes the stored requests of a queue what its logs say, up to a block. Where a reorganisation took blocks, the rows
 * above the last common one go first.
 *
 * @returns the queue at the head; null while more is to be read, or where another process stores it meanwhile.
 * @throws {QueueLogError} for logs that do not follow from the stored ones, and what reading throws.
 */
export async function syncQueue(
  context: IndexContext,
  indexed: IndexedChain,
  target: QueueTarget,
): Promise<WithdrawQueue | null> {
  const { vaultRef, address, fromBlock, head } = target
  const { withdrawQueues } = context.store
  const { tenantId } = vaultRef
  const { queue, mark } = await readStored(context, indexed, target)
  const from = mark === null ? fromBlock : mark.block + 1n
  if (from > head.number) return queue
  const end = from + maxBlocks - 1n
  const isLast = end >= head.number
  const toBlock = isLast ? head : await indexed.chain.readBlock(end)
  const logs = await indexed.chain.readLogs({
    addresses: [address],
    topics: [requestTopics],
    fromBlock: from,
    toBlock,
  })
  const folded = foldQueue(queue, logs)
  const changed = changedRequests(queue, folded)
  const readTo = { block: toBlock.number, blockHash: toBlock.hash }
  const extension = { queue: address, after: mark, readTo, changed }
  const isStored = await withdrawQueues.extend(tenantId, vaultRef, extension)
  return isStored && isLast ? folded : null
}

/**
 * Reads a queue anew from its first block, whatever is stored of it, and stores what it finds.
 *
 * @throws as `syncQueue`; then the stored rows stay.
 */
export async function readQueueAnew(
  { store }: IndexContext,
  { chain }: IndexedChain,
  { vaultRef, address, fromBlock, head }: QueueTarget,
): Promise<WithdrawQueue> {
  const filter = { addresses: [address], topics: [requestTopics] }
  const logs = await chain.readLogs({ ...filter, fromBlock, toBlock: head })
  const queue = foldQueue(emptyQueue(address), logs)
  const { tenantId } = vaultRef
  await store.withdrawQueues.rewind(tenantId, vaultRef, { queue: address, readTo: null })
  await store.withdrawQueues.extend(tenantId, vaultRef, {
    queue: address,
    after: null,
    readTo: { block: head.number, blockHash: head.hash },
    changed: [...queue.requests.values()],
  })
  return queue
}

type StoredState = { readonly queue: WithdrawQueue; readonly mark: QueueMark | null }

async function readStored(
  context: IndexContext,
  indexed: IndexedChain,
  { vaultRef, address }: QueueTarget,
): Promise<StoredState> {
  const { withdrawQueues } = context.store
  const { tenantId } = vaultRef
  const read = () => withdrawQueues.find(tenantId, vaultRef, address)
  let stored = await read()
  if (stored !== null) {
    const common = await commonMark(indexed, stored.readTo, stored.requests)
    if (common?.block !== stored.readTo.block) {
      await withdrawQueues.rewind(tenantId, vaultRef, { queue: address, readTo: common })
      forgetChain(context, indexed.slug)
      stored = await read()
    }
  }
  if (stored === null) return { queue: emptyQueue(address), mark: null }
  return { queue: restoreQueue(address, stored.requests), mark: stored.readTo }
}

/** Finds the newest block with a log of the queue that is still part of the chain; null where none of the last ones is. */
async function commonMark(
  { chain }: IndexedChain,
  readTo: QueueMark,
  requests: readonly QueuedRequest[],
): Promise<QueueMark | null> {
  const isCanonical = async ({ block, blockHash }: QueueMark) =>
    (await chain.readBlock(block)).hash.toLowerCase() === blockHash.toLowerCase()
  if (await isCanonical(readTo)) return readTo
  const marks = new Map<bigint, QueueMark>()
  for (const request of requests) {
    for (const log of request.end === null ? [request] : [request, request.end])
      marks.set(log.block, { block: log.block, blockHash: log.blockHash })
  }
  const newest = [...marks.values()].sort((one, other) => (one.block < other.block ? 1 : -1))
  for (const mark of newest.slice(0, maxCompared)) if (await isCanonical(mark)) return mark
  return null
}

function changedRequests(before: WithdrawQueue, after: WithdrawQueue): readonly QueuedRequest[] {
  return [...after.requests.values()].filter(
    (request) => before.requests.get(request.id) !== request,
  )
}
