import { type Address, isSameAddress } from '@vaultwright/base'
import { type Chain, readUnits } from '@vaultwright/chain'
import {
  readSwapPair,
  readSwapToken,
  SwapFieldError,
  type SwapTokenSource,
  type TokenPair,
} from '@vaultwright/operations'
import type { SwapMarket, SwapToken } from '@vaultwright/swap'
import { RequestInvalidError } from '../request/request-check.ts'
import { marketInputOf, type StrategistSwap } from './strategist-swap.ts'

/** The place of a request's tokens. */
type NamedTokens = { readonly place: StrategistSwap; readonly market: SwapMarket }

/**
 * Finds the token that a query names.
 *
 * @throws {RequestInvalidError} if the text names none or several.
 */
export function tokenNamed(
  text: string,
  source: NamedTokens,
  field: 'sell_token' | 'buy_token',
): SwapToken {
  return reading('query', () => readSwapToken(text, tokenSourceOf(source), field))
}

/**
 * Finds both tokens of a body.
 *
 * @throws {RequestInvalidError} if one cannot be found, is the native coin, or both are the same.
 */
export function pairNamed(
  body: { readonly sell_token: string; readonly buy_token: string },
  source: NamedTokens,
): TokenPair {
  return reading('body', () => readSwapPair(body, tokenSourceOf(source)))
}

/**
 * Gives the tokens of a body that names one swap.
 *
 * @throws {RequestInvalidError} if one is missing.
 */
export function tokensOfBody({
  sell_token,
  buy_token,
}: {
  readonly sell_token?: string | undefined
  readonly buy_token?: string | undefined
}): { readonly sell_token: string; readonly buy_token: string } {
  if (sell_token !== undefined && buy_token !== undefined) return { sell_token, buy_token }
  const field = sell_token === undefined ? 'sell_token' : 'buy_token'
  throw new RequestInvalidError([{ loc: ['body', field], msg: 'Field required', type: 'missing' }])
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
export function tokenKnown(place: StrategistSwap, market: SwapMarket, address: Address): SwapToken {
  return readSwapToken(address, tokenSourceOf({ place, market }), 'sell_token')
}

const types = {
  token: 'token_invalid',
  address: 'address_invalid',
  value: 'value_error',
} as const

/** Reads a part of a request: what is wrong with a field of it becomes an entry of a 422. */
export function reading<Result>(part: 'body' | 'query', read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SwapFieldError)) throw error
    const { field, problem, shortMessage: msg, input, swap } = error
    const loc = swap === null ? [part, field] : [part, 'swaps', swap, field]
    throw new RequestInvalidError([{ loc, msg, type: types[problem], input }])
  }
}

/** The source of the tokens that requests of a strategist name. */
export function tokenSourceOf({ place, market }: NamedTokens): SwapTokenSource {
  const { chainId, rules } = place
  const { knownFacts } = marketInputOf(place)
  return { market, others: rules.tokens, chainId, unitOf: (token) => knownFacts.tokenOf(token) }
}
