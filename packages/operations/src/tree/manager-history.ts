import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { type Chain, readTransactions, sentBatchesOf } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import { managerTopics } from '@vaultwright/registry'
import type { RunBatch } from '@vaultwright/review'

/** The batches to read. */
type HistoryRange = {
  readonly manager: Address
  readonly from: bigint
  readonly to: BlockRef
  /** The only strategist whose batches are read; null for all. A batch that a Safe sends is the Safe's. */
  readonly strategist: Address | null
}

/** The batches that a Manager ran over a range of blocks. */
type ManagerHistory = {
  readonly batches: readonly RunBatch[]
  /** Transactions whose calldata does not show the batches that they ran, by their hash. */
  readonly hidden: readonly Hex[]
}

/**
 * Reads the batches that a Manager ran: its logs name the transactions, their calldata holds the batches.
 *
 * A batch that another contract sends is found inside calldata of Safes, MultiSend and timelocks; what a
 * contract makes up by itself is hidden.
 */
export async function readManagerHistory(
  chain: Chain,
  { manager, from, to, strategist }: HistoryRange,
): Promise<ManagerHistory> {
  const logs = await chain.readLogs({
    addresses: [manager],
    topics: [managerTopics.BoringVaultManaged],
    fromBlock: from,
    toBlock: to,
  })
  const hashes = [...new Set(logs.map(({ transactionHash }) => transactionHash))]
  const transactions = await readTransactions(chain.rpc, hashes)
  const times = new Map<bigint, bigint>()
  const batches: RunBatch[] = []
  const hidden: Hex[] = []
  for (const { hash, blockNumber, ...transaction } of transactions) {
    const sent = sentBatchesOf(transaction, manager)
    if (sent.length === 0) hidden.push(hash)
    const ownBatches = sent.filter(({ by }) => strategist === null || isSameAddress(by, strategist))
    if (ownBatches.length === 0) continue
    const timestamp = times.get(blockNumber) ?? (await chain.readBlock(blockNumber)).timestamp
    times.set(blockNumber, timestamp)
    for (const batch of ownBatches) batches.push({ data: batch.data, timestamp, name: hash })
  }
  return { batches, hidden }
}
