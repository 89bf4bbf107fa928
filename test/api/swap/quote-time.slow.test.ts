import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSlowNode, type SlowNode } from '../../support/node/slow-node.ts'
import { openSwapWorld, type SwapWorld } from '../support/swap-world.ts'

const latencyMs = 100
const quotes = 9

let node: SlowNode
let world: SwapWorld
beforeAll(async () => {
  world = await openSwapWorld({}, async (url) => {
    node = await openSlowNode(url, latencyMs)
    return node.url
  })
})
afterAll(async () => {
  await world?.close()
  await node?.close()
})

const requests = {
  'a split over pools': { sell_token: 'WETH', buy_token: 'USDC', sell_amount: '50' },
  'two hops': { sell_token: 'USDC', buy_token: 'WETH', sell_amount: '20000', max_hops: 2 },
} as const

test.each(Object.entries(requests))(
  'golden: a quote of %s on a node that is 100 ms away waits for six round trips at most',
  async (name, request) => {
    const measured: { readonly ms: number; readonly trips: number }[] = []
    for (let index = 0; index < quotes; index++) {
      // No quote is that of another: each sells another amount.
      const body = { ...request, sell_amount: `${request.sell_amount}.00${index + 1}` }
      const [from, depth] = [performance.now(), node.depth()]
      const { status } = await world.post('/quotes', body)
      expect(status).toBe(200)
      measured.push({ ms: performance.now() - from, trips: node.depth() - depth })
    }
    // The first one finds out which node it is.
    const later = measured.slice(1).sort((one, other) => one.ms - other.ms)
    const { ms } = later[later.length >> 1]!
    const trips = Math.min(...later.map((one) => one.trips))
    console.info(`${name}: ${ms.toFixed(0)} ms, ${trips} round trips of ${latencyMs} ms`)
    expect(trips).toBeLessThanOrEqual(6)
  },
)
