import { type Address, BaseError, parseHexOf, printHex } from '@vaultwright/base'
import type { BlockRef, Chain } from '@vaultwright/chain'
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

/**
 * Finds the first block in which an account has code, by halving what is left.
 *
 * @param chain - the chain.
 * @param account - a contract.
 * @returns the block.
 * @throws {NoCodeError} when it has none now.
 */
export async function readDeployment(chain: Chain, account: Address): Promise<BlockRef> {
  let high = await chain.readBlock('latest')
  if (!(await hasCode(chain, account, high))) throw new NoCodeError(account, chain.id)
  let low = -1n
  while (high.number - low > 1n) {
    const middle = await chain.readBlock((low + high.number) / 2n)
    if (await hasCode(chain, account, middle)) high = middle
    else low = middle.number
  }
  return high
}

async function hasCode(chain: Chain, account: Address, block: BlockRef): Promise<boolean> {
  const { code } = await chain.readCode(account, block)
  return code !== '0x'
}

/** Nothing stands at the address. */
export class NoCodeError extends BaseError {
  override readonly code = 'no_code'

  constructor(account: Address, chainId: number) {
    super({
      message: `There is no contract at ${account} on chain ${chainId}. Check the address and the chain.`,
      facts: { account, chainId },
    })
  }
}
