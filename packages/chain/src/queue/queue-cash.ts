import type { Address } from '@vaultwright/base'
import { accountantRateProvidersAbi as abi } from '@vaultwright/registry'
import { decodeFunctionResult, encodeFunctionData } from 'viem'
import type { Chain } from '../port/chain.ts'
import type { QueueReading } from './read-queue.ts'

/** The rate and the idle cash of an asset that a queue owes, at the block of its reading. */
export type QueueCash = {
  /** Null where the asset does not say. */
  readonly symbol: string | null
  readonly decimals: number
  /** Of the vault's shares. */
  readonly shareDecimals: number
  /** Base units of the asset for one whole share; null where the accountant refuses, as it does while it is paused. */
  readonly rate: bigint | null
  /** Base units that the vault itself holds; null where the asset does not say. */
  readonly idle: bigint | null
}

const functionName = 'getRateInQuoteSafe'

/**
 * Reads the rate that a solve redeems at and the idle cash of a vault, an entry an asset, in their order.
 *
 * @throws what reading throws.
 */
export async function readQueueCash(
  chain: Chain,
  { vault, accountant, block }: Pick<QueueReading, 'vault' | 'accountant' | 'block'>,
  assets: readonly Address[],
): Promise<readonly QueueCash[]> {
  if (assets.length === 0) return []
  const calls = assets.map((asset) => ({
    to: accountant,
    data: encodeFunctionData({ abi, functionName, args: [asset] }),
  }))
  const [share, tokens, balances, rates] = await Promise.all([
    chain.readToken(vault, block),
    chain.readTokens(assets, block),
    chain.readTokenBalances(
      assets.map((token) => ({ token, holder: vault })),
      block,
    ),
    chain.readCalls(calls, block),
  ])
  return assets.map((_, index) => {
    const { symbol, decimals } = tokens[index]!
    const answer = rates[index]!
    const isRate = answer.ok && /^0x[0-9a-fA-F]{64}$/.test(answer.data)
    const rate = isRate ? decodeFunctionResult({ abi, functionName, data: answer.data }) : null
    return { symbol, decimals, shareDecimals: share.decimals, rate, idle: balances[index]! }
  })
}
