import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  openChain,
  openForkPool,
  openLocalChain,
  simulateOnFork,
  simulateOnNode,
} from '@vaultwright/chain'
import { parseTreeFile } from '@vaultwright/formats'
import { encodeManageFromTree, matchCall } from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import { assertEqual, measure } from './measure.mjs'

const folder = fileURLToPath(new URL('../../fixtures/chain', import.meta.url))

/**
 * A warm fork of the local chain, and the node's engine, against one bare `eth_simulateV1` round trip
 * of the same transaction: the strategist supplies WETH to Aave.
 */
export async function benchSimulation(rounds) {
  const { anvil, manifest } = await openLocalChain(folder)
  const pool = openForkPool({ upstreams: { [manifest.chainId]: anvil.url }, size: 1 })
  try {
    return await compare({ anvil, manifest, pool }, rounds < 9 ? rounds : Math.max(rounds, 50))
  } finally {
    await pool.close()
    await anvil.close()
  }
}

async function compare({ anvil, manifest, pool }, rounds) {
  const chain = await openChain(httpRpc(anvil.url), { id: manifest.chainId })
  const block = await chain.readBlock('latest')
  const { from, to, data } = supply(manifest)
  const pinned = { from, to, data, block }
  const payload = {
    blockStateCalls: [{ calls: [{ from, to, data, gas: '0x1000000' }] }],
    traceTransfers: true,
    validation: false,
  }
  const bare = () => chain.rpc.ask([{ method: 'eth_simulateV1', params: [payload, 'latest'] }])
  const ours = await simulateOnFork(chain, pool, pinned)
  const node = await simulateOnNode(chain, pinned)
  assertEqual('outcome', ours.outcome.status, 'success')
  assertEqual('simulation', String(ours.gasUsed), String(node.gasUsed))
  // Warm means warm: the fork has what it needs, and the engine has compiled what it runs.
  for (let round = 0; round < 100; round++) await simulateOnFork(chain, pool, pinned)
  const medians = await measure(
    {
      fork: () => simulateOnFork(chain, pool, pinned),
      node: () => simulateOnNode(chain, pinned),
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

/** Approves and supplies 1 WETH, proven by the strategist's own tree. */
function supply({ vaults, contracts, accounts }) {
  const [vault] = vaults
  const { tree } = parseTreeFile(readFileSync(`${folder}/${vault.strategists[0].tree}`))
  const word = (value) => BigInt(value).toString(16).padStart(64, '0')
  const [token, pool, amount] = [contracts.WETH, contracts['Aave pool'], 10n ** 18n]
  const calls = [
    { target: token, data: `0x095ea7b3${word(pool)}${word(amount)}` },
    {
      target: pool,
      data: `0x617ba037${[token, amount, vault.vault, 0].map(word).join('')}`,
    },
  ].map((call) => {
    const { positions } = matchCall({ ...call, value: 0n }, { tree, rules: ruleBook })
    return { ...call, value: 0n, position: positions[0] }
  })
  const { address } = accounts.find(({ name }) => name === 'strategist')
  return { from: address, to: vault.manager, data: encodeManageFromTree(tree, calls) }
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
