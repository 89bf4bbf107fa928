import type { Address } from '@vaultwright/base'
import { openForkPool } from '@vaultwright/chain'
import type { SwapContext } from '@vaultwright/operations'
import { allowanceOf, openOrdersOf } from '@vaultwright/swap'
import type { Context } from '../../../terminal/context.ts'
import { assertStrategist, type MarketOnChain } from './market-on-chain.ts'
import { contractsOf, type SwapRequestOptions } from './swap-request.ts'
import { openThirdParties } from './third-party.ts'
import { type OrderReadOptions, readVaultOrders, warnUnread } from './vault-order.ts'

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
  const { aggregators } = openThirdParties(context)
  const reserved = await reservedOf(onChain, { options, context })
  const forks = openForkPool({ upstreams: { [chain.id]: urls }, size: 1 })
  try {
    return await work({
      chain,
      forks,
      build,
      strategist,
      policy,
      aggregators,
      reserved,
      contracts: contractsOf(options),
      block: block.hash,
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
