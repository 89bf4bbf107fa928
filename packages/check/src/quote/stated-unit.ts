import { isSameAddress } from '@vaultwright/base'
import type { UnitLookup } from '@vaultwright/registry'
import type { SwapToken } from '@vaultwright/swap'

/** Symbols and decimals as the service tells them: for words, never to compare. */
export function statedUnits(tokens: readonly SwapToken[]): UnitLookup {
  return (account) => {
    const token = tokens.find(({ address }) => isSameAddress(address, account))
    if (token === undefined || token.symbol === null || token.decimals === null) return null
    return { symbol: token.symbol, decimals: token.decimals, source: 'chain' }
  }
}
