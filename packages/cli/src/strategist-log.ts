import { type Address, BaseError } from '@vaultwright/base'
import type { BlockRef, Chain } from '@vaultwright/chain'
import { decodeManagerLog } from '@vaultwright/manager'
import { managerTopics } from '@vaultwright/registry'

/**
 * Lists who ever had a root set, by the Manager's own logs.
 *
 * @returns strategists in the order of their first root; the Manager itself where it has one.
 * @throws what reading logs throws.
 */
export async function readStrategists(
  chain: Chain,
  manager: Address,
  range: { readonly from: bigint; readonly to: BlockRef },
): Promise<readonly Address[]> {
  const logs = await chain.readLogs({
    addresses: [manager],
    topics: [managerTopics.ManageRootUpdated],
    fromBlock: range.from,
    toBlock: range.to,
  })
  const found = logs.flatMap(({ topics, data }) => {
    try {
      const log = decodeManagerLog(topics, data)
      return log?.name === 'ManageRootUpdated' ? [log.arguments.strategist] : []
    } catch (error) {
      // Somebody else's event of that hash: it says nothing of roots.
      if (error instanceof BaseError) return []
      throw error
    }
  })
  return [...new Set(found)]
}
