import type { ChainUnit } from '@vaultwright/chain'
import type { SafeTokenData } from '@vaultwright/wire'

/** Writes the units of tokens. */
export function safeTokensOf(units: readonly ChainUnit[]): SafeTokenData[] {
  return units.map(({ address, symbol, decimals }) => ({
    token_address: address,
    symbol,
    decimals,
  }))
}
