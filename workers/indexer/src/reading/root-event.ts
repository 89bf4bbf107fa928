import { type Address, BaseError, type Hex } from '@vaultwright/base'
import type { Chain, ChainLog } from '@vaultwright/chain'
import { checksumOf } from '@vaultwright/merkle'
import type { BlockRef } from '@vaultwright/outcome'
import { managerTopics } from '@vaultwright/registry'
import type { RootSet, VaultRef } from '@vaultwright/store'

/** A vault, and what checks its roots. */
type ManagedVault = VaultRef & { readonly manager: Address }

/** Blocks, both ends included; the last one is pinned. */
export type RootBlocks = { readonly fromBlock: bigint; readonly toBlock: BlockRef }

/**
 * Reads every setting of a root on a vault's Manager, of whichever strategist.
 *
 * @param blocks - where to look.
 * @returns the settings, oldest first.
 * @throws {MalformedRootEventError} and what reading logs throws.
 */
export async function readRootSets(
  chain: Pick<Chain, 'readLogs' | 'readBlock'>,
  { manager, chain: slug, vault }: ManagedVault,
  blocks: RootBlocks,
): Promise<readonly RootSet[]> {
  const topics = [managerTopics.ManageRootUpdated]
  const logs = await chain.readLogs({ addresses: [manager], topics, ...blocks })
  const numbers = [...new Set(logs.map(({ blockNumber }) => blockNumber))]
  const headers = await Promise.all(numbers.map((number) => chain.readBlock(number)))
  const times = new Map(headers.map(({ number, timestamp }) => [number, timestamp]))
  return logs.map((log) => ({
    chain: slug,
    vault,
    ...eventIn(log),
    atUnix: times.get(log.blockNumber)!,
    block: log.blockNumber,
    logIndex: log.logIndex,
    txHash: log.transactionHash,
  }))
}

/** Words: the root of before, the root. Source: ManageRootUpdated of the Manager. */
function eventIn({ topics, data, address }: ChainLog): Pick<RootSet, 'strategist' | 'root'> {
  const strategist = topics[1]
  if (strategist === undefined || data.length < 130) throw new MalformedRootEventError(address)
  return {
    strategist: checksumOf(`0x${strategist.slice(26)}`),
    root: `0x${data.slice(66, 130)}` as Hex,
  }
}

/** A log has the topic of a root that is set, and not its words. */
export class MalformedRootEventError extends BaseError {
  override readonly code = 'malformed_root_event'
  override readonly kind = 'unavailable'

  constructor(manager: Address) {
    super({
      message: `An event of ${manager} does not say which root was set for whom. Check that it is the vault's Manager.`,
      facts: { manager },
    })
  }
}
