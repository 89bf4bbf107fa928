import type { Address } from '@vaultwright/base'
import type { RealChain } from '../world/real-chain.ts'

/** Lets a contract take tokens of the trader. */
export async function traderApproves(
  chain: RealChain,
  spender: Address,
  tokens: readonly string[],
): Promise<void> {
  for (const to of tokens) {
    await chain.act({
      to,
      from: 'trader',
      call: 'approve(address,uint256)',
      args: [spender, 10n ** 40n],
    })
  }
}

/** Base units of a token of the world. */
export const units = (amount: number, decimals: number) =>
  (BigInt(Math.round(amount * 1e6)) * 10n ** BigInt(decimals)) / 1_000_000n
