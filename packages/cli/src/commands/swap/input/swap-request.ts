import {
  type NamedAggregators,
  type OrderBook,
  openNamedAggregators,
} from '@vaultwright/aggregator'
import { type Address, openEnvReader } from '@vaultwright/base'
import { openForkPool } from '@vaultwright/chain'
import { parseAddress } from '@vaultwright/merkle'
import { readSwapPair, readSwapRequest, type SwapContext } from '@vaultwright/operations'
import { allowanceOf, openOrdersOf, type SwapRequest } from '@vaultwright/swap'
import {
  choice,
  count,
  flag,
  list,
  type Options,
  text,
  type ValuesOf,
} from '../../../command/command.ts'
import { assertGiven, UsageError } from '../../../command/usage.ts'
import { readWord } from '../../../input/input.ts'
import type { Context } from '../../../terminal/context.ts'
import { optionOf, reading } from './field.ts'
import { assertStrategist, type MarketOnChain } from './market-on-chain.ts'
import { pairOptions } from './option.ts'
import { type OrderReadOptions, readVaultOrders, warnUnread } from './vault-order.ts'

/** Options that say what is swapped, and by which ways. */
export const swapRequestOptions = {
  ...pairOptions,
  amount: text(
    'How much is sold, in display units; all for the balance above the reserve',
    'amount',
  ),
  'raw-amount': text('The same in base units, for tokens that tell no decimals', 'amount'),
  'buy-amount': text(
    'In place of --amount: what is to be bought at least, in display units; as little is sold as buys it with the slippage added',
    'amount',
  ),
  'raw-buy-amount': text('The same in base units', 'amount'),
  'max-sell': text(
    'With --buy-amount: the most that may be sold, in display units; default: the balance above the reserve',
    'amount',
  ),
  'raw-max-sell': text('The same in base units', 'amount'),
  'slippage-bps': count(
    "Maximum slippage below the executed output, in basis points; at most the policy's; default: 30",
    'bps',
  ),
  venue: list('Only this route, as "swap routes" names it; may be repeated', 'route'),
  offer: list(
    'Calldata that a third party made for a route, as in one_inch/swap_v5=0x…; a file as in route=@file; may be repeated',
    'route=0x…',
  ),
  'no-split': flag('Do not spread the amount over several venues'),
  'max-hops': choice(
    ['1', '2'],
    'Swaps in a row at most: with 2 also by way of a third token; default: 1',
  ),
  contract: list(
    'A contract that quotes, where the registry has none, as in uniswap_v3/quoter_v2=0x…; may be repeated',
    'role=address',
  ),
} as const satisfies Options

export type SwapRequestOptions = ValuesOf<typeof swapRequestOptions>

/** Reads what a person wants to swap; everything is sold only where that is said. */
export async function swapRequestOf(
  options: SwapRequestOptions,
  { tokens, policy }: Pick<MarketOnChain, 'tokens' | 'policy'>,
  context: Context,
): Promise<SwapRequest> {
  const fields = {
    sell_token: assertGiven(options.sell, 'sell'),
    buy_token: assertGiven(options.buy, 'buy'),
    sell_amount: options.amount,
    raw_sell_amount: options['raw-amount'],
    buy_amount: options['buy-amount'],
    raw_buy_amount: options['raw-buy-amount'],
    max_sell_amount: options['max-sell'],
    raw_max_sell_amount: options['raw-max-sell'],
    slippage_bps: options['slippage-bps'],
    venues: options.venue.length === 0 ? null : options.venue,
    calldata: await offersOf(options.offer, context),
    split: !options['no-split'],
    max_hops: options['max-hops'] === '2' ? 2 : 1,
  }
  const amounts = [options.amount, options['raw-amount'], fields.buy_amount, fields.raw_buy_amount]
  if (amounts.every((amount) => amount === undefined)) {
    const message = 'Say how much is sold or bought: give --amount, --amount all, or --buy-amount.'
    throw new UsageError(message, { option: 'amount' })
  }
  return reading(() =>
    readSwapRequest(fields, readSwapPair(fields, tokens), { policy, nameOf: optionOf }),
  )
}

/** Reads the contracts that quote, by `<protocol>/<role>`. */
function contractsOf({ contract }: Pick<SwapRequestOptions, 'contract'>): Map<string, Address> {
  return new Map(
    contract.map((word) => {
      const [role, account] = splitWord(word, 'contract', 'uniswap_v3/quoter_v2=0x…')
      return [role, parseAddress(account)]
    }),
  )
}

/** Reads calldata by route; a file is read where the value begins with @. */
async function offersOf(words: readonly string[], context: Context) {
  const offers: { readonly route: string; readonly data: string }[] = []
  for (const word of words) {
    const [route, value] = splitWord(word, 'offer', 'one_inch/swap_v5=0x…')
    offers.push({ route, data: await readWord(value, context) })
  }
  return offers
}

function splitWord(word: string, option: string, example: string): readonly [string, string] {
  const position = word.indexOf('=')
  if (position > 0 && position < word.length - 1)
    return [word.slice(0, position), word.slice(position + 1)]
  throw new UsageError(`--${option} cannot be ${JSON.stringify(word)}. Give it as in ${example}.`, {
    option,
    value: word,
  })
}

type ContextOptions = OrderReadOptions &
  Pick<SwapRequestOptions, 'contract'> & { readonly quiet: boolean }

/** Does work with all that a quote is made with; forks end after it. */
export async function withSwapContext<Result>(
  onChain: MarketOnChain,
  { options, context }: { readonly options: ContextOptions; readonly context: Context },
  work: (swap: SwapContext) => Promise<Result>,
): Promise<Result> {
  const { chain, block, build, policy, urls } = onChain
  const strategist = assertStrategist(onChain)
  const { aggregators, orderBookOf } = openThirdParties(context)
  const readReserved = () => reservedOf(onChain, { options, context })
  const forks = openForkPool({ upstreams: { [chain.id]: urls }, size: 1 })
  try {
    return await work({
      chain,
      forks,
      build,
      strategist,
      policy,
      aggregators,
      orderBook: orderBookOf(chain.id),
      readReserved,
      contracts: contractsOf(options),
      block,
      signal: context.signal,
    })
  } finally {
    await forks.close()
  }
}

/** The amounts that open orders still sell, which are not free; a tree without leaves of orders has none. */
async function reservedOf(
  onChain: MarketOnChain,
  { options, context }: { readonly options: ContextOptions; readonly context: Context },
): Promise<ReadonlyMap<Address, bigint>> {
  const hasOrders = onChain.market.permissions.some(({ action }) => action.route.startsWith('cow/'))
  if (!hasOrders && options.settlement === undefined) return new Map()
  const { states, unread } = await readVaultOrders(onChain, options)
  warnUnread(unread, { context, quiet: options.quiet })
  const sold = new Set(states.map(({ terms }) => terms.sellToken))
  return new Map([...sold].map((token) => [token, allowanceOf(openOrdersOf(states, token), 0n)]))
}

/** Opens the services that the environment names; without a variable none is asked. */
function openThirdParties({ config, now }: Context): NamedAggregators {
  const reader = openEnvReader(config.variables)
  const opened = openNamedAggregators(reader, { fetch: globalThis.fetch, nowMs: now })
  const [problem] = reader.problems
  if (problem === undefined) return opened
  // Its value may be a secret.
  throw new UsageError(`${problem.name} is not ${problem.rule}. Correct it, or unset it.`, {
    variable: problem.name,
  })
}

/** Opens the order book that the environment names for a chain. */
export function openOrderBook(context: Context, chainId: number): OrderBook {
  const book = openThirdParties(context).orderBookOf(chainId)
  if (book !== null) return book
  throw new UsageError(
    `No order book is configured for chain ${chainId}. Set AGGREGATOR_COW_URL to the address of one, or AGGREGATOR_COW_KEY for the public one of the chain.`,
    { option: 'publish' },
  )
}
