import { type Hex, nearestOf } from '@vaultwright/base'
import { readUnits } from '@vaultwright/builder'
import { swapVenues, unquotedReasonOf, venueOf } from '@vaultwright/protocols'
import { orderRoute, type SwapPolicy, type SwapRequest, type SwapToken } from '@vaultwright/swap'
import {
  type SwapField,
  SwapFieldError,
  type SwapFieldNames,
  type SwapFields,
  TokenDecimalsUnknownError,
  type TokenPair,
} from './request-token.ts'

/** The slippage below the executed output where a request has none. Basis points. */
const defaultSlippageBps = 30n
/** The maximum slippage of a request where no policy says. Basis points. */
const defaultMaxSlippageBps = 100n
const maxUnits = 2n ** 256n - 1n

/** A field of an amount in display units; with `raw_` before it, that of base units. */
type AmountField = 'sell_amount' | 'buy_amount' | 'max_sell_amount' | 'min_buy_amount'

/**
 * Reads an amount that is given in display or in base units.
 *
 * @returns base units, above zero; null where neither field is given.
 * @throws {SwapFieldError} if both are given, or it is not an amount of the token.
 * @throws {TokenDecimalsUnknownError} if display units cannot be counted.
 */
export function readSwapAmount(
  fields: { readonly [Field in AmountField | `raw_${AmountField}`]?: string | null | undefined },
  {
    field,
    token,
    nameOf,
  }: {
    readonly field: AmountField
    readonly token: SwapToken
    readonly nameOf: SwapFieldNames
  },
): bigint | null {
  const rawField = `raw_${field}` as const
  const [shown, raw] = [fields[field] ?? null, fields[rawField] ?? null]
  if (shown !== null && raw !== null) throw bothGiven(rawField, { raw, nameOf })
  if (shown === null && raw === null) return null
  if (shown !== null && token.decimals === null)
    throw new TokenDecimalsUnknownError(token, nameOf(rawField))
  const [shownField, input] = shown === null ? [rawField, raw!] : ([field, shown] as const)
  const reading = readUnits(input, shown === null ? 0 : token.decimals!)
  const message = !reading.ok
    ? reading.message
    : reading.amount === 0n
      ? 'The amount is zero. Give more.'
      : reading.amount > maxUnits
        ? 'The amount is above 2^256 - 1.'
        : null
  if (!reading.ok || message !== null)
    throw new SwapFieldError({ field: shownField, problem: 'value', message: message ?? '', input })
  return reading.amount
}

/**
 * Reads what a request wants to swap, and by which ways: the one reader of all surfaces.
 *
 * @param pair - of the request, with decimals where they are known.
 * @param policy - of the vault; null without one: then a slippage is 1 % at most.
 * @throws {SwapFieldError} {TokenDecimalsUnknownError}
 */
export function readSwapRequest(
  fields: SwapFields,
  { sellToken, buyToken }: TokenPair,
  { policy, nameOf }: { readonly policy: SwapPolicy | null; readonly nameOf: SwapFieldNames },
): SwapRequest {
  return {
    sellToken: sellToken.address,
    buyToken: buyToken.address,
    sellAmount: sellAmountOf(fields, { token: sellToken, nameOf }),
    ...outputOf(fields, { sellToken, buyToken }, nameOf),
    slippageBps: slippageOf(fields, policy),
    venues: venuesOf(fields),
    calldata: calldataOf(fields),
    canSplit: fields.split ?? true,
    maxHops: fields.max_hops === 2 ? 2 : 1,
    withRefused: fields.with_refused ?? false,
  }
}

function sellAmountOf(
  fields: SwapFields,
  { token, nameOf }: { readonly token: SwapToken; readonly nameOf: SwapFieldNames },
): bigint | null {
  const { sell_amount: shown, raw_sell_amount: raw } = fields
  if (shown !== 'all') return readSwapAmount(fields, { field: 'sell_amount', token, nameOf })
  if (raw == null) return null
  throw bothGiven('raw_sell_amount', { raw, nameOf })
}

/**
 * Reads what is to be bought, and the most that may be sold for it: nothing else says then how much is sold.
 */
function outputOf(
  fields: SwapFields,
  { sellToken, buyToken }: TokenPair,
  nameOf: SwapFieldNames,
): Pick<SwapRequest, 'buyAmount' | 'maxSellAmount'> {
  const buyAmount = readSwapAmount(fields, { field: 'buy_amount', token: buyToken, nameOf })
  const most = { field: 'max_sell_amount', token: sellToken, nameOf } as const
  const maxSellAmount = readSwapAmount(fields, most)
  const refused = (field: SwapField, message: string) =>
    new SwapFieldError({ field, problem: 'value', message, input: null })
  if (buyAmount === null) {
    if (maxSellAmount === null) return {}
    const message = `It belongs to an amount that is to be bought. Give ${nameOf('buy_amount')}, or ${nameOf('sell_amount')} in its place.`
    throw refused('max_sell_amount', message)
  }
  if ((fields.sell_amount ?? fields.raw_sell_amount ?? null) !== null) {
    const message = `What is sold follows from what is to be bought. Leave out ${nameOf('sell_amount')}, or give the most as ${nameOf('max_sell_amount')}.`
    throw refused('buy_amount', message)
  }
  if ((fields.calldata ?? []).length > 0) {
    const message = `Calldata sells the amount in it. Give ${nameOf('sell_amount')} with it, in place of ${nameOf('buy_amount')}.`
    throw refused('calldata', message)
  }
  if (fields.slippage_bps === 10_000) {
    const message = `A slippage of all leaves nothing of ${nameOf('buy_amount')}. Give less.`
    throw refused('slippage_bps', message)
  }
  return { buyAmount, ...(maxSellAmount !== null && { maxSellAmount }) }
}

function bothGiven(
  rawField: `raw_${AmountField}`,
  { raw, nameOf }: { readonly raw: string; readonly nameOf: SwapFieldNames },
): SwapFieldError {
  const shown = rawField.slice(4) as AmountField
  const message = `Give ${nameOf(shown)} or ${nameOf(rawField)}, not both.`
  return new SwapFieldError({ field: rawField, problem: 'value', message, input: raw })
}

/** A policy of less slippage than the default lowers the default. */
function slippageOf({ slippage_bps: bps }: SwapFields, policy: SwapPolicy | null): bigint {
  const most = policy?.maxSlippageBps ?? defaultMaxSlippageBps
  if (bps == null) return defaultSlippageBps < most ? defaultSlippageBps : most
  if (BigInt(bps) <= most) return BigInt(bps)
  const limit = policy === null ? 'without a policy' : 'by the policy'
  throw new SwapFieldError({
    field: 'slippage_bps',
    problem: 'value',
    message: `The slippage is ${most} basis points at most ${limit}. Ask for less.`,
    input: bps,
  })
}

/** A venue that no protocol has would leave no way in silence. */
function venuesOf({ venues, calldata }: SwapFields): readonly string[] | null {
  if (venues == null) return null
  const refused = (input: string, message: string) =>
    new SwapFieldError({ field: 'venues', problem: 'value', message, input })
  const offered = new Set((calldata ?? []).map(({ route }) => route))
  const ended = venues.find((route) => !offered.has(route) && endedReasonOf(route) !== null)
  if (ended !== undefined) {
    const message = `${ended} cannot be asked. ${endedReasonOf(ended)} Leave it out, or give calldata of it.`
    throw refused(ended, message)
  }
  const routes = new Set([...swapVenues.map(({ route }) => route), orderRoute])
  const unknown = venues.find((venue) => !routes.has(venue))
  if (unknown === undefined) return [...new Set(venues)]
  const near = nearestOf(unknown, routes)
  const guess = near === null ? '' : ` Did you mean ${near}?`
  const reason = unquotedReasonOf(unknown)
  const hint = reason === null ? guess : ` ${reason}`
  throw refused(
    unknown,
    `${JSON.stringify(unknown)} is not a route that swaps.${hint} The routes of the tree are listed.`,
  )
}

/** Why no service answers for a route; null where one may. */
function endedReasonOf(route: string): string | null {
  const unserved = venueOf(route)?.unserved ?? null
  return unserved === null || unserved.isListed ? null : unserved.reason
}

function calldataOf({ calldata }: SwapFields): SwapRequest['calldata'] {
  const offers = (calldata ?? []).map(({ route, data }) => ({ route, data: data.toLowerCase() }))
  for (const [index, { route, data }] of offers.entries()) {
    const refused = (message: string) =>
      new SwapFieldError({ field: 'calldata', problem: 'value', message, input: route })
    if (!/^0x([0-9a-f]{2})*$/.test(data))
      throw refused(`The calldata of ${route} is not hex. Give 0x and whole bytes.`)
    if (offers.findIndex((one) => one.route === route) < index)
      throw refused(`Calldata of ${route} is given twice. Give it once.`)
  }
  return offers as readonly { readonly route: string; readonly data: Hex }[]
}
