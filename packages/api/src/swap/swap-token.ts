import { type Address, BaseError, isSameAddress, nearestSymbol } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import { readUnits } from '@vaultwright/operations'
import { nativeAsset, tokenOf } from '@vaultwright/registry'
import type { SwapMarket, SwapToken } from '@vaultwright/swap'
import { RequestInvalidError } from '../request/request-check.ts'
import { readAddress } from '../request/vault-path.ts'
import { marketInputOf, type SwapScope } from './swap-place.ts'

/** Where a token is named: `body` or `query`, then the field. */
type Location = readonly [part: 'body' | 'query', field: 'sell_token' | 'buy_token']

/**
 * Finds the token that a request names: by address, or by the symbol of a token that the tree swaps or the
 * definition names.
 *
 * @throws {RequestInvalidError} if the text names none or several.
 */
export function tokenNamed(
  text: string,
  { place, market }: { readonly place: SwapScope; readonly market: SwapMarket },
  loc: Location,
): SwapToken {
  const tokens = tokensOf(place, market)
  if (/^0x/i.test(text)) {
    const address = readAddress(text, loc)
    return tokens.get(address.toLowerCase()) ?? unlisted(place, address)
  }
  const matches = [...tokens.values()].filter(({ symbol }) => symbol === text)
  const [only] = matches
  if (only !== undefined && matches.length === 1) return only
  if (matches.length > 1) {
    const list = matches.map(({ address }) => address).join(', ')
    throw invalid(loc, `Several tokens have this symbol: ${list}. Give the address.`, text)
  }
  const row = tokenOf(place.chainId, text)
  if (row !== null) return { address: row.address, symbol: row.symbol, decimals: row.decimals }
  const near = nearestSymbol(
    text,
    [...tokens.values()].flatMap(({ symbol }) => symbol ?? []),
  )
  const hint = near === null ? '' : ` Did you mean ${near}?`
  const msg = `The tree swaps no token of this symbol.${hint} Give an address, or a symbol of the routes.`
  throw invalid(loc, msg, text)
}

/** A pair that a request names. */
export type TokenPair = { readonly sellToken: SwapToken; readonly buyToken: SwapToken }

/**
 * Finds both tokens of a request.
 *
 * @throws {RequestInvalidError} if one cannot be found, is the native coin, or both are the same.
 */
export function pairNamed(
  body: { readonly sell_token: string; readonly buy_token: string },
  source: { readonly place: SwapScope; readonly market: SwapMarket },
): TokenPair {
  const sellToken = tokenNamed(body.sell_token, source, ['body', 'sell_token'])
  const buyToken = tokenNamed(body.buy_token, source, ['body', 'buy_token'])
  for (const [field, token] of [
    ['sell_token', sellToken],
    ['buy_token', buyToken],
  ] as const) {
    if (!isSameAddress(token.address, nativeAsset)) continue
    const msg =
      'The native coin cannot be swapped. Wrap it first: the builder has an action for that.'
    throw invalid(['body', field], msg, body[field])
  }
  if (!isSameAddress(sellToken.address, buyToken.address)) return { sellToken, buyToken }
  const msg = 'The bought token is the sold one. Name another.'
  throw invalid(['body', 'buy_token'], msg, body.buy_token)
}

/** Asks the chain for what is not known of a pair's tokens. */
export async function withUnits(pair: TokenPair, chain: Chain): Promise<TokenPair> {
  const { sellToken, buyToken } = pair
  const silent = [sellToken, buyToken].filter(({ decimals }) => decimals === null)
  if (silent.length === 0) return pair
  const block = await chain.readBlock('latest')
  const units = await readUnits(
    chain,
    silent.map(({ address }) => address),
    block,
  )
  const counted = (token: SwapToken): SwapToken => {
    const unit = units.find(({ address }) => isSameAddress(address, token.address))
    if (token.decimals !== null || unit === undefined) return token
    return { ...token, symbol: token.symbol ?? unit.symbol, decimals: unit.decimals }
  }
  return { sellToken: counted(sellToken), buyToken: counted(buyToken) }
}

/** Says what is known of a token without the chain. */
export function tokenKnown(place: SwapScope, market: SwapMarket, address: Address): SwapToken {
  return tokensOf(place, market).get(address.toLowerCase()) ?? unlisted(place, address)
}

/** Tokens of the tree, then those that only the definition names. */
function tokensOf({ rules }: SwapScope, { pairs }: SwapMarket): ReadonlyMap<string, SwapToken> {
  const tokens = new Map<string, SwapToken>()
  const listed = pairs.flatMap(({ sellToken, buyToken }) => [sellToken, buyToken])
  for (const token of [...listed, ...rules.tokens]) {
    const key = token.address.toLowerCase()
    if (!tokens.has(key)) tokens.set(key, token)
  }
  return tokens
}

function unlisted(place: SwapScope, address: Address): SwapToken {
  const unit = marketInputOf(place).knownFacts.tokenOf(address)
  return { address, symbol: unit?.symbol ?? null, decimals: unit?.decimals ?? null }
}

function invalid(loc: Location, msg: string, input: string): RequestInvalidError {
  return new RequestInvalidError([{ loc: [...loc], msg, type: 'token_invalid', input }])
}

/** A token tells no decimals, so that display units mean nothing. */
export class TokenDecimalsUnknownError extends BaseError {
  override readonly code = 'token_decimals_unknown'
  override readonly kind = 'invalid_input'

  constructor({ address, symbol }: SwapToken, field: string) {
    super({
      message: `${symbol ?? address} tells no decimals, so an amount in display units means nothing. Give ${field} in base units.`,
      facts: { token: address, field },
    })
  }
}
