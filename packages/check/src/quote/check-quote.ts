import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { registryUnits, type UnitLookup } from '@vaultwright/registry'
import { type QuoteInputs, quoteInputsIn, quoteOf, type SwapToken } from '@vaultwright/swap'
import { quoteDifferencesOf, type SwapQuoteData } from '@vaultwright/wire'
import { valueText } from '../verdict/verdict.ts'
import { amountText, baseUnitsOf, plainAmount } from './amount.ts'

/** The requested quote, as entered. */
export type RequestedQuote = {
  readonly sellToken: Address
  readonly buyToken: Address
  /** Display units; null for the whole balance, and where base units were given. */
  readonly sellAmount: string | null
  /** Base units. */
  readonly rawSellAmount?: string | undefined
  /** The amount that is to be bought, and the most that may be sold for it; left out where an amount is sold. */
  readonly output?: RequestedOutput | undefined
  readonly slippageBps: number
  /** Null for all that are permitted. */
  readonly venues: readonly string[] | null
  /** The calldata of third parties, by route. */
  readonly calldata: readonly { readonly route: string; readonly data: string }[]
  readonly canSplit: boolean
  readonly canHop: boolean
}

/** An amount that is to be bought: each in display or in base units; no maximum is the whole balance. */
export type RequestedOutput = {
  readonly buyAmount?: string | undefined
  readonly rawBuyAmount?: string | undefined
  readonly maxSellAmount?: string | undefined
  readonly rawMaxSellAmount?: string | undefined
}

/** The known facts about the place of the swap. */
export type QuoteContext = {
  readonly chainId: number | null
  readonly vault: Address
  /** Of the tree that this page rebuilt. */
  readonly root: Hex
  /** Decimals of the published record. */
  readonly units: UnitLookup
}

/** A value of an answer that is not what its inputs give. */
export type QuoteDifference = { readonly stated: string; readonly follows: string }

/** The result of checking a quote. */
export type QuoteCheck = {
  /** True if a transaction may be requested: all follows, and it is the requested quote. */
  readonly isSound: boolean
  /** By path, such as `candidates.0.raw_buy_amount`. */
  readonly differences: ReadonlyMap<string, QuoteDifference>
  /** Why it is not the quote that was asked for, or cannot be read. */
  readonly problems: readonly string[]
  /** Why an amount in display units could not be compared: the published record does not have its token. */
  readonly uncompared: readonly string[]
  /** The facts that the receipt alone cannot show. */
  readonly notes: readonly string[]
  /** Null where the receipt cannot be read. */
  readonly inputs: QuoteInputs | null
}

/** Checks a quote as `checkQuote`, with decimals of the published record. */
export function checkQuoteAt(
  quote: SwapQuoteData,
  { chainId, vault, root }: Omit<QuoteContext, 'units'>,
  asked: RequestedQuote | null,
): QuoteCheck {
  return checkQuote(quote, { chainId, vault, root, units: registryUnits(chainId) }, asked)
}

/**
 * Computes a quote once more from the inputs of its receipt, and compares every value that is shown.
 *
 * What a receipt takes as given (what venues bought at its block, prices, the policy) is the server's word.
 *
 * @param asked - null for a quote that was opened by its link.
 */
export function checkQuote(
  quote: SwapQuoteData,
  place: QuoteContext,
  asked: RequestedQuote | null,
): QuoteCheck {
  try {
    const inputs = quoteInputsIn(quote.receipt)
    const differences = differencesOf(quote, inputs)
    const { problems, uncompared, notes } = compareInputs(inputs, place, asked)
    const isSound = differences.size === 0 && problems.length === 0
    return { isSound, differences, problems, uncompared, notes, inputs }
  } catch (error) {
    const problems = [error instanceof Error ? error.message : String(error)]
    const differences = new Map()
    return { isSound: false, differences, problems, uncompared: [], notes: [], inputs: null }
  }
}

/** Compares the inputs of a quote with the place that it is for, and with what was asked for. */
export function compareInputs(
  inputs: QuoteInputs,
  place: QuoteContext,
  asked: RequestedQuote | null,
): Pick<QuoteCheck, 'problems' | 'uncompared' | 'notes'> {
  return {
    problems: [
      ...placeProblems(inputs, place),
      ...unitProblems(inputs, place),
      ...(asked === null ? [] : requestProblems(inputs, asked)),
    ],
    uncompared: unrecordedTexts(inputs, place, asked),
    notes: notesOf(inputs, place, asked),
  }
}

/** Lists by path where the answer is not what its receipt gives; its id and its times are the server's to give. */
function differencesOf(
  quote: SwapQuoteData,
  inputs: QuoteInputs,
): ReadonlyMap<string, QuoteDifference> {
  return new Map(
    quoteDifferencesOf(quote, quoteOf(inputs, quote.receipt.formula), quote).map(
      ({ place, left, right }) => [
        place.replaceAll(/\[(\d+)\]/g, '.$1'),
        { stated: valueText(right), follows: valueText(left) },
      ],
    ),
  )
}

function placeProblems(inputs: QuoteInputs, { chainId, vault, root }: QuoteContext): string[] {
  const problems: string[] = []
  if (!isSameAddress(inputs.vault, vault))
    problems.push(`It is a quote for the vault ${inputs.vault}, not for ${vault}.`)
  if (chainId !== null && inputs.chainId !== chainId)
    problems.push(`It is a quote on the chain ${inputs.chainId}, not on ${chainId}.`)
  if (inputs.root.toLowerCase() !== root.toLowerCase())
    problems.push(`It is a quote for the root ${inputs.root}, not for ${root}.`)
  return problems
}

function unitProblems({ sellToken, buyToken }: QuoteInputs, { units }: QuoteContext): string[] {
  return [sellToken, buyToken].flatMap((token) => {
    const unit = units(token.address)
    if (unit === null || unit.decimals === token.decimals) return []
    return [
      `The quote counts ${token.decimals} decimals of ${token.address}; the published record has ${unit.decimals}.`,
    ]
  })
}

/** Decimals of the service turn one amount into another: without the published record nothing bounds what is sold. */
function unrecordedTexts(
  { sellToken, buyToken }: QuoteInputs,
  { units }: QuoteContext,
  asked: RequestedQuote | null,
): readonly string[] {
  const isRaw = asked?.rawSellAmount !== undefined || asked?.output?.rawMaxSellAmount !== undefined
  const isBuyRaw = asked?.output?.rawBuyAmount !== undefined
  return [...(isRaw ? [] : [sellToken]), ...(isBuyRaw ? [] : [buyToken])]
    .filter(({ address }) => units(address) === null)
    .map(
      ({ address, symbol, decimals }) =>
        `The server says that ${address} is ${symbol ?? 'a token without a symbol'} and counts ${decimals ?? 'no'} decimals; the published record does not have it. Compare the amounts in base units.`,
    )
}

function requestProblems(inputs: QuoteInputs, asked: RequestedQuote): string[] {
  const { sellToken, buyToken, wish: request, sellAmount } = inputs
  const problems: string[] = []
  const compare = (what: string, wanted: string, given: string) => {
    if (wanted.toLowerCase() !== given.toLowerCase())
      problems.push(`You asked for ${what} ${wanted}; the quote has ${given}.`)
  }
  compare('the sold token', asked.sellToken, sellToken.address)
  compare('the bought token', asked.buyToken, buyToken.address)
  compare('a slippage of', String(asked.slippageBps), String(request.slippageBps))
  compare('the venues', venueText(asked.venues), venueText(request.venues))
  if (givenText(asked.calldata) !== givenText(request.calldata))
    problems.push('The quote was made of other calldata than you gave.')
  if (!asked.canHop && request.maxHops === 2)
    problems.push('You asked for one step; the quote goes by way of another token.')
  if (!asked.canSplit && request.canSplit)
    problems.push('You asked for one venue; the quote splits.')
  problems.push(...outputProblems(inputs, asked.output))
  if (asked.output !== undefined) return problems
  if (asked.rawSellAmount !== undefined)
    compare('the amount in base units', asked.rawSellAmount, String(sellAmount))
  else if (asked.sellAmount !== null)
    compare('the amount', plainAmount(asked.sellAmount), amountText(sellAmount, sellToken.decimals))
  return problems
}

/** Compares the amount that is to be bought and the most for it: neither may be another than was asked for. */
function outputProblems(
  { sellToken, buyToken, wish: request, sellAmount }: QuoteInputs,
  output: RequestedOutput | undefined,
): readonly string[] {
  const { buyAmount } = request
  if (output === undefined)
    return buyAmount === undefined
      ? []
      : ['You named an amount that is sold; the quote buys a named amount.']
  const target = unitsOf(output.rawBuyAmount, output.buyAmount, buyToken)
  const most = unitsOf(output.rawMaxSellAmount, output.maxSellAmount, sellToken)
  return [
    ...(target !== undefined && target === buyAmount
      ? []
      : [
          `You asked to buy ${output.rawBuyAmount ?? output.buyAmount}; the quote buys ${buyAmount === undefined ? 'no named amount' : amountText(buyAmount, buyToken.decimals)}.`,
        ]),
    ...(most === null || (most !== undefined && sellAmount <= most)
      ? []
      : [
          `You asked to sell ${output.rawMaxSellAmount ?? output.maxSellAmount} at most; the quote sells ${amountText(sellAmount, sellToken.decimals)}.`,
        ]),
  ]
}

/** Base units of an amount; null where none is named, undefined where it cannot be counted. */
function unitsOf(
  raw: string | undefined,
  shown: string | undefined,
  { decimals }: SwapToken,
): bigint | null | undefined {
  if (raw !== undefined) return BigInt(raw)
  return shown === undefined ? null : (baseUnitsOf(shown, decimals) ?? undefined)
}

function givenText(calldata: RequestedQuote['calldata']): string {
  return calldata
    .map(({ route, data }) => `${route} ${data.toLowerCase()}`)
    .sort()
    .join('; ')
}

function venueText(venues: readonly string[] | null): string {
  return venues === null ? 'all' : [...venues].sort().join(', ')
}

function notesOf(
  inputs: QuoteInputs,
  { chainId }: QuoteContext,
  asked: RequestedQuote | null,
): readonly string[] {
  const { sellToken, blockNumber, sellAmount } = inputs
  return [
    `What each venue bought at block ${blockNumber}, the prices and the limits of the policy are what the server says it read.`,
    ...(inputs.order === undefined
      ? []
      : [
          `What an order is paid is what the server says that the order book ${inputs.order.book} said.`,
        ]),
    ...(chainId === null
      ? [`It is a quote on the chain ${inputs.chainId}: which chain you mean is not known here.`]
      : []),
    ...(asked === null
      ? ['What was asked for is not known here: compare what it sells with what you want.']
      : asked.output !== undefined
        ? [
            `That ${amountText(sellAmount, sellToken.decimals)} are about the least that buys it is what the server says: its receipt has no other amount.`,
          ]
        : asked.sellAmount === null && asked.rawSellAmount === undefined
          ? [
              `You asked for the whole balance: the server says that it is ${amountText(sellAmount, sellToken.decimals)}.`,
            ]
          : []),
  ]
}
