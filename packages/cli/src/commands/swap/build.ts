import { isSameAddress, printUnits } from '@vaultwright/base'
import {
  buildMarket,
  buildSwapBatch,
  type MarketOrder,
  type MarketTransaction,
} from '@vaultwright/operations'
import { quoteInputsIn } from '@vaultwright/swap'
import { swapBoundOf, swapCandidateOf } from '@vaultwright/wire'
import { type ArgumentsOf, defineCommand, flag, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import type { Answer, Context, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printSafely, printTimeOrNull as shownTime } from '../../terminal/table.ts'
import {
  type BuiltFileOptions,
  type BuiltHere,
  builtJsonOf,
  exitOf,
  printBuilt,
} from '../../transaction/built.ts'
import {
  assertSourceAlone,
  batchOption,
  oneSwapNames,
  readBatchFile,
} from './input/batch-request.ts'
import { minBuyGiven, tokenMeant } from './input/field.ts'
import { finishSwap, type MarketOnChain, onMarket } from './input/market-on-chain.ts'
import { builtOptions, fromOption, marketOptions, orderReadOptions } from './input/option.ts'
import { type QuoteFile, readQuoteFile } from './input/quote-file.ts'
import { swapRequestOf, swapRequestOptions, withSwapContext } from './input/swap-request.ts'
import { allowanceOf, batchJsonOf, printBuiltBatch } from './print/built-batch.ts'
import { printAmount, printPercent, printWay, tokenAmong } from './print/token.ts'

const { block: _, ...newestMarketOptions } = marketOptions

const buildOptions = {
  ...swapRequestOptions,
  ...batchOption,
  quote: text(
    'In place of a request: the file of "swap quote --json", or of the API; - reads standard input',
    'file',
  ),
  candidate: text('Of the quote; default: its best', 'id'),
  'min-buy': text(
    'A minimum output of your own in display units, which only raises the minimum',
    'amount',
  ),
  'raw-min-buy': text('The same in base units', 'amount'),
  'accept-unbounded': flag('Build where nothing tells what the tokens are worth; needs --min-buy'),
  ...orderReadOptions,
  ...newestMarketOptions,
  from: fromOption,
  ...builtOptions,
}

export const command = defineCommand({
  name: 'swap build',
  summary: 'Build a swap as Manager calldata with a minimum output within the policy',
  describe:
    'Builds a swap as calldata for the Manager at the newest block: exact approvals, the swaps with their minimum outputs, and the calls that take allowances back. The best way of a request is built, or a candidate of a quote (--quote). The whole batch is executed as it will be signed, and its minimum output is never below what the policy allows. What may not be built is refused with the reason (exit 1).',
  positionals: {},
  options: buildOptions,
  without: {
    block: 'It builds at the newest block.',
    'at-block': 'It builds at the newest block.',
  },
  examples: [
    [
      'swap build --sell WETH --buy USDC --amount 10 --definition fixtures/definitions/local-eth.yaml --strategist trader --rpc-url http://127.0.0.1:8545',
      'On the chain of "dev chain": the best way that the tree permits',
    ],
    [
      'swap build --quote quote.json --candidate c2 --definition vault.yaml --strategist trader --rpc-url https://… --safe swap.json',
      'What was quoted, for the strategist that is a Safe',
    ],
    [
      'swap build --sell WETH --buy USDC --amount 1 --accept-unbounded --min-buy 1990 --tree tree.json --from 0x… --rpc-url https://…',
      'Without a policy: the minimum is yours',
    ],
    [
      'swap build --swaps batch.json --definition vault.yaml --strategist trader --chain mainnet --simulate',
      'Several swaps, and actions before and after them, as one batch',
    ],
  ],
  run: async (args, context) => answerBuild(args, context),
})

type BuildOptions = ArgumentsOf<typeof buildOptions> & { readonly block: undefined }

async function answerBuild(given: Omit<BuildOptions, 'block'>, context: Context): Promise<Answer> {
  const options: BuildOptions = { ...given, block: undefined }
  if (options.swaps !== undefined) return answerBatch({ ...options, swaps: options.swaps }, context)
  assertOneSource(options)
  const file = options.quote === undefined ? null : await readQuoteFile(options.quote, context)
  const market = await onMarket(options, context, async (onChain): Promise<MarketBuilt> => {
    const order = await orderOf(options, { onChain, file, context })
    const swap = await withSwapContext(onChain, { options, context }, (swapContext) =>
      buildMarket(swapContext, order),
    )
    const here = await finishSwap(swap.built, { onChain, options, context })
    return { swap, quoteId: file?.record.id ?? null, here }
  })
  return {
    json: () => marketJsonOf(market),
    text: (style) => printMarket(market, options, style),
    exit: () => exitOf(market.here),
  }
}

/** Builds several swaps as one batch. */
async function answerBatch(
  options: BuildOptions & { readonly swaps: string },
  context: Context,
): Promise<Answer> {
  assertSourceAlone('swaps', options, [
    ...oneSwapNames,
    'quote',
    'candidate',
    'min-buy',
    'raw-min-buy',
  ])
  const market = await onMarket(options, context, async (onChain) => {
    const request = await readBatchFile(options.swaps, onChain, context)
    const swap = await withSwapContext(onChain, { options, context }, (swapContext) =>
      buildSwapBatch(swapContext, request, options['accept-unbounded']),
    )
    return { swap, here: await finishSwap(swap.built, { onChain, options, context }) }
  })
  return {
    json: () => batchJsonOf(market),
    text: (style) => printBuiltBatch(market, options, style),
    exit: () => exitOf(market.here),
  }
}

/** A quote says what is swapped, or the options do. */
function assertOneSource(options: BuildOptions): void {
  if (options.quote !== undefined) assertSourceAlone('quote', options, oneSwapNames)
  if (options.quote === undefined && options.candidate !== undefined) {
    throw new UsageError('--candidate is one of a quote. Give --quote with it.', {
      option: 'candidate',
    })
  }
}

type MarketSite = {
  readonly onChain: MarketOnChain
  readonly file: QuoteFile | null
  readonly context: Context
}

async function orderOf(
  options: BuildOptions,
  { onChain, file, context }: MarketSite,
): Promise<MarketOrder> {
  const { tokens } = onChain
  if (file !== null) assertSameVault(file, onChain)
  const of: MarketOrder['of'] =
    file === null
      ? { kind: 'wish', wish: await swapRequestOf(options, onChain, context) }
      : {
          kind: 'quote',
          receipt: file.receipt,
          candidate: options.candidate ?? null,
          expiresAtUnix: file.record.expiresAtUnix,
        }
  const bought = of.kind === 'wish' ? of.wish.buyToken : quoteInputsIn(of.receipt).buyToken.address
  const buyToken = tokenMeant(bought, tokens, 'buy_token')
  const minBuyAmount = minBuyGiven(options, buyToken)
  const acceptsUnbounded = options['accept-unbounded']
  const isNamed = of.kind === 'wish' && of.wish.buyAmount !== undefined
  if (acceptsUnbounded && minBuyAmount === null && !isNamed) {
    throw new UsageError(
      '--accept-unbounded builds without a bound of the policy. Say what must be bought at least: give --min-buy.',
      { option: 'min-buy' },
    )
  }
  return { of, minBuyAmount, acceptsUnbounded }
}

/** A quote of another vault says nothing of this one. */
function assertSameVault({ name, receipt }: QuoteFile, { build, chain }: MarketOnChain): void {
  const { vault, chainId } = quoteInputsIn(receipt)
  if (isSameAddress(vault, build.vault) && chainId === chain.id) return
  throw new UsageError(
    `The quote ${name} is of the vault ${vault} on chain ${chainId}; this is ${build.vault} on chain ${chain.id}. Give a quote of this vault.`,
    { option: 'quote' },
  )
}

/** A swap that was built. */
type MarketBuilt = {
  readonly swap: MarketTransaction
  /** Of the quote file; null for a wish. */
  readonly quoteId: string | null
  readonly here: BuiltHere
}

/** Turns a swap that was built into the keys of the interface. */
function marketJsonOf({ swap, quoteId, here }: MarketBuilt): Json {
  const { quote, candidate, least: minimum, deadlineUnix, approvalsLeft } = swap
  const { buyToken, bound } = quote
  return {
    ...builtJsonOf(here),
    quote: {
      quote_id: quoteId,
      block_number: Number(quote.blockNumber),
      block_hash: quote.blockHash,
      candidate: swapCandidateOf(candidate, quote),
    },
    least: buyToken.decimals === null ? null : printUnits(minimum, buyToken.decimals),
    raw_least: minimum,
    bound: bound === null ? null : swapBoundOf(bound, buyToken),
    deadline: shownTime(deadlineUnix),
    approvals_left: approvalsLeft.map(allowanceOf),
  }
}

/** Prints a swap that was built: its way, its numbers, then the calls and the calldata. */
function* printMarket(
  { swap, here }: MarketBuilt,
  options: Pick<BuiltFileOptions, 'calldata'>,
  style: TextStyle,
): Iterable<string> {
  const { quote, candidate, least: minimum, deadlineUnix, approvalsLeft } = swap
  const { sellToken, buyToken, fair, bound } = quote
  const request = `Sell ${printAmount(quote.sellAmount, sellToken)} for at least ${printAmount(minimum, buyToken)}`
  yield `${style.bold(printSafely(request))}\n`
  const boundText =
    bound === null
      ? `none: ${quote.fairReason}`
      : `${printAmount(bound.least, buyToken)}: at most ${printPercent(bound.maxLossBps)} less than fair`
  const rows = [
    ['way', printWay(candidate.legs)],
    ['buys', `${printAmount(candidate.buyAmount, buyToken)}, executed`],
    ['fair', fair === null ? 'not known' : printAmount(fair.buyAmount, buyToken)],
    ['bound', boundText],
    ['deadline', shownTime(deadlineUnix) ?? 'none'],
    ['block', `${quote.blockNumber}, ${quote.blockHash}`],
    ...approvalsLeft.map(({ token, spender, amount }) => {
      const named = tokenAmong([sellToken, buyToken], token)
      return ['leaves', `an allowance of ${printAmount(amount, named)} to ${spender}`] as const
    }),
  ] as const
  yield* printPairs(rows, style)
  yield '\n'
  yield* printBuilt(here, options, style)
}
