import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  type Chain,
  type LocalChain,
  openChain,
  openHttpRpc,
  openLocalChain,
  type Rpc,
  type RpcCall,
} from '@vaultwright/chain'
import { parseTreeFile } from '@vaultwright/formats'
import { quoteSwap, type SwapContext } from '@vaultwright/operations'
import { knownFactsOf } from '@vaultwright/protocols'
import type { SwapPolicy, SwapRequest } from '@vaultwright/swap'
import { openRoundTrips } from '../support/node/round-trip.ts'
import { openSlowNode } from '../support/node/slow-node.ts'
import type { Figure } from './figure.ts'
import { assertEqual, measure } from './measure.ts'

type QuoteSize = {
  readonly rounds: number
  /** Quotes before the first that counts. */
  readonly warmups: number
  /** The distances of the node, milliseconds on the way to it; a row of figures each. */
  readonly latenciesMs: readonly number[]
}

export const sizes = {
  full: { rounds: 15, warmups: 20, latenciesMs: [0, 50, 100] },
  tiny: { rounds: 1, warmups: 0, latenciesMs: [0, 1] },
} as const

const folder = fileURLToPath(new URL('../../fixtures/chain', import.meta.url))
const definition = fileURLToPath(
  new URL('../../fixtures/definitions/local-eth.yaml', import.meta.url),
)
const program = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url))
const oneWeth = 10n ** 18n

/**
 * A quote over six venues, each of another amount so that nothing is remembered, against the bare simulations
 * that it makes, sent as they were. Its ratio is ours over the peer.
 */
export async function benchQuote(size: QuoteSize): Promise<readonly Figure[]> {
  const local = await openLocalChain(folder)
  try {
    const figures: Figure[] = []
    for (const latencyMs of size.latenciesMs)
      figures.push(...(await compare(local, latencyMs, size)))
    figures.push(...(await benchProgram(local, size.latenciesMs.at(-1)!, size.rounds)))
    return figures
  } finally {
    await local.anvil.close()
  }
}

async function compare(
  local: LocalChain,
  latencyMs: number,
  { rounds, warmups }: QuoteSize,
): Promise<readonly Figure[]> {
  const rpc = openHttpRpc({
    endpoints: [local.anvil.url],
    fetch: async (url, init) => {
      if (latencyMs > 0) await pause(latencyMs)
      return fetch(url, init)
    },
  })
  const requests: (readonly RpcCall[])[] = []
  const recorded: Rpc = {
    ...rpc,
    ask: (calls) => {
      requests.push(calls)
      return rpc.ask(calls)
    },
  }
  const chain = await openChain(recorded, { id: local.manifest.chainId })
  const context = contextOf(local, chain)
  let amount = oneWeth
  const quote = () => {
    requests.length = 0
    amount += 1n
    return quoteSwap(context, swapRequestOf(local, amount))
  }
  const first = await quote()
  assertEqual('venues', first.candidates.length, 6)
  const batches = requests.filter((calls) => calls.some(isSimulation))
  const simulations = batches.flat().filter(isSimulation).length
  await quote()
  const trips = await tripsOf(local)
  const bare = async () => {
    for (const calls of batches) await rpc.ask(calls)
  }
  for (let time = 0; time < warmups; time++) await quote()
  const medians = await measure({ quote, bare }, rounds)
  await rpc.close()
  const suffix = latencyMs === 0 ? '' : `-${latencyMs}ms`
  const timed: Figure = {
    name: `quote-6${suffix}`,
    peer: 'eth_simulateV1',
    unit: 'ms',
    ours: medians.quote,
    theirs: medians.bare,
    ratio: medians.quote / medians.bare,
    fresh: true,
  }
  if (latencyMs > 0) return [timed]
  const counted = { peer: null, unit: 'count', theirs: null, ratio: null, fresh: true } as const
  return [
    timed,
    { ...counted, name: 'quote-6-simulations', ours: simulations },
    { ...counted, name: 'quote-6-trips', ours: trips },
  ]
}

/** The same by the program in a process of its own, over two tiers as a split: from its start to its end. */
async function benchProgram(
  local: LocalChain,
  latencyMs: number,
  rounds: number,
): Promise<readonly Figure[]> {
  const node = await openSlowNode(local.anvil.url, latencyMs)
  let amount = 50n * oneWeth
  const run = async () => {
    amount += 1n
    const words = ['--sell', 'WETH', '--buy', 'USDC', '--raw-amount', String(amount)]
    const place = ['--definition', definition, '--strategist', 'trader', '--rpc-url', node.url]
    await promisify(execFile)(process.execPath, [program, 'swap', 'quote', ...words, ...place])
  }
  await run()
  const from = node.depth()
  await run()
  const trips = node.depth() - from
  const { program: ours } = await measure({ program: run }, rounds)
  await node.close()
  const alone = { peer: null, theirs: null, ratio: null, fresh: true } as const
  return [
    { ...alone, name: `quote-program-${latencyMs}ms`, unit: 'ms', ours },
    // At a short distance what goes together may seem to follow.
    ...(latencyMs < 50
      ? []
      : [{ ...alone, name: 'quote-program-trips', unit: 'count', ours: trips } as const]),
  ]
}

/** Counts the round trips of a quote that follow each other. */
async function tripsOf(local: LocalChain): Promise<number> {
  const counter = openRoundTrips()
  const rpc = openHttpRpc({ endpoints: [local.anvil.url] })
  const chain = await openChain(counter.rpcOf(rpc), { id: local.manifest.chainId })
  const context = contextOf(local, chain)
  await quoteSwap(context, swapRequestOf(local, oneWeth))
  counter.take()
  await quoteSwap(context, swapRequestOf(local, oneWeth + 1n))
  await rpc.close()
  return counter.take().trips
}

function isSimulation({ method }: RpcCall): boolean {
  return method === 'eth_simulateV1'
}

function contextOf({ manifest }: LocalChain, chain: Chain): SwapContext {
  const [vault] = manifest.vaults
  const { tree } = parseTreeFile(readFileSync(`${folder}/trees/local-eth-trader.json`))
  const { contracts, accounts } = manifest
  const priceOf = (asset: string): SwapPolicy['prices'][number] => ({
    kind: 'oracle',
    oracle: contracts['Price oracle']!,
    asset: contracts[asset]!,
    per: 'usd',
    confidence: null,
  })
  return {
    chain,
    forks: null,
    strategist: accounts.find(({ name }) => name === 'trader')!.address,
    aggregators: [],
    readReserved: null,
    contracts: new Map([['uniswap_v3/quoter_v2', contracts['Uniswap quoter']!]]),
    block: 'latest',
    signal: new AbortController().signal,
    policy: {
      maxLossBps: 500n,
      maxSlippageBps: 100n,
      maxImpactBps: 1_000n,
      quoteTtlSeconds: 60,
      requoteToleranceBps: 10n,
      maxOrderSeconds: 86_400,
      reserves: new Map(),
      prices: [priceOf('WETH'), priceOf('USDC')],
      deviationBps: 100n,
    },
    build: {
      tree,
      vault: vault!.vault,
      manager: vault!.manager,
      chainId: manifest.chainId,
      knownFacts: knownFactsOf(manifest.chainId),
      reads: null,
      managerTree: null,
      now: 4_000_000_000n,
    },
  }
}

function swapRequestOf({ manifest }: LocalChain, sellAmount: bigint): SwapRequest {
  const { contracts } = manifest
  return {
    sellToken: contracts.WETH!,
    buyToken: contracts.USDC!,
    sellAmount,
    slippageBps: 30n,
    venues: ['uniswap_v3/swap', 'uniswap_v3/swap_02'],
    calldata: [],
    canSplit: false,
    maxHops: 1,
    withRefused: false,
  }
}
