import { quoteSwap } from '@vaultwright/operations'
import { swapQuoteOf } from '@vaultwright/wire'
import { defineCommand, flag, required, text } from '../../command/command.ts'
import { blockTagOf } from '../../input/node-option.ts'
import type { Answer, Context, Json } from '../../terminal/context.ts'
import { onMarket, type SwapOptions } from './input/market-on-chain.ts'
import { fromOption, marketOptions, orderReadOptions } from './input/option.ts'
import { quoteRecordOf } from './input/quote-record.ts'
import { withSwapContext } from './input/swap-context.ts'
import { type SwapRequestOptions, swapRequestOf, swapRequestOptions } from './input/swap-request.ts'
import type { OrderReadOptions } from './input/vault-order.ts'
import { printQuote } from './print/quote.ts'

const { block: _, ...marketOptionsAtBlock } = marketOptions

export const command = defineCommand({
  name: 'swap quote',
  summary: 'Measure every way of a tree to swap, ranked, with a receipt',
  describe:
    'Quotes a swap: every way that the tree permits is measured by executing its Manager batch at one block, compared with what the tokens are worth by the price sources of the definition, and ranked. Prints the ways, the best first, then what is refused and why. It exits with 1 if no way may be built. --json prints the quote as the API does, with the receipt that "swap explain" recomputes. Services take part whose key is set (AGGREGATOR_1INCH_KEY, AGGREGATOR_ODOS_KEY); those that only offer prices answer with --with-refused.',
  positionals: {},
  options: {
    ...swapRequestOptions,
    sell: required(swapRequestOptions.sell),
    buy: required(swapRequestOptions.buy),
    'at-block': text('Number, hash, latest, safe or finalized; default: latest', 'block'),
    'with-refused': flag(
      'Also ask venues that the tree lacks, and name the leaf that permits each',
    ),
    ...orderReadOptions,
    ...marketOptionsAtBlock,
    from: fromOption,
  },
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
      'swap quote --sell WETH --buy USDC --amount 10 --tree tree.json --from 0x… --rpc-url https://… --json --out quote.json',
      'For "swap explain" and "swap build --quote"',
    ],
  ],
  run: async (args, context) => answerQuote(args, context),
})

type QuoteOptions = Omit<SwapOptions, 'block'> &
  OrderReadOptions &
  SwapRequestOptions & {
    readonly 'at-block': string | undefined
    readonly 'with-refused': boolean
    readonly quiet: boolean
  }

/** The time a quote counts where no policy says. */
const defaultTtlSeconds = 60

async function answerQuote(options: QuoteOptions, context: Context): Promise<Answer> {
  const word = options['at-block']
  blockTagOf(word, 'at-block')
  const market = { ...options, block: word }
  const { quote, record } = await onMarket(market, context, async (onChain) => {
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
    exit: () => (quote.best === null ? 1 : 0),
  }
}
