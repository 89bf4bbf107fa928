import type { TokenUnit } from '@vaultwright/chain'
import type { SafeTokenData } from '@vaultwright/wire'

/** Writes the units of tokens. */
export function safeTokensOf(units: readonly TokenUnit[]): SafeTokenData[] {
  return units.map(({ address, symbol, decimals }) => ({
    token_address: address,
    symbol,
    decimals,
  }))
}
