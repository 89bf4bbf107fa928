import type { OrderBook } from '@vaultwright/aggregator'
import { type BuildContext, buildActions } from '@vaultwright/builder'
import {
  assertLimitAtMarket,
  cancelRouteOf,
  type LimitOrderPlan,
  planLimitOrder,
  readMarketBound,
  readSwapPair,
} from '@vaultwright/operations'
import {
  buyAmountAt,
  defaultOrderSeconds,
  maxBookSeconds,
  permittedOrderOf,
  type SwapToken,
} from '@vaultwright/swap'
import {
  type ArgumentsOf,
  count,
  defineCommand,
  flag,
  required,
  text,
} from '../../command/command.ts'
import { assertGiven, UsageError } from '../../command/usage.ts'
import type { Answer, Context } from '../../terminal/context.ts'
import { type BuiltHere, exitOf } from '../../transaction/built.ts'
import { counted, minBuyGiven, reading, sellAmountGiven } from './input/field.ts'
import { finishSwap, type MarketOnChain, onMarket } from './input/market-on-chain.ts'
import {
  builtOptions,
  fromOption,
  marketOptions,
  orderReadOptions,
  pairOptions,
} from './input/option.ts'
import { openOrderBook } from './input/swap-request.ts'
import { readVaultOrders, uidOf, warnUnread } from './input/vault-order.ts'
import { type OrderBuilt, orderBuiltJsonOf, printOrderBuilt } from './print/order.ts'

const orderOptions = {
  sell: required(pairOptions.sell),
  buy: required(pairOptions.buy),
  amount: text('How much is sold, in display units', 'amount'),
  'raw-amount': text('The same in base units, for tokens that tell no decimals', 'amount'),
  limit: text('What one token that is sold buys at least, in display units', 'price'),
  'min-buy': text('In place of --limit: what all of it buys at least, in display units', 'amount'),
  'raw-min-buy': text('The same in base units', 'amount'),
  'valid-for': count('How long it may be filled; default: 86400, a day', 'seconds'),
  'in-parts': flag('Solvers may fill parts of it'),
  parts: count(
    'Sell it in as many equal orders of consecutive windows, signed together; each ends with its window of 300 seconds at least, and the settlement knows no start',
    'number',
  ),
  'accept-unbounded': flag(
    'Build where the prices of the policy are not known, so nothing bounds the limit',
  ),
  replace: text(
    'The open order whose place it takes in the same transaction: its uid. What of that one is filled before is sold beside it',
    'uid',
  ),
  publish: flag(
    'Post it to the order book: that of AGGREGATOR_COW_URL, or with AGGREGATOR_COW_KEY the public one',
  ),
  ...orderReadOptions,
  ...marketOptions,
  from: fromOption,
  ...builtOptions,
}

export const command = defineCommand({
  name: 'swap order',
  summary: 'Build a limit order as Manager calldata, with its uid',
  describe:
    'Builds a limit order as calldata for the Manager: the allowance that all open orders of the token need together, then the pre-signature with the order behind it, whose terms the leaf binds. Prints terms, uid, EIP-712 domain and what an order book takes. It refuses (exit 1) what the tree does not permit, and names the leaf, and a limit below what the policy of the definition lets the tokens be sold for.',
  positionals: {},
  options: orderOptions,
  examples: [
    [
      'swap order --sell WETH --buy USDC --amount 10 --limit 2600 --definition fixtures/definitions/local-eth.yaml --strategist trader --rpc-url http://127.0.0.1:8545',
      'On the chain of "dev chain": sell 10 WETH at 2,600 USDC or better within a day',
    ],
    [
      'swap order --sell WETH --buy USDC --amount 1 --min-buy 2600 --valid-for 3600 --tree tree.json --rpc-url https://… --safe order.json',
      'For the strategist that is a Safe',
    ],
    [
      'swap order --sell WETH --buy USDC --amount 1 --limit 2600 --definition vault.yaml --strategist trader --chain mainnet --publish',
      'Also posted to the order book, so that solvers see it',
    ],
    [
      'swap order --sell WETH --buy USDC --amount 60 --limit 1990 --parts 6 --valid-for 7200 --definition vault.yaml --strategist trader --chain mainnet',
      'In six parts of 20 minutes: one approval, six signatures',
    ],
  ],
  run: async (args, context) => answerOrder(args, context),
})

type OrderOptions = ArgumentsOf<typeof orderOptions>

async function answerOrder(options: OrderOptions, context: Context): Promise<Answer> {
  const sell = assertGiven(options.sell, 'sell')
  const buy = assertGiven(options.buy, 'buy')
  const order = await onMarket(options, context, async (onChain): Promise<OrderBuilt> => {
    const { tokens, build, market, policy, block } = onChain
    const book = options.publish ? openOrderBook(context, onChain.chain.id) : null
    const pair = reading(() => readSwapPair({ sell_token: sell, buy_token: buy }, tokens))
    const { sellToken, buyToken } = pair
    const order = permittedOrderOf(market, ownedInput(build), {
      sellToken: sellToken.address,
      buyToken: buyToken.address,
    })
    const settlement = options.settlement ?? String(order.binding.settlement)
    const amounts = amountsOf(options, pair)
    await assertLimit(onChain, amounts, options)
    const orders = await readVaultOrders(onChain, { ...options, settlement })
    const { ports, states, unread } = orders
    warnUnread(unread, { context, quiet: options.quiet })
    const request = {
      vault: build.vault,
      ...amounts,
      validForSeconds: BigInt(options['valid-for'] ?? defaultOrderSeconds),
      maxSeconds: policy === null ? maxBookSeconds : BigInt(policy.maxOrderSeconds),
      isPartiallyFillable: options['in-parts'],
      parts: options.parts ?? 1,
      ...(options.replace !== undefined && {
        replaced: { uid: uidOf(options.replace), route: cancelRouteOf(market, settlement) },
      }),
    }
    const earlier = { states, uids: unread.map(({ uid }) => uid) }
    const plan = await planLimitOrder(ports, request, { block, known: earlier })
    const built = await buildActions(build, plan.requests)
    const here = await finishSwap(built, { onChain, options, context })
    const publication = await publish({ plan, here, book }, context)
    return { ...pair, plan, here, chainId: onChain.chain.id, publication }
  })
  return {
    json: () => orderBuiltJsonOf(order),
    text: (style) => printOrderBuilt(order, options, style),
    exit: () => exitOf(order.here),
  }
}

/** Refuses a limit below what the policy lets the tokens be sold for; without a policy nothing bounds it. */
async function assertLimit(
  { chain, policy, block }: MarketOnChain,
  amounts: ReturnType<typeof amountsOf>,
  options: OrderOptions,
): Promise<void> {
  if (policy === null) return
  const bound = await readMarketBound({ chain, policy }, amounts, block)
  const acceptsUnbounded = options['accept-unbounded']
  assertLimitAtMarket(bound, { buyAmount: amounts.buyAmount, acceptsUnbounded })
}

/** Posts an order that may be signed: nothing fills it before its signature is on the chain. */
async function publish(
  { plan, here, book }: PublishedOrder,
  { signal }: Context,
): Promise<OrderBuilt['publication']> {
  if (book === null || exitOf(here) !== 0) return null
  const { uid, terms } = plan
  const { wasKnown } = await book.publish({ uid, terms, owner: here.context.vault }, signal)
  return { book: book.name, wasKnown }
}

type PublishedOrder = {
  readonly plan: LimitOrderPlan
  readonly here: BuiltHere
  readonly book: OrderBook | null
}

/** The owner of the tree, in the form for readers of leaves. */
function ownedInput({ vault, manager, drones = [], chainId, knownFacts }: BuildContext) {
  return { owner: { vault, manager, drones }, chainId, knownFacts }
}

type Pair = { readonly sellToken: SwapToken; readonly buyToken: SwapToken }

/** Reads both amounts, in base units, with tokens whose decimals are known. */
function amountsOf(options: OrderOptions, pair: Pair) {
  const sellToken = counted(pair.sellToken)
  const buyToken = counted(pair.buyToken)
  const sellAmount = sellAmountGiven(options, sellToken)
  if (sellAmount === null) throw new UsageError('Say how much is sold: give --amount.')
  const minimum = minBuyGiven(options, buyToken)
  const { limit } = options
  if ((minimum === null) === (limit === undefined)) {
    throw new UsageError(
      minimum === null
        ? 'An order needs a limit. Give --limit, or --min-buy.'
        : '--limit and --min-buy are given. Give one of them.',
      { option: 'limit' },
    )
  }
  const decimals = { sell: sellToken.decimals, buy: buyToken.decimals }
  const buyAmount = minimum ?? buyAmountAt(limit!, sellAmount, decimals)
  return { sellToken, buyToken, sellAmount, buyAmount }
}
