import type { Address, Hex } from '@vaultwright/base'
import { managerTopics } from '@vaultwright/registry'
import type { Chain } from '../port/chain.ts'
import type { BlockRef } from '../read/block.ts'
import { type LogFilter, logCall, orderedLogs, readLogList } from '../read/log.ts'
import { parseAnswer } from '../rpc/answer.ts'
import { HistoryPrunedError, RpcRefusedError } from '../rpc/refusal.ts'

/**
 * Tells whether a strategist without a root had one before: the Manager logs each change of a root.
 *
 * One question covers all blocks. Where the node refuses so many, the answer is not known; the
 * verdict over a batch does not depend on it.
 *
 * @param query - Manager, strategist, and the last block.
 * @returns whether a root was ever set; null when the node does not give the logs.
 */
export async function readHadRoot(
  chain: Chain,
  query: { readonly manager: Address; readonly strategist: Address; readonly block: BlockRef },
): Promise<boolean | null> {
  const { manager, strategist, block } = query
  const topic: Hex = `0x${strategist.slice(2).toLowerCase().padStart(64, '0')}`
  const topics = [managerTopics.ManageRootUpdated, topic]
  const filter: LogFilter = { addresses: [manager], topics }
  const range = { from: 0n, to: block.number }
  const call = logCall(filter, range)
  try {
    const [answer] = await chain.rpc.ask([call])
    return orderedLogs(parseAnswer(readLogList, call, answer), range, filter).length > 0
  } catch (error) {
    if (error instanceof RpcRefusedError || error instanceof HistoryPrunedError) return null
    throw error
  }
}
