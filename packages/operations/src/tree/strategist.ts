import { type Address, BaseError } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import { decodeManagerLog } from '@vaultwright/manager'
import type { BlockRef } from '@vaultwright/outcome'
import { managerTopics } from '@vaultwright/registry'

/** The search for strategists with roots of a Manager. */
export type StrategistSearch = {
  /** Lists strategists; a Manager's logs are searched once. */
  readonly find: (manager: Address) => Promise<readonly Address[]>
  /** The only strategists to look at; null for all of them. */
  readonly only: string | null
}

/** Lists who ever had a root set, by the Manager's own logs. */
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
  const strategists = logs.flatMap(({ topics, data }) => {
    try {
      const log = decodeManagerLog(topics, data)
      return log?.name === 'ManageRootUpdated' ? [log.arguments.strategist] : []
    } catch (error) {
      // Somebody else's event of that hash: it says nothing of roots.
      if (error instanceof BaseError) return []
      throw error
    }
  })
  return [...new Set(strategists)]
}
