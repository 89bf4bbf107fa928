import type { Address } from '@vaultwright/base'
import type { Chain, LocalChain } from '@vaultwright/chain'
import type { SwapContext } from '@vaultwright/operations'
import { type KnownFacts, knownFactsOf } from '@vaultwright/protocols'
import type { SwapPolicy, SwapRequest } from '@vaultwright/swap'
import { localTree, placeOf } from '../node/local-chain.ts'

/** A policy of the local chain: WETH and USDC by its oracle, half a per cent of loss. */
export function localPolicy(local: LocalChain, more: Partial<SwapPolicy> = {}): SwapPolicy {
  const oracle = placeOf(local, 'Price oracle')
  return {
    maxLossBps: 50n,
    maxSlippageBps: 100n,
    maxImpactBps: 1_000n,
    quoteTtlSeconds: 60,
    requoteToleranceBps: 10n,
    maxOrderSeconds: 86_400,
    reserves: new Map(),
    prices: ['WETH', 'USDC'].map((name) => ({
      kind: 'oracle',
      oracle,
      asset: placeOf(local, name),
      per: 'usd',
      confidence: null,
    })),
    deviationBps: 100n,
    ...more,
  }
}

/** The context of quotes by the trader of the local chain. */
export function localContext(
  { local, chain }: { readonly local: LocalChain; readonly chain: Chain },
  more: Partial<SwapContext> = {},
): SwapContext {
  return {
    chain,
    forks: null,
    build: {
      tree: localTree('local-eth-trader').tree,
      vault: placeOf(local, 'Local ETH'),
      manager: placeOf(local, 'Local ETH: manager'),
      chainId: 31337,
      knownFacts: localFacts(local),
      reads: null,
      managerTree: null,
      // Deadlines outlast what tests mine.
      now: 4_000_000_000n,
    },
    strategist: placeOf(local, 'trader'),
    policy: localPolicy(local),
    aggregators: [],
    readReserved: null,
    contracts: new Map(),
    block: 'latest',
    signal: new AbortController().signal,
    ...more,
  }
}

/** Symbols of tokens and protocols of accounts, as a definition would tell them. */
function localFacts(local: LocalChain): KnownFacts {
  const protocols = new Map([
    [placeOf(local, 'WETH'), ['native_wrapper']],
    [placeOf(local, 'wstETH'), ['lido']],
    [placeOf(local, 'weETH'), ['ether_fi']],
  ])
  const units = new Map<Address, string>(
    ['WETH', 'USDC'].map((name) => [placeOf(local, name), name]),
  )
  return {
    ...knownFactsOf(31337),
    protocolsOf: (account) => protocols.get(account) ?? [],
    tokenOf: (account) => {
      const symbol = units.get(account)
      if (symbol === undefined) return null
      return { symbol, decimals: symbol === 'USDC' ? 6 : 18, resetsApproval: false }
    },
  }
}

/** A wish to sell one token of the local chain for another, on Uniswap v3 unless it says otherwise. */
export function localRequest(
  local: LocalChain,
  [sell, buy]: readonly [sell: string, buy: string],
  more: Partial<SwapRequest> = {},
): SwapRequest {
  return {
    sellToken: placeOf(local, sell),
    buyToken: placeOf(local, buy),
    sellAmount: 10n ** 18n,
    slippageBps: 30n,
    venues: ['uniswap_v3/swap'],
    calldata: [],
    canSplit: false,
    maxHops: 1,
    withRefused: false,
    ...more,
  }
}
