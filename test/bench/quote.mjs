import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openChain, openHttpRpc, openLocalChain } from '@vaultwright/chain'
import { parseTreeFile } from '@vaultwright/formats'
import { quoteSwap } from '@vaultwright/operations'
import { knownFactsOf } from '@vaultwright/protocols'
import { assertEqual, measure } from './measure.mjs'

const folder = fileURLToPath(new URL('../../fixtures/chain', import.meta.url))
const rounds = Number(process.env.BENCH_ROUNDS ?? 9)
const oneWeth = 10n ** 18n

/**
 * A quote over six venues, each round of another amount so that nothing is remembered, against the bare
 * simulations that it makes, sent as they were.
 */
const { anvil, manifest } = await openLocalChain(folder)
try {
  const rpc = openHttpRpc({ endpoints: [anvil.url] })
  const asked = []
  const ask = (calls) => {
    asked.push(calls)
    return rpc.ask(calls)
  }
  const recorded = { ...rpc, ask }
  const chain = await openChain(recorded, { id: manifest.chainId })
  const context = contextOf(chain)
  let amount = oneWeth
  const quote = () => {
    asked.length = 0
    amount += 1n
    return quoteSwap(context, wishOf(amount))
  }
  const first = await quote()
  assertEqual('venues', first.candidates.length, 6)
  const batches = asked.filter((calls) => calls.some(({ method }) => method === 'eth_simulateV1'))
  const simulations = batches.flat().filter(({ method }) => method === 'eth_simulateV1').length
  await quote()
  const trips = asked.filter((calls) => calls.some(({ method }) => method === 'eth_call')).length
  const bare = async () => {
    for (const calls of batches) await rpc.ask(calls)
  }
  for (let round = 0; round < 20; round++) await quote()
  const medians = await measure({ quote, bare }, Math.max(rounds, 9))
  report({
    ratio: medians.quote / medians.bare,
    ours: medians.quote,
    theirs: medians.bare,
    simulations,
    trips,
  })
  await rpc.close()
} finally {
  await anvil.close()
}

function contextOf(chain) {
  const [vault] = manifest.vaults
  const { tree } = parseTreeFile(readFileSync(`${folder}/trees/local-eth-trader.json`))
  const { contracts, accounts } = manifest
  const priceOf = (asset) => ({
    kind: 'oracle',
    oracle: contracts['Price oracle'],
    asset,
    per: 'usd',
    confidence: null,
  })
  return {
    chain,
    forks: null,
    strategist: accounts.find(({ name }) => name === 'trader').address,
    aggregators: [],
    reserved: new Map(),
    contracts: new Map([['uniswap_v3/quoter_v2', contracts['Uniswap quoter']]]),
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
      prices: [priceOf(contracts.WETH), priceOf(contracts.USDC)],
      deviationBps: 100n,
    },
    build: {
      tree,
      vault: vault.vault,
      manager: vault.manager,
      chainId: manifest.chainId,
      knownFacts: knownFactsOf(manifest.chainId),
      reads: null,
      managerTree: null,
      now: 4_000_000_000n,
    },
  }
}

function wishOf(sellAmount) {
  const { contracts } = manifest
  return {
    sellToken: contracts.WETH,
    buyToken: contracts.USDC,
    sellAmount,
    slippageBps: 30n,
    venues: ['uniswap_v3/swap', 'uniswap_v3/swap_02'],
    calldata: [],
    canSplit: false,
    maxHops: 1,
    withRefused: false,
  }
}

function report({ ratio, ours, theirs, simulations, trips }) {
  if (process.argv.includes('--json')) {
    const name = 'quote-6'
    console.log(JSON.stringify({ name, peer: 'eth_simulateV1', ratio: Number(ratio.toFixed(3)) }))
    return
  }
  console.log(
    `quote over 6 venues: ${ours.toFixed(2)} ms, ${ratio.toFixed(2)}x its ${simulations} bare simulations (${theirs.toFixed(2)} ms); it reads in ${trips} round trips`,
  )
}
