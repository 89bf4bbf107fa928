import { type Address, parseHexOf, printHex } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import { checksumOf } from '@vaultwright/merkle'
import { managerTopics } from '@vaultwright/registry'
import type { RootSet, VaultPlace } from '@vaultwright/store'

/** A vault and what checks its roots. */
export type ManagedVault = VaultPlace & { readonly manager: Address }

/**
 * Reads every setting of a root on a vault's Manager.
 *
 * @param chain - the chain.
 * @param vault - the vault and its Manager.
 * @param fromBlock - before which the Manager was not there.
 * @returns the settings, oldest first.
 */
export async function readRootSets(
  chain: Chain,
  { manager, ...place }: ManagedVault,
  fromBlock: bigint,
): Promise<readonly RootSet[]> {
  const toBlock = await chain.readBlock('latest')
  const topics = [managerTopics.ManageRootUpdated]
  const logs = await chain.readLogs({ addresses: [manager], topics, fromBlock, toBlock })
  const events: RootSet[] = []
  for (const { topics: words, data, blockNumber, logIndex, transactionHash } of logs) {
    const { timestamp } = await chain.readBlock(blockNumber)
    events.push({
      ...place,
      strategist: checksumOf(`0x${words[1]!.slice(26)}`),
      root: printHex(parseHexOf(data, 64).subarray(32)),
      ...{ atUnix: timestamp, block: blockNumber, logIndex, txHash: transactionHash },
    })
  }
  return events
}
