import { openForkPool, simulateOnFork, simulateOnNode } from '@vaultwright/chain'
import { one, openWorld } from '../fork/world.ts'
import { assertEqual, measure } from './measure.mjs'

/** A warm fork and the node's engine against one bare `eth_simulateV1` round trip of the same transaction. */
export async function benchSimulation(rounds) {
  const world = await openWorld()
  const pool = openForkPool({ upstreams: { 31337: world.anvil.url }, size: 1 })
  try {
    return await compare(world, pool, Math.max(rounds, 50))
  } finally {
    await pool.close()
    await world.close()
  }
}

async function compare(world, pool, rounds) {
  const { tokens, pool: target, vault, batchOf, call, anvil, chain } = world
  const request = batchOf(
    call(tokens.plain, 'approve', target.address, 2n * one),
    call(target, 'deposit', one, vault.address),
  )
  const block = await chain.readBlock('latest')
  const pinned = { ...request, block }
  const web = { ...chain, rpc: httpRpc(anvil.url) }
  const { from, to, data } = request
  const payload = {
    blockStateCalls: [{ calls: [{ from, to, data, gas: '0x1000000' }] }],
    traceTransfers: true,
    validation: false,
  }
  const bare = () => web.rpc.ask([{ method: 'eth_simulateV1', params: [payload, 'latest'] }])
  const [ours, node] = [
    await simulateOnFork(chain, pool, pinned),
    await simulateOnNode(web, pinned),
  ]
  assertEqual('simulation', String(ours.gasUsed), String(node.gasUsed))
  // Warm means warm: the fork has what it needs, and the engine has compiled what it runs.
  for (let round = 0; round < 100; round++) await simulateOnFork(web, pool, pinned)
  const medians = await measure(
    {
      fork: () => simulateOnFork(web, pool, pinned),
      node: () => simulateOnNode(web, pinned),
      bare,
    },
    rounds,
  )
  return ['fork', 'node'].map((engine) => ({
    name: `simulate-${engine}`,
    peer: 'eth_simulateV1',
    ratio: medians[engine] / medians.bare,
    ours: medians[engine],
    theirs: medians.bare,
  }))
}

/** The least that HTTP costs: one request over a kept connection. */
function httpRpc(url) {
  const headers = { 'content-type': 'application/json' }
  return {
    name: 'bench',
    async ask(calls) {
      const body = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
      const text = JSON.stringify(body.length === 1 ? body[0] : body)
      const response = await fetch(url, { method: 'POST', headers, body: text })
      const replies = [await response.json()].flat()
      return replies.map(({ result, error }) =>
        error ? { ok: false, error: { data: null, ...error } } : { ok: true, value: result },
      )
    },
    close: async () => {},
  }
}
