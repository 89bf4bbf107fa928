import type { LocalChain } from '@vaultwright/chain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openReplayWorld,
  partsOf,
  printReceipts,
  printValues,
  type ReplayHome,
  type ReplayWorld,
  replayAll,
} from '../../indexer/replay/replay-world.ts'
import { startLocalChain } from '../../support/node/local-chain.ts'
import { queueServers } from '../../support/queue/queue-server.ts'
import { openRedis } from '../../support/service/service.ts'
import { canRun } from '../../support/skip-unless.ts'
import { runBeside, start } from '../program.ts'

const probe = await openRedis()
await probe?.stop()
const hasRedis = canRun(probe !== null, 'there is no Redis')
const size = { vaults: 6, days: 40 }
const stale = 3 * size.days

let local: LocalChain
let world: ReplayWorld
let expected: readonly string[]

beforeAll(async () => {
  local = await startLocalChain()
  world = await openReplayWorld(local, size)
  const home = world.fork()
  const store = await home.open()
  await replayAll(partsOf(store))
  await store.close()
  expected = await tablesOf(home)
})
afterAll(async () => {
  world?.close()
  await local?.anvil.close()
})

async function tablesOf(home: ReplayHome): Promise<readonly string[]> {
  const store = await home.open()
  const tables = [...printValues(home), ...(await printReceipts(store, home))]
  await store.close()
  return tables
}

describe.each(['redis', 'postgres'] as const)('%s', (kind) => {
  test.skipIf(kind === 'redis' && !hasRedis)(
    'law: two commands on one queue share a replay, and each waits for and shows the whole of it',
    async () => {
      const home = world.fork()
      const url = await queueServers[kind]()
      const words = ['index', 'replay', '--queue', url, '--threads', '1', '--json']
      const env = { DATABASE_URL: home.url }
      const ended = await Promise.all([start(words, { env }).end, start(words, { env }).end])
      for (const { code, out, err } of ended) {
        expect(code, err).toBe(0)
        const { vaults } = JSON.parse(out)
        expect(vaults).toHaveLength(size.vaults)
        for (const vault of vaults) {
          expect(vault).toMatchObject({ days: size.days, left: 0, isParked: false })
          expect(vault.stale === stale || vault.stale === 0).toBe(true)
        }
      }
      const computed = ended.map(({ out }) =>
        (JSON.parse(out).vaults as { stale: number }[]).reduce((sum, one) => sum + one.stale, 0),
      )
      expect(Math.max(...computed)).toBe(size.vaults * stale)
      expect(await tablesOf(home)).toEqual(expected)
      const again = await start(words.slice(0, -1), { env }).end
      expect([again.code, again.err]).toEqual([0, ''])
      expect(again.out).toContain('nothing is stale')
    },
  )
})

test('law: threads of one command compute what the commands of a queue do', async () => {
  const home = world.fork()
  const env = { DATABASE_URL: home.url }
  const { code, out, err } = await runBeside(['index', 'replay', '--threads', '2', '--json'], {
    env,
  })
  expect([code, err]).toEqual([0, ''])
  const { vaults } = JSON.parse(out) as { readonly vaults: readonly { readonly stale: number }[] }
  expect(vaults.map((vault) => vault.stale)).toEqual(Array(size.vaults).fill(stale))
  expect(await tablesOf(home)).toEqual(expected)
})
