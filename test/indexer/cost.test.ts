import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LocalChain } from '@vaultwright/chain'
import { parsePriceBook } from '@vaultwright/indexer'
import { openStore } from '@vaultwright/store'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openSeededStore, slug } from '../support/index/index-seed.ts'
import { type IndexerHarnessOptions, openIndexerHarness } from '../support/index/indexer-harness.ts'
import { startLocalChain } from '../support/node/local-chain.ts'

let local: LocalChain
/** Days of both vaults that are over; the last of the chain is not. */
let vaultDays: number

beforeAll(async () => {
  local = await startLocalChain()
  vaultDays = local.manifest.vaults.length * (local.manifest.days - 1)
})

afterAll(() => local?.anvil.close())

/** Opens a process that indexes into a store of its own, and counts what each run costs. */
async function openCounted(options: IndexerHarnessOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-cost-'))
  const exec = vi.spyOn(Database.prototype, 'exec')
  let statements = 0
  const store = await openStore(`sqlite:${join(folder, 'store.db')}`, {
    migrate: true,
    onQuery: () => void statements++,
  })
  const seeded = await openSeededStore(local.manifest, store)
  const harness = await openIndexerHarness(
    seeded,
    { manifest: local.manifest, rpc: local.anvil.rpc },
    options,
  )
  onTestFinished(async () => {
    exec.mockRestore()
    await harness.close()
    await seeded.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return async () => {
    const before = { asks: harness.asks(), events: harness.events.length }
    statements = 0
    exec.mockClear()
    await harness.index()
    const events = harness.events.slice(before.events)
    return {
      roundTrips: harness.asks() - before.asks,
      transactions: exec.mock.calls.filter(([text]) => text === 'begin immediate').length,
      statements,
      days: events.filter(({ event }) => event === 'day_indexed').length,
      failures: events.flatMap((one) => (one.event === 'task_failed' ? one.error.message : [])),
    }
  }
}

function tell(what: string, { days, failures: _, ...costs }: Awaited<ReturnType<Run>>): void {
  const each = Object.entries(costs).map(
    ([name, count]) => `${(count / vaultDays).toFixed(2)} ${name}`,
  )
  console.log(`${what}: ${days} days read; a vault-day: ${each.join(', ')}`)
}

type Run = Awaited<ReturnType<typeof openCounted>>

/** Beyond the days: since when there are vaults, last blocks of days, roots. Shared, when days are read at once. */
const fixed = { 4: 0, 1: 40 } as const

for (const concurrency of [4, 1] as const) {
  test(`default: with ${concurrency} at once a vault-day costs three round trips at most, and none when it is there`, async () => {
    const run = await openCounted({ concurrency })
    const first = await run()
    expect(first).toMatchObject({ days: vaultDays, failures: [] })
    tell(`backfill, ${concurrency} at once`, first)
    expect(first.roundTrips).toBeLessThanOrEqual(3 * vaultDays + fixed[concurrency])
    // A reading, its root, and each of its values by itself, with those of the week after it.
    expect(first.transactions).toBeLessThanOrEqual(6 * vaultDays)
    expect(first.statements).toBeLessThanOrEqual(60 * vaultDays)
    const second = await run()
    tell('again', second)
    expect(second).toMatchObject({ days: 0, failures: [] })
    // The head, and whether the last days of each vault are still what they were.
    expect(second.roundTrips).toBeLessThanOrEqual(6 * local.manifest.vaults.length)
    expect(second.transactions).toBeLessThanOrEqual(2 * local.manifest.vaults.length)
  })
}

test('default: a price from a server is asked for once for each vault-day, and not again', async () => {
  const { WETH, USDC, DAI } = local.manifest.contracts
  const methods: string[] = []
  const url = 'https://prices.example/{chain}/{asset}?at={unix}'
  const sources = [{ http: url, price: '/price' }]
  const rules = [WETH, USDC].map((asset) => ({ chain: slug, asset, per: 'usd', sources }))
  const daiPrice = { chain: slug, asset: DAI, per: 'usd', sources: [{ fixed: '1' }, ...sources] }
  const run = await openCounted({
    prices: parsePriceBook(JSON.stringify({ prices: [...rules, daiPrice] })),
    fetch: async (at) => {
      methods.push(String(at))
      return new Response('{"price":"1"}')
    },
  })
  expect(await run()).toMatchObject({ days: vaultDays, failures: [] })
  console.log(
    `prices: ${(methods.length / vaultDays).toFixed(2)} requests a vault-day, of ${rules.length} rules`,
  )
  expect(methods.length).toBeLessThanOrEqual(rules.length * vaultDays)
  expect(new Set(methods).size).toBe((rules.length * vaultDays) / local.manifest.vaults.length)
  const before = methods.length
  expect(await run()).toMatchObject({ days: 0, failures: [] })
  expect(methods).toHaveLength(before)
})
