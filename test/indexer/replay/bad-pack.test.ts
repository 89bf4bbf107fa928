import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LocalChain } from '@vaultwright/chain'
import { currentFormulas, openReplayPool, ReplayThreadError } from '@vaultwright/indexer'
import { replayVaults } from '@vaultwright/operations'
import { recompute } from '@vaultwright/valuation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLocalChain } from '../../support/node/local-chain.ts'
import {
  openReplayWorld,
  order,
  partsOf,
  printReceipts,
  printValues,
  type ReplayHome,
  type ReplayWorld,
  replayAll,
} from './replay-world.ts'

const size = { vaults: 3, days: 40 }
const values = 3 * size.vaults * size.days

let local: LocalChain
let world: ReplayWorld
/** The result of a replay that nothing disturbs. */
let expected: { readonly values: readonly string[]; readonly receipts: readonly string[] }
/** Packs are there, and values are not. */
let packed: ReplayHome

beforeAll(async () => {
  local = await startLocalChain()
  world = await openReplayWorld(local, size)
  const home = world.fork()
  await withStore(home, (store) => replayAll(partsOf(store)))
  expected = await tablesOf(home)
  expect(expected.values).toHaveLength(values)
  home.dropValues()
  packed = home
})
afterAll(async () => {
  world?.close()
  await local?.anvil.close()
})

const withStore = async <Result>(
  home: ReplayHome,
  work: (store: Awaited<ReturnType<ReplayHome['open']>>) => Promise<Result>,
): Promise<Result> => {
  const store = await home.open()
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const tablesOf = (home: ReplayHome) =>
  withStore(home, async (store) => ({
    values: printValues(home),
    receipts: await printReceipts(store, home),
  }))

const first = '(select min(vault) from state_pack)'
const last = '(select max(vault) from state_pack)'
const damages = {
  damaged: "update state_pack set body = cast(x'00ff' || substr(body, 3) as blob)",
  'of another build': "update state_pack set fingerprint = '0123456789abcdef'",
  'half written': 'update state_pack set body = substr(body, 1, length(body) / 2)',
  empty: "update state_pack set body = x''",
  'of another vault': `update state_pack set body = (select o.body from state_pack as o where o.vault = ${last}
    and o.period = state_pack.period), digest = (select o.digest from state_pack as o where o.vault = ${last}
    and o.period = state_pack.period) where vault = ${first}`,
  'of another period': `update state_pack set period = -period`,
  deleted: 'delete from state_pack',
} as const

test.each(Object.entries(damages))(
  'law: with packs that are %s, a replay makes the same tables, and packs that can be used',
  async (_, damage) => {
    const home = packed.fork()
    home.sql(damage)
    await withStore(home, async (store) => {
      expect(await replayAll(partsOf(store))).toMatchObject({ added: values })
    })
    expect(await tablesOf(home)).toEqual(expected)
    home.dropValues()
    const texts: string[] = []
    const store = await home.open({ onQuery: (sql) => void texts.push(sql) })
    await replayAll(partsOf(store))
    // What was made again is used: no body of a reading is asked for.
    expect(texts.filter((sql) => sql.includes('"body" from "reading"'))).toEqual([])
    await store.close()
    expect(await tablesOf(home)).toEqual(expected)
  },
)

test('law: packs that go while a replay runs change nothing', async () => {
  const home = packed.fork()
  let looks = 0
  const store = await home.open({
    onQuery: (sql) => {
      if (sql.includes('from "state_pack"') && ++looks % 3 === 2) home.sql('delete from state_pack')
    },
  })
  expect(await replayAll(partsOf(store))).toMatchObject({ added: values })
  expect(looks).toBeGreaterThan(4)
  await store.close()
  expect(await tablesOf(home)).toEqual(expected)
})

test('law: what is stale alone is computed, and what is not asks for no reading at all', async () => {
  const home = packed.fork()
  const texts: string[] = []
  const store = await home.open({ onQuery: (sql) => void texts.push(sql) })
  await replayAll(partsOf(store))
  texts.length = 0
  expect(await replayAll(partsOf(store))).toMatchObject({ stale: 0, unchanged: values })
  expect(texts.filter((sql) => /^(insert|update|delete)|"body"|state_pack/.test(sql))).toEqual([])
  home.sql("delete from daily_point where day = '2025-02-01'")
  home.sql("update performance set basis = '{}' where day = '2025-02-03'")
  const some = await replayAll(partsOf(store))
  const { vaults } = size
  expect(some).toMatchObject({ stale: 2 * vaults, added: vaults, completed: vaults, revised: 0 })
  await store.close()
  expect(await tablesOf(home)).toEqual(expected)
})

test('law: a replay writes the values of a vault in one transaction', async () => {
  const home = packed.fork()
  const texts: string[] = []
  const store = await home.open({ onQuery: (sql) => void texts.push(sql) })
  await replayAll(partsOf(store))
  const locks = texts.filter((sql) => /from "vault" as "v" where .* exists /.test(sql))
  expect(locks).toHaveLength(size.vaults)
  await store.close()
})

test('law: two replays at once, of threads of their own, share the work and make the same tables', async () => {
  const home = world.fork()
  const pools = [1, 2].map((threads) => openReplayPool({ databaseUrl: home.url, threads }))
  await withStore(home, async (store) => {
    const vaults = await store.vaults.everywhere()
    const request = { ...order, vaults, chains: ['local'], signal: new AbortController().signal }
    const progress = { start: () => {}, step: () => {} }
    const runs = pools.map((pool, at) =>
      replayVaults(store, request, { run: pool.run, lanes: at + 1, progress }),
    )
    const [first, second] = await Promise.all(runs)
    const sumOf = (name: 'added' | 'revised' | 'completed') =>
      [...first!, ...second!].reduce((sum, vault) => sum + vault[name], 0)
    expect([sumOf('added'), sumOf('revised'), sumOf('completed')]).toEqual([values, 0, 0])
  })
  await Promise.all(pools.map((pool) => pool.close()))
  expect(await tablesOf(home)).toEqual(expected)
})

test('law: processes that are killed at any moment lose nothing, and the next does the rest', async () => {
  const home = world.fork()
  const program = fileURLToPath(new URL('../../bench/index/index-replay-child.ts', import.meta.url))
  const flags = ['--conditions=source', '--no-warnings']
  const kills = Number(process.env.KILL_RUNS ?? 2)
  for (let kill = 0; kill < kills; kill++) {
    const children = [1, 2].map((threads) =>
      spawn(process.execPath, [...flags, program, home.url, String(threads)], { stdio: 'ignore' }),
    )
    const written = () => Number(home.sql('select count(*) as count from snapshot')[0]!.count)
    const before = written()
    // Each gets a little further than the one before; some die while they load.
    await expect
      .poll(() => written() > before || children.every(({ exitCode }) => exitCode !== null))
      .toBe(true)
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')))
    expect(home.sql('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
    // A vault is there whole, or not at all.
    const whole = home.sql(`select count(*) as count from snapshot group by vault`)
    expect(new Set(whole.map(({ count }) => count))).toEqual(new Set([size.days]))
  }
  await withStore(home, async (store) => {
    const count = await replayAll(partsOf(store))
    expect(count.added + count.unchanged).toBe(values)
  })
  expect(await tablesOf(home)).toEqual(expected)
})

test('refuses: a database that is full, as such; with room again the same tables come out', async () => {
  const home = world.fork()
  const pages = Number(home.sql('pragma page_count')[0]!.page_count)
  const full = await home.open({ maxPages: pages + 20 })
  await expect(replayAll(partsOf(full))).rejects.toMatchObject({
    code: 'store_unavailable',
    kind: 'unavailable',
    retryable: true,
  })
  await full.close()
  await withStore(home, (store) => replayAll(partsOf(store)))
  expect(await tablesOf(home)).toEqual(expected)
})

test('refuses: what fails in a thread, by its own code', async () => {
  const pool = openReplayPool({ databaseUrl: 'sqlite:/nowhere/at/all.db', threads: 1 })
  const vaultRef = { tenantId: 't', chain: 'local', vault: `0x${'1'.repeat(40)}` } as const
  const failing = pool.run(vaultRef, order)
  await expect(failing).rejects.toBeInstanceOf(ReplayThreadError)
  await expect(pool.run(vaultRef, order)).rejects.toMatchObject({ code: 'not_migrated' })
  await pool.close()
})

const corrected = {
  ...currentFormulas,
  names: { ...currentFormulas.names, performance: 'performance@3' },
  performOver: (given: Parameters<typeof currentFormulas.performOver>[0]) => {
    const receipt = currentFormulas.performOver(given)
    const feeDrag = { value: '0.5', reason: null }
    return { ...receipt, formula: 'performance@3', result: { ...receipt.result, feeDrag } }
  },
}

test.each(['kept', 'deleted'])(
  'law: a corrected formula keeps every receipt of before whole, with packs that are %s',
  async (packs) => {
    const home = world.fork()
    await withStore(home, async (store) => {
      await replayAll(partsOf(store))
      if (packs === 'deleted') home.sql('delete from state_pack')
      const count = await replayAll(partsOf(store, corrected))
      const revised = size.vaults * size.days
      expect(count).toMatchObject({ stale: revised, revised, added: 0, completed: 0 })
      const remaining: string[] = []
      for (const { tenantId, address: vault } of await store.vaults.everywhere()) {
        for (const { day } of await store.revisions.days(tenantId, { chain: 'local', vault })) {
          const revisions = await store.revisions.list(tenantId, { chain: 'local', vault, day })
          remaining.push(...revisions.map(({ receipt }) => receipt!))
        }
      }
      const before = expected.receipts.slice(size.vaults * size.days)
      expect(remaining.sort()).toEqual([...before].sort())
      for (const text of remaining.slice(0, 50)) {
        expect(JSON.stringify(recompute(JSON.parse(text)))).toBe(text)
      }
    })
  },
)
