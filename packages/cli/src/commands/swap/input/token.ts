import { type Address, nearestOf } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { tokenOf } from '@vaultwright/registry'
import type { SwapMarket, SwapToken } from '@vaultwright/swap'
import { UsageError } from '../../../command/usage.ts'

/** Where the tokens of a word are looked up. */
export type TokenSource = {
  readonly market: SwapMarket
  /** What else has a name: tokens of a definition. */
  readonly others: readonly SwapToken[]
  /** 0 where it is not known. */
  readonly chainId: number
}

/**
 * Finds the token that a word names: an address, or a symbol of a token that the tree swaps.
 *
 * @param option - of the command, for the refusal.
 */
export function tokenMeant(word: string, source: TokenSource, option: string): SwapToken {
  const tokens = tokensOf(source)
  if (/^0x[0-9a-fA-F]{40}$/.test(word)) {
    const address = parseAddress(word)
    return tokens.get(address.toLowerCase()) ?? registered(source.chainId, address)
  }
  const matches = [...tokens.values()].filter(({ symbol }) => symbol === word)
  const [only] = matches
  if (only !== undefined && matches.length === 1) return only
  if (matches.length > 1) {
    const list = matches.map(({ address }) => address).join(', ')
    throw new UsageError(
      `--${option} ${word} is the symbol of ${matches.length} tokens: ${list}. Give the address.`,
      { option, value: word },
    )
  }
  const row = tokenOf(source.chainId, word)
  if (row !== null) return { address: row.address, symbol: row.symbol, decimals: row.decimals }
  const symbols = [...tokens.values()].flatMap(({ symbol }) => symbol ?? [])
  const near = nearestOf(word, symbols)
  const hint = near === null ? '' : ` Did you mean "${near}"?`
  const chainHint =
    source.chainId === 0 ? ' Names of tokens are known where the chain is: give --chain.' : ''
  throw new UsageError(
    `--${option} ${JSON.stringify(word)} is not a token that the tree swaps.${hint}${chainHint} Give an address, or a symbol of "swap routes".`,
    { option, value: word },
  )
}

function tokensOf({ market, others }: TokenSource): ReadonlyMap<string, SwapToken> {
  const tokens = new Map<string, SwapToken>()
  const listed = market.pairs.flatMap(({ sellToken, buyToken }) => [sellToken, buyToken])
  for (const token of [...listed, ...others]) {
    const key = token.address.toLowerCase()
    if (!tokens.has(key)) tokens.set(key, token)
  }
  return tokens
}

function registered(chainId: number, address: Address): SwapToken {
  const row = tokenOf(chainId, address)
  return { address, symbol: row?.symbol ?? null, decimals: row?.decimals ?? null }
}
