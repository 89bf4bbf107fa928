import { type Address, type Hex, nearestOf } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { swapVenues } from '@vaultwright/protocols'
import type { SwapWish } from '@vaultwright/swap'
import { choice, count, flag, list, type Options, text } from '../../../command/command.ts'
import { assertGiven, UsageError } from '../../../command/usage.ts'
import { readWord } from '../../../input/input.ts'
import type { Context } from '../../../terminal/context.ts'
import { amountGiven } from './amount.ts'
import type { MarketOnChain } from './market-on-chain.ts'
import { pairOptions } from './option.ts'
import { tokenMeant } from './token.ts'

/** Options that say what is swapped, and by which ways. */
export const wishOptions = {
  ...pairOptions,
  amount: text(
    'How much is sold, in display units; all for the balance above the reserve',
    'amount',
  ),
  'raw-amount': text('The same in base units, for tokens that tell no decimals', 'amount'),
  'slippage-bps': count(
    "How far below the executed output the least may lie; at most the policy's; default: 30",
    'bps',
  ),
  venue: list('Only this route, as "swap routes" names it; may be repeated', 'route'),
  offer: list(
    'Calldata that a third party made for a route, as in one_inch/swap_v5=0x…; a file as in route=@file; may be repeated',
    'route=0x…',
  ),
  'no-split': flag('Do not spread the amount over several venues'),
  'max-hops': choice(['1', '2'], 'Swaps in a row at most; default: 1'),
  contract: list(
    'A contract that quotes, where the registry has none, as in uniswap_v3/quoter_v2=0x…; may be repeated',
    'role=address',
  ),
} as const satisfies Options

export type WishOptions = {
  readonly sell: string | undefined
  readonly buy: string | undefined
  readonly amount: string | undefined
  readonly 'raw-amount': string | undefined
  readonly 'slippage-bps': number | undefined
  readonly venue: readonly string[]
  readonly offer: readonly string[]
  readonly 'no-split': boolean
  readonly 'max-hops': '1' | '2' | undefined
  readonly contract: readonly string[]
}

const defaultSlippageBps = 30

/** Reads what a person wants to swap. */
export async function wishOf(
  options: WishOptions,
  { tokens, policy }: Pick<MarketOnChain, 'tokens' | 'policy'>,
  context: Context,
): Promise<SwapWish> {
  assertVenues(options.venue)
  const sellToken = tokenMeant(assertGiven(options.sell, 'sell'), tokens, 'sell')
  const buyToken = tokenMeant(assertGiven(options.buy, 'buy'), tokens, 'buy')
  if (sellToken.address.toLowerCase() === buyToken.address.toLowerCase()) {
    throw new UsageError('--sell and --buy name the same token. Name two.', { option: 'buy' })
  }
  const isAll = options.amount === 'all'
  const amounts = isAll ? { ...options, amount: undefined } : options
  const sellAmount = amountGiven(amounts, { shown: 'amount', raw: 'raw-amount' }, sellToken)
  if (isAll && sellAmount !== null) {
    throw new UsageError('--amount all and --raw-amount are given. Give one of them.', {
      option: 'raw-amount',
    })
  }
  if (!isAll && sellAmount === null) {
    throw new UsageError('Say how much is sold: give --amount, or --amount all.', {
      option: 'amount',
    })
  }
  return {
    sellToken: sellToken.address,
    buyToken: buyToken.address,
    sellAmount,
    slippageBps: slippageOf(options, policy),
    venues: options.venue.length === 0 ? null : options.venue,
    calldata: await offersOf(options.offer, context),
    canSplit: !options['no-split'],
    maxHops: options['max-hops'] === '2' ? 2 : 1,
    withRefused: false,
  }
}

/** Reads the contracts that quote, by `<protocol>/<role>`. */
export function contractsOf({ contract }: Pick<WishOptions, 'contract'>): Map<string, Address> {
  return new Map(
    contract.map((word) => {
      const [role, account] = splitWord(word, 'contract', 'uniswap_v3/quoter_v2=0x…')
      return [role, parseAddress(account)]
    }),
  )
}

function slippageOf(
  options: Pick<WishOptions, 'slippage-bps'>,
  policy: MarketOnChain['policy'],
): bigint {
  const slippage = BigInt(options['slippage-bps'] ?? defaultSlippageBps)
  const most = policy?.maxSlippageBps ?? 10_000n
  if (slippage <= most) return slippage
  const whose = policy === null ? 'A slippage is' : 'The policy allows'
  throw new UsageError(`--slippage-bps ${slippage} is too much. ${whose} ${most} at most.`, {
    option: 'slippage-bps',
    value: String(slippage),
  })
}

/** Reads calldata by route; a file is read where the value begins with @. */
async function offersOf(words: readonly string[], context: Context): Promise<SwapWish['calldata']> {
  const offers: { readonly route: string; readonly data: Hex }[] = []
  for (const word of words) {
    const [route, value] = splitWord(word, 'offer', 'one_inch/swap_v5=0x…')
    const data = (await readWord(value, context)).toLowerCase()
    if (!/^0x([0-9a-f]{2})*$/.test(data)) {
      throw new UsageError(
        `The calldata of --offer ${route} is not hex. Give 0x and whole bytes.`,
        {
          option: 'offer',
          value: route,
        },
      )
    }
    if (offers.some((offer) => offer.route === route)) {
      throw new UsageError(`--offer ${route} is given twice. Give it once.`, { option: 'offer' })
    }
    offers.push({ route, data: data as Hex })
  }
  return offers
}

function splitWord(word: string, option: string, example: string): readonly [string, string] {
  const at = word.indexOf('=')
  if (at > 0 && at < word.length - 1) return [word.slice(0, at), word.slice(at + 1)]
  throw new UsageError(`--${option} cannot be ${JSON.stringify(word)}. Give it as in ${example}.`, {
    option,
    value: word,
  })
}

/** A venue that no protocol has would leave no way in silence. */
function assertVenues(venues: readonly string[]): void {
  const routes = new Set(swapVenues.map(({ route }) => route))
  const unknown = venues.find((venue) => !routes.has(venue))
  if (unknown === undefined) return
  const near = nearestOf(unknown, routes)
  const hint = near === null ? '' : ` Did you mean "${near}"?`
  throw new UsageError(
    `--venue ${JSON.stringify(unknown)} is not a route that swaps.${hint} "swap routes" lists those of the tree.`,
    { option: 'venue', value: unknown },
  )
}
