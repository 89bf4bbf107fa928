import { type Address, BaseError, isSameAddress, nearestSymbol } from '@vaultwright/base'
import { InvalidAddressError, parseAddress } from '@vaultwright/merkle'
import { nativeAsset, tokenOf } from '@vaultwright/registry'
import type { SwapMarket, SwapToken } from '@vaultwright/swap'

/** The fields of a swap's request, by the names of the interface; null is as left out. */
export type SwapFields = {
  readonly sell_token: string
  readonly buy_token: string
  /** Display units, or `all`; left out for all, too. */
  readonly sell_amount?: string | null | undefined
  readonly raw_sell_amount?: string | null | undefined
  readonly buy_amount?: string | null | undefined
  readonly raw_buy_amount?: string | null | undefined
  readonly max_sell_amount?: string | null | undefined
  readonly raw_max_sell_amount?: string | null | undefined
  readonly slippage_bps?: number | null | undefined
  readonly venues?: readonly string[] | null | undefined
  readonly calldata?:
    | readonly { readonly route: string; readonly data: string }[]
    | null
    | undefined
  readonly split?: boolean | null | undefined
  readonly max_hops?: number | null | undefined
  readonly with_refused?: boolean | null | undefined
}

/** A field that a reader of requests may refuse. */
export type SwapField =
  | Exclude<keyof SwapFields, 'split' | 'max_hops' | 'with_refused'>
  | 'min_buy_amount'
  | 'raw_min_buy_amount'

/** A surface's names of the fields in its sentences, in the form that its callers gave them. */
export type SwapFieldNames = (field: SwapField) => string

/** The source of a request's tokens. */
export type SwapTokenSource = {
  readonly market: SwapMarket
  /** The other tokens with a name: those of a definition. */
  readonly others: readonly SwapToken[]
  /** 0 where it is not known. */
  readonly chainId: number
  /** The unit of a token from another source. */
  readonly unitOf?: (token: Address) => Pick<SwapToken, 'symbol' | 'decimals'> | null
}

/** The tokens of a request. */
export type TokenPair = { readonly sellToken: SwapToken; readonly buyToken: SwapToken }

/**
 * Finds the token that a request names: by address, or by the symbol of a token that the tree swaps, the definition
 * names, or the chain's record has.
 *
 * @throws {SwapFieldError} if the text names none or several.
 */
export function readSwapToken(
  text: string,
  source: SwapTokenSource,
  field: 'sell_token' | 'buy_token',
): SwapToken {
  const tokens = tokensOf(source)
  const invalid = (message: string, problem: 'token' | 'address' = 'token') =>
    new SwapFieldError({ field, problem, message, input: text })
  if (/^0x/i.test(text)) {
    const address = addressIn(text, invalid)
    return tokens.get(address.toLowerCase()) ?? unlisted(source, address)
  }
  const matches = [...tokens.values()].filter(({ symbol }) => symbol === text)
  const [only] = matches
  if (only !== undefined && matches.length === 1) return only
  if (matches.length > 1) {
    const list = matches.map(({ address }) => address).join(', ')
    throw invalid(`Several tokens have this symbol: ${list}. Give the address.`)
  }
  const row = tokenOf(source.chainId, text)
  if (row !== null) return { address: row.address, symbol: row.symbol, decimals: row.decimals }
  const symbols = [...tokens.values()].flatMap(({ symbol }) => symbol ?? [])
  const near = nearestSymbol(text, symbols)
  const hint = near === null ? '' : ` Did you mean ${near}?`
  const chain = source.chainId === 0 ? ' Names are known where the chain is: name it.' : ''
  throw invalid(
    `The tree swaps no token of this symbol.${hint}${chain} Give an address, or a symbol of the routes.`,
  )
}

/**
 * Finds both tokens of a request.
 *
 * @throws {SwapFieldError} if one cannot be found, is the native coin, or both are the same.
 */
export function readSwapPair(
  fields: Pick<SwapFields, 'sell_token' | 'buy_token'>,
  source: SwapTokenSource,
): TokenPair {
  const sellToken = readSwapToken(fields.sell_token, source, 'sell_token')
  const buyToken = readSwapToken(fields.buy_token, source, 'buy_token')
  for (const [field, { address }] of [
    ['sell_token', sellToken],
    ['buy_token', buyToken],
  ] as const) {
    if (!isSameAddress(address, nativeAsset)) continue
    const message =
      'The native coin cannot be swapped. Wrap it first: the builder has an action for that.'
    throw new SwapFieldError({ field, problem: 'token', message, input: fields[field] })
  }
  if (!isSameAddress(sellToken.address, buyToken.address)) return { sellToken, buyToken }
  throw new SwapFieldError({
    field: 'buy_token',
    problem: 'token',
    message: 'The bought token is the sold one. Name another.',
    input: fields.buy_token,
  })
}

/** Refuses a token whose amounts cannot be counted in display units. @throws {TokenDecimalsUnknownError} */
export function countedToken(
  token: SwapToken,
  instead: string,
): SwapToken & { readonly decimals: number } {
  const { decimals } = token
  if (decimals === null) throw new TokenDecimalsUnknownError(token, instead)
  return { ...token, decimals }
}

/** Tokens of the tree, then those that only the definition names. */
function tokensOf({
  market,
  others: otherTokens,
}: SwapTokenSource): ReadonlyMap<string, SwapToken> {
  const tokens = new Map<string, SwapToken>()
  const listed = market.pairs.flatMap(({ sellToken, buyToken }) => [sellToken, buyToken])
  for (const token of [...listed, ...otherTokens]) {
    const key = token.address.toLowerCase()
    if (!tokens.has(key)) tokens.set(key, token)
  }
  return tokens
}

function unlisted({ chainId, unitOf }: SwapTokenSource, address: Address): SwapToken {
  const unit = unitOf?.(address) ?? tokenOf(chainId, address)
  return { address, symbol: unit?.symbol ?? null, decimals: unit?.decimals ?? null }
}

function addressIn(
  text: string,
  invalid: (message: string, problem: 'address') => SwapFieldError,
): Address {
  try {
    return parseAddress(text)
  } catch (error) {
    if (error instanceof InvalidAddressError) throw invalid(error.shortMessage, 'address')
    throw error
  }
}

/** The problem of a field: it names no token, is no address, or no value of the field. */
type SwapFieldProblem = 'token' | 'address' | 'value'

/** A field of a request of a swap is not as it must be. */
export class SwapFieldError extends BaseError {
  override readonly code = 'swap_field'
  override readonly kind = 'invalid_input'
  readonly field: SwapField
  readonly problem: SwapFieldProblem
  readonly input: string | number | null
  /** The swap of a batch, counted from zero; null where the request is one swap. */
  readonly swap: number | null

  constructor({
    field,
    problem,
    message,
    input,
    swap = null,
  }: {
    readonly field: SwapField
    readonly problem: SwapFieldProblem
    readonly message: string
    readonly input: string | number | null
    readonly swap?: number | null
  }) {
    super({ message, facts: { field, value: input, ...(swap === null ? {} : { swap }) } })
    this.field = field
    this.problem = problem
    this.input = input
    this.swap = swap
  }
}

/** The decimals of a token are unknown, so display units cannot be converted. */
export class TokenDecimalsUnknownError extends BaseError {
  override readonly code = 'token_decimals_unknown'
  override readonly kind = 'invalid_input'

  constructor({ address, symbol }: SwapToken, instead: string) {
    super({
      message: `The decimals of ${symbol ?? address} are unknown, so display units cannot be converted. Give ${instead} in base units.`,
      facts: { token: address, field: instead },
    })
  }
}
