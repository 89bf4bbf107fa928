import { printGrouped } from '@vaultwright/builder'
import { quoteSwap, quoteSwapBatch } from '@vaultwright/operations'
import {
  type FairValue,
  type OrderOffer,
  printBps,
  type SwapCandidate,
  type SwapQuote,
  type SwapToken,
} from '@vaultwright/swap'
import { swapBatchOf, swapQuoteOf } from '@vaultwright/wire'
import { type ArgumentsOf, defineCommand, flag, text } from '../../command/command.ts'
import { blockTagOf } from '../../input/node-option.ts'
import type { Answer, Context, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printSafely, printTable, printTime } from '../../terminal/table.ts'
import {
  assertSourceAlone,
  batchOption,
  oneSwapNames,
  readBatchFile,
} from './input/batch-request.ts'
import { onMarket } from './input/market-on-chain.ts'
import { fromOption, marketOptions, orderReadOptions } from './input/option.ts'
import { quoteRecordOf } from './input/quote-file.ts'
import { swapRequestOf, swapRequestOptions, withSwapContext } from './input/swap-request.ts'
import { printBatch } from './print/batch.ts'
import { printRefused, printUnpermitted } from './print/refused-way.ts'
import { printAmount, printPercent, printToken, printWay, tokenAmong } from './print/token.ts'

const { block: _, ...marketOptionsAtBlock } = marketOptions

const quoteOptions = {
  ...swapRequestOptions,
  ...batchOption,
  'at-block': text('Number, hash, latest, safe or finalized; default: latest', 'block'),
  'with-refused': flag('Also ask venues that the tree lacks, and name the leaf that permits each'),
  ...orderReadOptions,
  ...marketOptionsAtBlock,
  from: fromOption,
}

export const command = defineCommand({
  name: 'swap quote',
  summary: 'Measure every way of a tree to swap, ranked, with a receipt',
  describe:
    'Quotes a swap: every way that the tree permits is measured by executing its Manager batch at one block, compared with what the tokens are worth by the price sources of the definition, and ranked. Prints the ways, the best first, then what is refused and why. It exits with 1 if no way may be built and no order placed. --json prints the quote as the API does, with the receipt that "swap explain" recomputes. Services take part whose key is set (AGGREGATOR_1INCH_KEY, AGGREGATOR_0X_KEY, AGGREGATOR_KYBER_KEY, AGGREGATOR_LIFI_KEY, AGGREGATOR_GLUEX_KEY with AGGREGATOR_GLUEX_PID, AGGREGATOR_SUSHI_KEY, AGGREGATOR_OOGA_BOOGA_KEY); those that only offer prices answer with --with-refused. With an order book (AGGREGATOR_COW_KEY, AGGREGATOR_COW_URL) an order at its price of 20 minutes at most stands among the ways where the tree permits it; it may not fill, and is never the best.',
  positionals: {},
  options: quoteOptions,
  without: { block: 'Use --at-block.' },
  examples: [
    [
      'swap quote --sell WETH --buy USDC --amount 10 --definition fixtures/definitions/local-eth.yaml --strategist trader --rpc-url http://127.0.0.1:8545',
      'On the chain of "dev chain": every way that the tree permits, the best first',
    ],
    [
      'swap quote --sell WETH --buy USDC --amount all --definition vault.yaml --strategist trader --chain mainnet --max-hops 2 --with-refused',
      'All that may be sold, also by two swaps in a row, and what missing leaves cost',
    ],
    [
      'swap quote --sell WETH --buy USDC --buy-amount 20000 --max-sell 11 --definition vault.yaml --strategist trader --chain mainnet',
      'As little WETH as buys 20,000 USDC at least, and never more than 11',
    ],
    [
      'swap quote --sell WETH --buy USDC --amount 10 --tree tree.json --from 0x… --rpc-url https://… --json --out quote.json',
      'For "swap explain" and "swap build --quote"',
    ],
    [
      'swap quote --swaps batch.json --definition vault.yaml --strategist trader --chain mainnet',
      'Several swaps, and actions before and after them, as one batch',
    ],
  ],
  run: async (args, context) => answerQuote(args, context),
})

function isPlaceable({ order }: SwapQuote): boolean {
  return order !== undefined && order.refusal === null
}

type QuoteOptions = ArgumentsOf<typeof quoteOptions>

/** The time a quote counts where no policy says. */
const defaultTtlSeconds = 60

async function answerQuote(options: QuoteOptions, context: Context): Promise<Answer> {
  const word = options['at-block']
  blockTagOf(word, 'at-block')
  const market = { ...options, block: word }
  const { swaps } = options
  if (swaps !== undefined) return answerBatch({ ...market, swaps }, context)
  const single = { ...market, pair: [options.sell, options.buy] }
  const { quote, record } = await onMarket(single, context, async (onChain) => {
    const request = await swapRequestOf(options, onChain, context)
    const quote = await withSwapContext(onChain, { options, context }, (swap) =>
      quoteSwap(swap, { ...request, withRefused: options['with-refused'] }),
    )
    const ttl = onChain.policy?.quoteTtlSeconds ?? defaultTtlSeconds
    return { quote, record: quoteRecordOf(quote, ttl) }
  })
  return {
    json: () => swapQuoteOf(quote, record) as Json,
    text: (style) => printQuote(quote, style),
    exit: () => (quote.best === null && !isPlaceable(quote) ? 1 : 0),
  }
}

/** Quotes several swaps as one batch. */
async function answerBatch(
  options: QuoteOptions & { readonly block: string | undefined; readonly swaps: string },
  context: Context,
): Promise<Answer> {
  assertSourceAlone('swaps', options, [...oneSwapNames, 'with-refused'])
  const batch = await onMarket(options, context, async (onChain) => {
    const request = await readBatchFile(options.swaps, onChain, context)
    return withSwapContext(onChain, { options, context }, (swap) => quoteSwapBatch(swap, request))
  })
  return {
    json: () => swapBatchOf(batch) as Json,
    text: (style) => printBatch(batch, style),
    exit: () => (batch.refusal === null ? 0 : 1),
  }
}

/** Prints a quote: what it is of, the ways as a table, what is refused, and what the tree lacks. */
export function* printQuote(quote: SwapQuote, style: TextStyle): Iterable<string> {
  yield* printHead(quote, style)
  yield '\n'
  if (quote.candidates.length === 0) yield 'No way was executed.\n'
  if (quote.candidates.length > 0 || quote.order !== undefined) yield* printCandidates(quote, style)
  for (const sentence of quote.why) yield `${printSafely(sentence)}\n`
  yield* printOrderNote(quote, style)
  yield* printRefused(quote, style)
  yield* printUnpermitted(quote, style)
}

/** Prints the sold amount, its worth, and the minimum output that the policy permits. */
function* printHead(quote: SwapQuote, style: TextStyle): Iterable<string> {
  const { buyToken, fair, bound, blockNumber, blockHash } = quote
  yield `${style.bold(printSafely(saleText(quote)))}\n`
  const sources = fair === null ? [] : sourcesOf(fair, quote)
  const boundText =
    bound === null
      ? 'none'
      : `${printAmount(bound.least, buyToken)}: at most ${printPercent(bound.maxLossBps)} less`
  yield* printPairs(
    [
      ['best', bestText(quote)],
      ...leastTexts(quote),
      [
        'fair',
        fair === null ? `not known: ${quote.fairReason}` : printAmount(fair.buyAmount, buyToken),
      ],
      ...sources.map((source) => ['', source] as const),
      ['bound', boundText],
      ['slippage', printPercent(quote.slippageBps)],
      ['block', `${blockNumber}, ${blockHash}`],
    ],
    style,
  )
}

/** Says what is sold for what; of an amount that is to be bought that first. */
function saleText({ sellAmount, sellToken, buyToken, exactOutput }: SwapQuote): string {
  const sold = printAmount(sellAmount, sellToken)
  if (exactOutput === null) return `Sell ${sold} for ${printToken(buyToken)}`
  const { buyAmount, maxSellAmount } = exactOutput
  const most =
    maxSellAmount === null ? 'what may be sold' : `${printAmount(maxSellAmount, sellToken)} at most`
  return `Buy at least ${printAmount(buyAmount, buyToken)} for ${sold}, of ${most}`
}

/** The minimum output of the best way; nothing where none may be built. */
function leastTexts({
  best,
  candidates,
  buyToken,
}: SwapQuote): readonly (readonly [string, string])[] {
  const least = candidates.find(({ id }) => id === best)?.least ?? null
  return least === null ? [] : [['at least', printAmount(least, buyToken)]]
}

function bestText({ best, candidates, buyToken }: SwapQuote): string {
  const candidate = candidates.find(({ id }) => id === best)
  if (candidate === undefined) return 'none may be built'
  return `${candidate.id}, ${printWay(candidate.legs)}: ${printAmount(candidate.buyAmount, buyToken)}`
}

/** The statements of price sources, a line each. */
function sourcesOf({ sources }: FairValue, { sellToken, buyToken }: PairTokens): readonly string[] {
  return sources.map(({ asset, source, price, per, asOfUnix }) => {
    const tokens = [sellToken, buyToken]
    const unit = per === 'usd' ? 'USD' : printToken(tokenAmong(tokens, per))
    return `1 ${printToken(tokenAmong(tokens, asset))} = ${price} ${unit}, ${source}, ${printTime(asOfUnix)}`
  })
}

type PairTokens = { readonly sellToken: SwapToken; readonly buyToken: SwapToken }

function* printCandidates(quote: SwapQuote, style: TextStyle): Iterable<string> {
  const { best, candidates, buyToken } = quote
  const rows = candidates.map((candidate) => [
    candidate.id,
    candidate.refusal?.code ?? (candidate.id === best ? 'best' : 'ready'),
    printBare(candidate.buyAmount, buyToken),
    candidate.least === null ? '' : printBare(candidate.least, buyToken),
    candidate.lossBps ?? '',
    candidate.impactBps ?? '',
    printGrouped(candidate.gasUsed, 0),
    candidate.netOfGas === null ? '' : printBare(candidate.netOfGas, buyToken),
    printWay(candidate.legs),
  ])
  if (quote.order !== undefined) rows.splice(quote.order.rank - 1, 0, orderRow(quote, quote.order))
  const unit = buyToken.decimals === null ? 'base units' : printToken(buyToken)
  // A column that nothing fills says nothing.
  const filled = columnsIn(unit).map((_, at) => rows.some((row) => row[at] !== ''))
  const columns = columnsIn(unit).filter((_, at) => filled[at])
  yield* printTable(
    columns,
    rows.map((row) => row.filter((_, at) => filled[at])),
    style,
  )
  for (const candidate of candidates) yield* printNotes(candidate, quote, style)
}

/** An order stands among the ways by what it buys; its gas and its impact are not known. */
function orderRow({ sellToken, buyToken }: PairTokens, order: OrderOffer): string[] {
  const { book, buyAmount, feeAmount, lossBps, refusal } = order
  const amount = printBare(buyAmount, buyToken)
  const least = refusal === null ? amount : ''
  const state = refusal?.code ?? 'may not fill'
  const way = `order, price of ${book}, fee ${printAmount(feeAmount, sellToken)}`
  return ['order', state, amount, least, lossBps ?? '', '', '', '', way]
}

/** Says that the order may not fill, and the command that builds it. */
function* printOrderNote(
  { order, sellToken, buyToken, sellAmount }: SwapQuote,
  style: TextStyle,
): Iterable<string> {
  if (order === undefined) return
  yield `${printSafely(order.note)}\n`
  if (order.refusal !== null) return
  const { buyAmount, validForSeconds } = order
  const pair = `--sell ${sellToken.address} --buy ${buyToken.address}`
  const terms = `--raw-amount ${sellAmount} --raw-min-buy ${buyAmount} --valid-for ${validForSeconds}`
  yield style.dim(
    `Place it with the same tree and node: vaultwright swap order ${pair} ${terms} --publish\n`,
  )
}

function columnsIn(unit: string) {
  return [
    { title: 'id' },
    { title: 'state' },
    { title: `buys ${unit}`, align: 'right' },
    { title: 'at least', align: 'right' },
    { title: 'loss bps', align: 'right' },
    { title: 'impact bps', align: 'right' },
    { title: 'gas', align: 'right' },
    { title: 'net of gas', align: 'right' },
    { title: 'way' },
  ] as const
}

function printBare(amount: bigint, { decimals }: SwapToken): string {
  return printGrouped(amount, decimals ?? 0)
}

/** Prints a third party's promise beside the executed output, and the remainder of a token between two swaps. */
function* printNotes(
  { id, legs, offeredAmount, leftover }: SwapCandidate,
  { buyToken }: SwapQuote,
  style: TextStyle,
): Iterable<string> {
  if (offeredAmount !== null) {
    yield style.dim(
      `${id}: its maker offered ${printSafely(printAmount(offeredAmount, buyToken))}.\n`,
    )
  }
  for (const { token, amount } of leftover) {
    const passed = legs.reduce(
      (sum, leg) => (leg.sellToken === token ? sum + leg.sellAmount : sum),
      amount,
    )
    const part = `${printBps(amount, passed)} bps of what its first hop buys`
    yield style.dim(`${id}: ${amount} base units of ${token} stay in the vault, ${part}.\n`)
  }
}
