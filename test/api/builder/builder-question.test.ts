import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openChains } from '../../../packages/api/src/node/chains.ts'
import { builderPath, localManifest, main, seedLocalVault } from '../support/builder-world.ts'
import { openTestApi, type TestApi, testConfig } from '../support/harness.ts'

/** The token in the questions of a build, which are counted on the wire. */
const weth = localManifest.contracts.WETH!
const path = builderPath('execute', `${main}/aave_v3/supply`)
const whole = { params: { asset: weth, amount: '1.5' }, skip_sim: true, verbose: true }
/** The amount is the whole balance, which only the chain knows. */
const missing = { ...whole, params: { asset: weth } }

type Question = {
  readonly id: number
  readonly method: string
  readonly params: readonly { readonly to: string; readonly data: string }[]
}

/** A question with what it asks; a block by its method alone. */
const nameOf = ({ method, params }: Question) =>
  method === 'eth_call' ? `eth_call ${params[0]!.to} ${params[0]!.data}` : method

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A node at a block that the test chooses; each account has 5 of all and permits nothing. */
async function openCountingNode() {
  const node = { block: 7, fork: 0, isUp: true }
  const trips: (readonly string[])[] = []
  const hash = () => `0x${String(node.block * 10 + node.fork).padStart(64, '0')}`
  const answerOf = ({ method, params }: Question): unknown => {
    switch (method) {
      case 'eth_chainId':
        return `0x${localManifest.chainId.toString(16)}`
      case 'eth_getBlockByNumber':
        return {
          number: `0x${node.block.toString(16)}`,
          hash: hash(),
          timestamp: '0x1',
          parentHash: `0x${'1'.repeat(64)}`,
          stateRoot: `0x${'2'.repeat(64)}`,
        }
      case 'eth_call': {
        const selector = params[0]!.data.slice(0, 10)
        const value = { '0x313ce567': 18n, '0x70a08231': 5n * 10n ** 18n }[selector]
        return `0x${(value ?? 0n).toString(16).padStart(64, '0')}`
      }
      default:
        return '0x'
    }
  }
  const server: Server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const body = JSON.parse(text)
    const questions: readonly Question[] = Array.isArray(body) ? body : [body]
    trips.push(questions.map(nameOf))
    if (!node.isUp) return void response.writeHead(500).end()
    const answers = questions.map((one) => ({ jsonrpc: '2.0', id: one.id, result: answerOf(one) }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  /** The questions since the last look, a list a round trip. */
  const look = () => trips.splice(0)
  return { node, url: `http://127.0.0.1:${port}`, look }
}

async function openService(url: string): Promise<TestApi> {
  const chains = openChains({ LOCAL_RPC_URL: url }, testConfig.simulation)
  const api = await openTestApi({ chains, config: { nodeShareMs: 30_000 } })
  closing.push(async () => {
    await chains.close()
    await api.close()
  })
  await seedLocalVault(api.store, api.tenant.id)
  return api
}

async function build(api: TestApi, body: object) {
  return api.ask('POST', path, { headers: await api.as('strategist'), body })
}

/** The number of times each question was asked about the state of a block. */
const timesOf = (trips: readonly (readonly string[])[]) => {
  const times = new Map<string, number>()
  for (const question of trips.flat()) times.set(question, (times.get(question) ?? 0) + 1)
  return [...times].filter(([question]) => question.startsWith('eth_call'))
}

test('golden: what is given is not asked, and what is missing is asked once a block', async () => {
  const { node, url, look } = await openCountingNode()
  const api = await openService(url)
  expect((await build(api, whole)).status).toBe(200)
  expect(look()).toEqual([])
  const first = await build(api, missing)
  expect(first.body).toMatchObject({ description: 'Supply 5 WETH to Aave pool' })
  expect(timesOf(look()).length).toBeGreaterThan(0)
  // One round trip says that the block is still the newest, and nothing is asked of it.
  const again = await build(api, missing)
  expect(look()).toEqual([['eth_chainId', 'eth_getBlockByNumber']])
  expect(again.text).toBe(first.text)
  node.fork = 1
  expect((await build(api, missing)).status).toBe(200)
  expect(timesOf(look()).length).toBeGreaterThan(0)
})

test('law: builds at once ask a new block each question once', async () => {
  const { node, url, look } = await openCountingNode()
  const api = await openService(url)
  await build(api, missing)
  look()
  for (const block of [8, 9, 10]) {
    node.block = block
    const builds = await Promise.all(Array.from({ length: 6 }, () => build(api, missing)))
    expect(builds.map(({ status }) => status)).toEqual(builds.map(() => 200))
    const times = timesOf(look())
    expect(times.length).toBeGreaterThan(0)
    expect(times.filter(([, count]) => count > 1)).toEqual([])
  }
})

test('refuses: with 503 while the node is away, whatever the block before answered', async () => {
  const { node, url } = await openCountingNode()
  const api = await openService(url)
  expect((await build(api, missing)).status).toBe(200)
  node.isUp = false
  expect((await build(api, missing)).status).toBe(503)
})
