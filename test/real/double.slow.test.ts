import { afterAll, beforeAll, expect, test } from 'vitest'
import { breachesOf, readDifferences } from './double/difference.ts'
import { pairs } from './double/pair-list.ts'
import { runSide } from './double/side.ts'
import { markets } from './market/market-list.ts'
import { openRealWorld, type RealWorld } from './world/real-world.ts'

const seed = Number(process.env.FUZZ_SEED ?? 0x7717)

let world: RealWorld
beforeAll(async () => {
  world = await openRealWorld(markets)
})
afterAll(() => world?.close())

test.for(pairs)(
  'law: $contract and the contract of the protocol answer the same calls alike, or as the page of the doubles states',
  async ({ contract, protocol, tokens, ignored, make, act }, { skip }) => {
    const missing = protocol === undefined ? undefined : world.missing.get(protocol)
    if (missing !== undefined) return skip(missing)
    const { chain } = world
    await world.undone(async () => {
      const parts = await make(chain)
      const block = (await chain.ask('eth_getBlockByNumber', 'latest', false)) as {
        readonly timestamp: string
      }
      const run = { tokens, ignored, seed, startUnix: Number(block.timestamp) + 100 }
      const double = await world.undone(() => runSide(chain, { ...run, parts: parts.double }, act))
      const real = await world.undone(() => runSide(chain, { ...run, parts: parts.real }, act))
      const stated = readDifferences().filter((row) => row.contract === contract)
      expect(breachesOf(double, real, stated)).toEqual([])
      const succeeded = real.filter(({ reverted }) => reverted === null).length
      expect(succeeded).toBeGreaterThan(real.length / 3)
    })
  },
)

test('refuses: a row of the page that is not what happens, and a difference without a row', () => {
  const result = { name: '0 send', difference: 'send', words: [] }
  const [here, there] = [
    { ...result, reverted: '"too little"' },
    { ...result, reverted: 'no reason' },
  ]
  const row = { contract: 'a', call: 'send', double: '"too little"', real: 'no reason' }
  expect(breachesOf([here], [there], [row])).toEqual([])
  for (const wrong of [{ double: 'succeeds' }, { real: '"too much"' }, { double: 'within 1e-3' }]) {
    expect(breachesOf([here], [there], [{ ...row, ...wrong }])).toHaveLength(1)
  }
  expect(breachesOf([here], [there], [])).toHaveLength(1)
  expect(breachesOf([here], [here], [row])).toHaveLength(2)
  const plain = { ...result, difference: null, reverted: null }
  expect(breachesOf([{ ...plain, words: ['5'] }], [{ ...plain, words: ['6'] }], [])).toHaveLength(1)
})

test('law: every row of the page is about a double that is compared', () => {
  const contracts = new Set(pairs.map(({ contract }) => contract))
  const rows = readDifferences()
  expect(rows.filter(({ contract }) => !contracts.has(contract))).toEqual([])
  expect(rows.length).toBeGreaterThan(20)
})
