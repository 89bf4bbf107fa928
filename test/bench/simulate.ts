import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  type Chain,
  type ForkPool,
  type LocalChain,
  openChain,
  openForkPool,
  openHttpRpc,
  openLocalChain,
  simulateOnFork,
  simulateOnNode,
} from '@vaultwright/chain'
import { parseTreeFile } from '@vaultwright/formats'
import { encodeManageFromTree, matchCall } from '@vaultwright/manager'
import type { BlockRef, Simulation, SimulationRequest } from '@vaultwright/outcome'
import { ruleBook } from '@vaultwright/protocols'
import { openRoundTrips } from '../support/node/round-trip.ts'
import type { Figure } from './figure.ts'
import { assertEqual, measure } from './measure.ts'

type SimulateSize = {
  readonly rounds: number
  /** Simulations before the first that counts: the fork has what it needs, and engines compiled what they run. */
  readonly warmups: number
  /** The distances of the node, milliseconds on the way to it; a row of figures each. */
  readonly latenciesMs: readonly number[]
}

export const sizes = {
  full: { rounds: 50, warmups: 100, latenciesMs: [0, 50] },
  tiny: { rounds: 1, warmups: 1, latenciesMs: [0, 1] },
} as const

const folder = fileURLToPath(new URL('../../fixtures/chain', import.meta.url))

/**
 * A warm fork of the local chain, and the node's engine, against one bare `eth_simulateV1` round trip of such a
 * transaction: the strategist supplies WETH to Aave, another amount each time. Its ratio is ours over the peer.
 */
export async function benchSimulation(size: SimulateSize): Promise<readonly Figure[]> {
  const local = await openLocalChain(folder)
  const { chainId } = local.manifest
  const pool = openForkPool({ upstreams: { [chainId]: local.anvil.url }, size: 1 })
  try {
    const supply = openSupplies(local)
    const figures: Figure[] = []
    for (const latencyMs of size.latenciesMs) {
      const run = { local, pool, supply, latencyMs }
      figures.push(...(await compare(run, size)))
    }
    return [...figures, ...(await countTrips({ local, pool, supply, latencyMs: 0 }))]
  } finally {
    await pool.close()
    await local.anvil.close()
  }
}

type SimulateRun = {
  readonly local: LocalChain
  readonly pool: ForkPool
  /** Makes a transaction that was not made before. */
  readonly supply: () => SimulationRequest
  readonly latencyMs: number
}

async function compare(
  { local, pool, supply, latencyMs }: SimulateRun,
  { rounds, warmups }: SimulateSize,
): Promise<readonly Figure[]> {
  const rpc = openHttpRpc({ endpoints: [local.anvil.url], fetch: fetchAfter(latencyMs) })
  const chain = await openChain(rpc, { id: local.manifest.chainId })
  const block = await chain.readBlock('latest')
  await assertAgreement({ chain, pool }, { ...supply(), block })
  for (let time = 0; time < warmups; time++) {
    // Warming needs no waiting: what is far away is asked once, and then as if it were near.
    const near = latencyMs === 0 ? chain : { ...chain, rpc: local.anvil.rpc }
    await simulateOnFork(near, pool, { ...supply(), block })
    await simulateOnNode(near, { ...supply(), block })
  }
  await simulateOnNode(chain, { ...supply(), block })
  // Made beforehand, so that making them is not measured.
  const requests = Array.from({ length: 3 * (rounds + 1) }, () => ({ ...supply(), block }))
  const next = () => requests.pop()!
  const medians = await measure(
    {
      fork: () => simulateOnFork(chain, pool, next()),
      node: () => simulateOnNode(chain, next()),
      bare: () => askBare(local.anvil.url, next(), latencyMs),
    },
    rounds,
  )
  await rpc.close()
  const suffix = latencyMs === 0 ? '' : `-${latencyMs}ms`
  return (['fork', 'node'] as const).map((engine) => ({
    name: `simulate-${engine}${suffix}`,
    peer: 'eth_simulateV1',
    unit: 'ms',
    ours: medians[engine],
    theirs: medians.bare,
    ratio: medians[engine] / medians.bare,
    fresh: true,
  }))
}

/** Round trips that follow each other, of a simulation whose like was simulated before. */
async function countTrips({ local, pool, supply }: SimulateRun): Promise<readonly Figure[]> {
  const trips = openRoundTrips()
  const chain = trips.chainOf(await openChain(local.anvil.rpc, { id: local.manifest.chainId }))
  const block = await chain.readBlock('latest')
  const counted = trips.poolOf(pool)
  const engines = {
    fork: (request: SimulationRequest) => simulateOnFork(chain, counted, request),
    node: (request: SimulationRequest) => simulateOnNode(chain, request),
  }
  const figures: Figure[] = []
  for (const [engine, simulate] of Object.entries(engines)) {
    await simulate({ ...supply(), block })
    trips.take()
    await simulate({ ...supply(), block })
    figures.push({
      name: `simulate-${engine}-trips`,
      peer: null,
      unit: 'count',
      ours: trips.take().trips,
      theirs: null,
      ratio: null,
      fresh: true,
    })
  }
  return figures
}

async function assertAgreement(
  { chain, pool }: { readonly chain: Chain; readonly pool: ForkPool },
  request: SimulationRequest,
): Promise<void> {
  const fork = await simulateOnFork(chain, pool, request)
  const node = await simulateOnNode(chain, request)
  assertEqual('outcome', fork.outcome.status, 'success')
  assertEqual('simulation', printEffect(fork), printEffect(node))
}

function printEffect({ gasUsed, balances, approvals }: Simulation): string {
  return JSON.stringify([gasUsed, balances, approvals], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

/** Approves and supplies WETH, a wei more each time, proven by the strategist's own tree. */
function openSupplies({ manifest }: LocalChain): () => SimulationRequest {
  const { vaults, contracts, accounts } = manifest
  const [vault] = vaults
  const { tree } = parseTreeFile(readFileSync(`${folder}/${vault!.strategists[0]!.tree}`))
  const word = (value: string | number | bigint) => BigInt(value).toString(16).padStart(64, '0')
  const [token, pool] = [contracts.WETH!, contracts['Aave pool']!]
  const { address } = accounts.find(({ name }) => name === 'strategist')!
  let amount = 10n ** 18n
  return () => {
    amount++
    const supplied = [token, amount, vault!.vault, 0].map(word).join('')
    const calls = [
      { target: token, data: `0x095ea7b3${word(pool)}${word(amount)}` as const },
      { target: pool, data: `0x617ba037${supplied}` as const },
    ].map((call) => {
      const match = matchCall({ ...call, value: 0n }, { tree, rules: ruleBook })
      if (match.kind === 'none') throw new Error('the tree does not permit the supply')
      return { ...call, value: 0n, position: match.positions[0]! }
    })
    return { from: address, to: vault!.manager, data: encodeManageFromTree(tree, calls) }
  }
}

/** The least that it costs: one request over a kept connection. */
async function askBare(
  url: string,
  { from, to, data, block }: SimulationRequest & { readonly block: BlockRef },
  latencyMs: number,
): Promise<void> {
  const payload = {
    blockStateCalls: [{ calls: [{ from, to, data, gas: '0x1000000' }] }],
    traceTransfers: true,
    validation: false,
  }
  const tag = `0x${block.number.toString(16)}`
  const question = { jsonrpc: '2.0', id: 1, method: 'eth_simulateV1', params: [payload, tag] }
  const response = await fetchAfter(latencyMs)(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
  })
  const answer = (await response.json()) as { result?: [{ calls: [{ status: string }] }] }
  assertEqual('eth_simulateV1', answer.result?.[0].calls[0].status, '0x1')
}

/** A way that takes time, before which nothing is sent: the node's own work is not hidden behind it. */
function fetchAfter(latencyMs: number) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    if (latencyMs > 0) await pause(latencyMs)
    return fetch(url, init)
  }
}
