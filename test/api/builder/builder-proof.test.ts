import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { Hex } from '@vaultwright/base'
import { type LocalChain, openChain } from '@vaultwright/chain'
import { compareHoldWithFile, isHeld, replayWitness } from '@vaultwright/outcome'
import { parseStateFile, parseWitness } from '@vaultwright/proof'
import { type SimulationPage, simulationPage } from '@vaultwright/wire'
import Compile from 'typebox/compile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChainAccesses, openChains } from '../../../packages/api/src/node/chains.ts'
import { SimulatorBusyError } from '../../../packages/api/src/node/simulator.ts'
import { startLocalChain } from '../../support/node/local-chain.ts'
import { lyingNode } from '../../support/node/lying-node.ts'
import { builderPath, localManifest, main, seedLocalVault } from '../support/builder-world.ts'
import { openTestApi, type TestApi, testConfig } from '../support/harness.ts'

const simulation = { ...testConfig.simulation, engine: 'all', concurrency: 2 } as const
const body = { params: { asset: localManifest.contracts.WETH!, amount: '1.5' }, verbose: true }
const unknownId = 'A'.repeat(24)

let chain: LocalChain
let chains: ChainAccesses
let api: TestApi
let built: Built

/** The answer to a build with a proof. */
type Built = {
  readonly simulation_status: true | string
  readonly simulation_gas_used: number
  readonly simulation_logs: readonly object[]
  readonly simulation_gas_cost_eth: string
  readonly simulator_simulation_url: string
  readonly simulation_proof: NonNullable<SimulationPage['proof']>
}

beforeAll(async () => {
  chain = await startLocalChain()
  chains = openChains({ LOCAL_RPC_URL: chain.anvil.url }, simulation)
  api = await service(chains)
  built = (await build(api)).body
})
afterAll(async () => {
  await chains?.close()
  await api?.close()
  await chain?.anvil.close()
})

async function service(over: ChainAccesses): Promise<TestApi> {
  const opened = await openTestApi({ chains: over, config: { simulation, hasConsole: false } })
  await seedLocalVault(opened.store, opened.tenant.id)
  return opened
}

async function build(on: TestApi) {
  const path = builderPath('execute', `${main}/aave_v3/supply`)
  return on.ask('POST', path, { headers: await on.as('strategist'), body })
}

const pathOf = (url: string) => new URL(url).pathname
const get = (url: string, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'GET', url, headers })

/** The build of a service over a node that changes its answers. */
async function buildBehind(url: string) {
  const over = openChains({ LOCAL_RPC_URL: url, LOCAL_FORK_RPC_URL: chain.anvil.url }, simulation)
  const opened = await service(over)
  try {
    const { body: answer } = await build(opened)
    const page = await opened.app.inject(
      `${pathOf(answer.simulator_simulation_url ?? 'http://x/none')}.json`,
    )
    return { answer, page: page.statusCode === 200 ? page.json() : null }
  } finally {
    await over.close()
    await opened.close()
  }
}

test('law: the witness of an answer replays to what the answer says, from the hash alone', async () => {
  const { simulation_proof: proof } = built
  expect(built.simulation_status).toBe(true)
  expect(built).not.toHaveProperty('simulation_unproven_because')
  expect(built.simulation_gas_cost_eth).toMatch(/^0\.\d+$/)
  const { statusCode, headers, payload } = await get(pathOf(proof.witness_url))
  expect(statusCode).toBe(200)
  expect(headers['content-encoding']).toBeUndefined()
  expect(Buffer.byteLength(payload)).toBe(proof.bytes)
  const opened = await openChain(chain.anvil.rpc, { id: localManifest.chainId })
  const { hash } = await opened.readBlock('latest')
  expect(proof.block_hash).toBe(hash)
  const replayed = await replayWitness(parseWitness(payload), hash)
  expect(replayed.simulation.outcome.status).toBe('success')
  expect(Number(replayed.simulation.gasUsed)).toBe(built.simulation_gas_used)
  expect(
    replayed.simulation.logs.map(({ address, topics, data }) => ({ address, topics, data })),
  ).toEqual(built.simulation_logs)
  expect(proof.depends_on).toEqual([...replayed.dependsOn])
  expect([proof.accounts, proof.slots]).toEqual([
    replayed.slotUse.accounts.length,
    replayed.slotUse.slots.length,
  ])
})

test('golden: the page has the same proof, three engines in their order, and all agree', async () => {
  const page = (await get(`${pathOf(built.simulator_simulation_url)}.json`)).json()
  expect(Compile(simulationPage).Check(page)).toBe(true)
  expect(page.proof).toEqual(built.simulation_proof)
  expect(page).not.toHaveProperty('unproven_because')
  expect(page.seen.map(({ engine }: { engine: string }) => engine)).toEqual([
    'proven',
    'node',
    'fork',
  ])
  expect(page.differences).toEqual([])
  expect(page.engines_share_node).toBe(false)
  const shown = (await get(pathOf(built.simulator_simulation_url))).payload
  expect(shown).toContain(page.proof.block_hash)
  expect(shown).toContain(`${page.proof.witness_url}`)
})

test('law: the witness is sent as it is stored to who takes brotli, and is private and immutable', async () => {
  const path = pathOf(built.simulation_proof.witness_url)
  const plain = await get(path)
  const { headers, rawPayload } = await get(path, { 'accept-encoding': 'gzip, br' })
  expect(headers['content-encoding']).toBe('br')
  expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  expect(brotliDecompressSync(rawPayload).equals(plain.rawPayload)).toBe(true)
  expect(headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/)
  expect(headers).toMatchObject({
    'x-robots-tag': 'noindex, nofollow, noarchive',
    vary: expect.stringContaining('Accept-Encoding'),
    'content-type': 'application/json; charset=utf-8',
  })
})

test('law: what it read, asked for anew, tells whether it still holds', async () => {
  const page = pathOf(built.simulator_simulation_url)
  const witness = parseWitness((await get(`${page}/witness`)).payload)
  const replayed = await replayWitness(witness, built.simulation_proof.block_hash as Hex)
  const { rpc } = chain.anvil
  const ask = async () => {
    const { statusCode, headers, payload } = await get(`${page}/state`)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    const opened = await openChain(rpc, { id: localManifest.chainId })
    const { hash } = await opened.readBlock('latest')
    return compareHoldWithFile(replayed, parseStateFile(payload), hash)
  }
  await rpc.ask([{ method: 'anvil_mine', params: ['0x1'] }])
  const still = await ask()
  expect([isHeld(still), still.slots]).toEqual([true, built.simulation_proof.slots])
  const word = `0x${'0'.repeat(63)}7`
  const { account, slot } = replayed.slotUse.slots[0]!
  await rpc.ask([{ method: 'anvil_setStorageAt', params: [account, slot, word] }])
  await rpc.ask([{ method: 'anvil_mine', params: ['0x1'] }])
  expect((await ask()).moved).toMatchObject([{ account, slot, now: word }])
})

test('refuses: a witness and a state of what is not there, was not proven, or has expired', async () => {
  const put = (id: string, expiresAtUnix: bigint) =>
    api.store.simulations.put(api.tenant.id, { id, createdAtUnix: 0n, expiresAtUnix, body: '{}' })
  await put('B'.repeat(24), 99_999_999_999n)
  await put('C'.repeat(24), 1n)
  for (const [id, code] of [
    [unknownId, 'simulation_not_found'],
    ['..%2f..', 'simulation_not_found'],
    ['B'.repeat(24), 'witness_not_found'],
    ['C'.repeat(24), 'simulation_not_found'],
  ]) {
    for (const part of ['witness', 'state']) {
      const { statusCode, headers, payload } = await get(`/simulations/${id}/${part}`)
      expect([id, part, statusCode, JSON.parse(payload).error.code]).toEqual([id, part, 404, code])
      expect(headers['cache-control']).toBe('no-store')
    }
  }
})

test('refuses: a state where the queue is full, and where the service asks for no proofs, with 503', async () => {
  const id = 'D'.repeat(24)
  const packed = brotliCompressSync(JSON.stringify({ accounts: [], slots: [] }))
  const busy = new SimulatorBusyError({ concurrency: 4, queue: 16 })
  const access = chains.of('local')!
  const questions: unknown[] = []
  for (const readState of [
    (...query: unknown[]) => {
      questions.push(query)
      return Promise.reject(busy)
    },
    null,
  ]) {
    const over = { of: () => ({ ...access, readState }), close: async () => {} }
    const opened = await openTestApi({ chains: over, config: { hasConsole: false } })
    await opened.store.simulations.put(
      opened.tenant.id,
      { id, createdAtUnix: 0n, expiresAtUnix: 99_999_999_999n, body: '{"chain":"local"}' },
      { byteCount: 1, body: packed, slotUse: packed },
    )
    const { statusCode, headers, payload } = await opened.app.inject(`/simulations/${id}/state`)
    expect([statusCode, JSON.parse(payload).error.code]).toEqual([503, 'unavailable'])
    expect(Number(headers['retry-after'] ?? 0) > 0).toBe(readState !== null)
    await opened.close()
  }
  // All who only have a link are one tenant together: they never wait before those with a key.
  expect(questions).toMatchObject([[{ accounts: [], slots: [] }, { tenantId: 'link' }]])
})

test('refuses: a state that does not follow from its block is a No that names the place', async () => {
  const url = await lyingNode(chain.anvil.url, (method, result) => {
    if (method !== 'eth_getProof') return result
    const proof = result as { readonly accountProof: readonly string[] }
    return { ...proof, accountProof: proof.accountProof.slice(1) }
  })
  const { answer, page } = await buildBehind(url)
  expect(answer).toMatchObject({
    simulation_status: expect.stringContaining("does not follow from the block's hash"),
    error: 'The node contradicts the block',
    details: { code: 'invalid_state_proof' },
    simulation_proof: null,
    simulator_simulation_url: null,
  })
  expect(page).toBeNull()
})

test('refuses: the word proven for what a node without proofs says; no host is named', async () => {
  const url = await lyingNode(chain.anvil.url, (method, result) =>
    method === 'eth_getProof' ? 'refused' : result,
  )
  const { answer, page } = await buildBehind(url)
  expect(answer.simulation_status).toBe(true)
  expect(answer.simulation_proof).toBeNull()
  expect(answer.simulation_unproven_because).toMatch(/^The node gives no proofs of the state/)
  expect(JSON.stringify(answer)).not.toContain(new URL(url).host)
  expect(page.seen.map(({ engine }: { engine: string }) => engine)).toEqual(['node', 'fork'])
  expect([page.proof, page.unproven_because]).toEqual([null, answer.simulation_unproven_because])
})

test('refuses: a node that sees other gas than what is proven is contradicted by name', async () => {
  const url = await lyingNode(chain.anvil.url, (method, result) => {
    if (method !== 'eth_simulateV1') return result
    const text = JSON.stringify(result)
    return JSON.parse(text.replace(/"gasUsed":"0x[0-9a-f]+"/g, '"gasUsed":"0x5208"'))
  })
  const { answer, page } = await buildBehind(url)
  expect(answer.simulation_status).toBe(
    'The node contradicts what is proven from the hash of the block: gas. Do not sign, and ask another node.',
  )
  expect(answer).toMatchObject({ error: 'The engines disagree', details: { engines: ['node'] } })
  expect(answer.simulation_gas_used).toBe(built.simulation_gas_used)
  expect(page.differences[0]).toMatchObject({
    field: 'gas',
    message: expect.stringMatching(/^Node and proof: /),
  })
})
