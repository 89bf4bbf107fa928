import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openChains } from '../../../packages/api/src/node/chains.ts'
import {
  builderPath,
  lending,
  localManifest,
  main,
  seedLocalVault,
} from '../support/builder-world.ts'
import { openTestApi, type TestApi, testConfig } from '../support/harness.ts'

/** A node that answers everything in one way, on a port of this machine. */
type BadNode = { readonly url: string; readonly asked: () => number; readonly close: () => void }

const answers: Readonly<Record<string, RequestListener>> = {
  hangs: () => {},
  'answers 500': (_, response) => void response.writeHead(500).end('out of order'),
  'answers what is not JSON': (_, response) => void response.end('<html>'),
}

const weth = localManifest.contracts.WETH!
const supply = { asset: weth, amount: '1.5' }

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function openBadNode(answer: RequestListener): Promise<BadNode> {
  let count = 0
  const server: Server = createServer((request, response) => {
    count++
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  closing.push(close)
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked: () => count, close }
}

async function serviceOf(url: string | null): Promise<TestApi> {
  const chains = openChains(url === null ? {} : { LOCAL_RPC_URL: url }, testConfig.simulation)
  const api = await openTestApi({ chains, config: { nodeShareMs: 200 } })
  closing.push(async () => {
    await chains.close()
    await api.close()
  })
  await seedLocalVault(api.store, api.tenant.id)
  return api
}

async function build(api: TestApi, path: string, body: object) {
  return api.ask('POST', path, { headers: await api.as('strategist'), body })
}

const full: readonly (readonly [string, object])[] = [
  [builderPath('execute', `${main}/aave_v3/supply`), { params: supply }],
  // The route alone: whose it is, the trees tell.
  [builderPath('execute', 'lido/stake'), { params: { amount: '2' } }],
  [
    builderPath('execute-multiple', lending),
    { actions: Array.from({ length: 3 }, () => ({ route: 'aave_v3/supply', params: supply })) },
  ],
]

test.each(Object.entries(answers))(
  'law: with a node that %s, skip_sim with every value given answers as without a node, and asks it nothing',
  async (_, answer) => {
    const node = await openBadNode(answer)
    const [api, offline] = [await serviceOf(node.url), await serviceOf(null)]
    for (const [path, body] of full) {
      const request = { ...body, skip_sim: true, verbose: true }
      const built = await build(api, path, request)
      const alone = await build(offline, path, request)
      expect([path, built.status, built.text]).toEqual([path, alone.status, alone.text])
      expect(built.status, path).toBe(200)
      expect(built.body.encoded_tx_data).toMatch(/^0x244b0f6a/)
    }
    expect(node.asked()).toBe(0)
  },
)

test.each(Object.entries(answers))(
  'golden: with a node that %s, a build that is simulated is a 200 with calldata and the reason',
  async (_, answer) => {
    const node = await openBadNode(answer)
    const [api, offline] = [await serviceOf(node.url), await serviceOf(null)]
    const path = builderPath('execute', `${main}/aave_v3/supply`)
    const alone = await build(offline, path, { params: supply, skip_sim: true })
    const { status, body } = await build(api, path, { params: supply, verbose: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      encoded_tx_data: alone.body.encoded_tx_data,
      error: 'The simulation did not run',
      simulation_status: expect.stringContaining('the node gave no answer'),
    })
    expect(body.action_api_response.warnings).toMatchObject([{ code: 'node_silent' }])
    expect(node.asked()).toBeGreaterThan(0)
  },
  60_000,
)

test.each(Object.entries(answers))(
  'refuses: with a node that %s, what only the node could tell, with 503; and wrong values, with 422',
  async (_, answer) => {
    const node = await openBadNode(answer)
    const api = await serviceOf(node.url)
    const path = builderPath('execute', `${main}/aave_v3/supply`)
    const missing = await build(api, path, { params: { asset: weth }, skip_sim: true })
    expect(missing.status).toBe(503)
    const wrong = { params: { asset: weth, amount: 'x' }, skip_sim: true }
    expect((await build(api, path, wrong)).status).toBe(422)
  },
)
