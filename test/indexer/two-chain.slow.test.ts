import { type LocalChain, openBatchingRpc, openChain } from '@vaultwright/chain'
import { parseRawReading, scanChain, statusOf } from '@vaultwright/indexer'
import { explainValue, isProven, type ValueKind } from '@vaultwright/operations'
import type { DayReceipt, PerformanceReceipt } from '@vaultwright/valuation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSeededStore, type SeededStore, slug } from '../support/index/index-seed.ts'
import { openIndexerHarness } from '../support/index/indexer-harness.ts'
import { startLocalChain } from '../support/node/local-chain.ts'

const secondSlug = 'sepolia'
let local: LocalChain

beforeAll(async () => {
  local = await startLocalChain()
})
afterAll(() => local?.anvil.close())

/** A vault on two chains that are the same one, so that all is there twice. */
async function openTwin() {
  const seeded = await openSeededStore(local.manifest)
  const [vaultRef] = seeded.places
  const {
    id: _,
    tenantId,
    createdAtUnix: __,
    ...draft
  } = (await seeded.store.vaults.find(seeded.tenantId, vaultRef!))!
  const deployments = draft.deployments.flatMap((one) => [one, { ...one, chain: secondSlug }])
  await seeded.store.vaults.put(tenantId, { ...draft, deployments }, 'local:twin')
  const chain = await openChain(openBatchingRpc(local.anvil.rpc), { id: local.manifest.chainId })
  const harness = await openIndexerHarness(
    seeded,
    { manifest: local.manifest, rpc: local.anvil.rpc },
    { chains: async (slug) => ({ slug, chain, finality: { kind: 'tag', tag: 'latest' } }) },
  )
  const index = async (slugs: readonly string[], order: 'oldest' | 'newest' = 'oldest') => {
    for (const slug of slugs) await scanChain(harness.context, slug, { order })
    await harness.queue.idle(AbortSignal.timeout(60_000))
  }
  const close = async () => {
    await harness.close()
    await seeded.close()
  }
  return { seeded, harness: harness, index, close, vaultRef: vaultRef! }
}

test('behavior: whichever chain comes first, performance counts both and nothing stays stale', async () => {
  const worlds = [
    { order: [slug], days: 'oldest' },
    { order: [secondSlug, slug], days: 'oldest' },
    { order: [slug, secondSlug], days: 'newest' },
  ] as const
  for (const { order, days } of worlds) {
    const { seeded, harness, index, close, vaultRef } = await openTwin()
    for (const slug of order) await index([slug], days)
    expect(harness.events.filter(({ event }) => event === 'task_failed')).toEqual([])
    expect(harness.events.filter(({ event }) => event === 'revised')).toEqual([])
    const day = '2026-02-01'
    const performance = await explain(seeded, day, 'performance')
    const { inputs, result } = performance.receipt as PerformanceReceipt
    expect(isProven(performance)).toBe(true)
    const isAlone = order.length === 1
    expect(result.acrossChains.missing).toEqual(isAlone ? [secondSlug] : [])
    const snapshot = (await explain(seeded, day, 'snapshot')).receipt as DayReceipt
    const once = Number(snapshot.result.totalSupply.value)
    expect(Number(result.acrossChains.supply.value)).toBeCloseTo(isAlone ? once : 2 * once, 6)
    expect(inputs.others).toMatchObject([{ chain: secondSlug }])
    const status = await statusOf(harness.context, { vault: vaultRef.vault })
    expect(status.map(({ staleDays }) => staleDays)).toEqual([[], []])
    expect(status.map(({ missingDays }) => missingDays)).toEqual([[], []])
    expect(status.map(({ due }) => due !== null)).toEqual(
      status.map(({ chain }) => order.some((one) => one === chain)),
    )
    await close()
  }
})

test('behavior: a vault that is not there yet keeps no other from being read', async () => {
  const { seeded, harness, index, close } = await openTwin()
  const { store, tenantId } = seeded
  const unknownVault = `0x${'9'.repeat(40)}` as const
  const draft = (await store.vaults.find(tenantId, seeded.places[1]!))!
  await store.vaults.put(
    tenantId,
    { ...draft, address: unknownVault, name: 'Unknown' },
    'local:twin',
  )
  await index([slug])
  const failures = await store.failures.list(tenantId, { chain: slug, vault: unknownVault })
  expect(failures).toMatchObject([{ kind: 'roots.sync', code: 'no_code', state: 'retrying' }])
  const marks = await store.readings.marks(tenantId, seeded.places[1]!)
  expect(marks).toHaveLength(local.manifest.days - 1)
  const before = harness.asks()
  await index([slug])
  expect(await store.failures.list(tenantId, { chain: slug, vault: unknownVault })).toEqual(
    failures,
  )
  expect(harness.asks()).toBe(before)
  await close()
})

test('behavior: who gives no logs gives days without events, and says so', async () => {
  const seeded = await openSeededStore(local.manifest)
  const { rpc } = local.anvil
  const accountants = local.manifest.vaults.map(({ accountant }) =>
    accountant.address.toLowerCase(),
  )
  const deaf: typeof rpc = {
    ...rpc,
    ask: async (calls) => {
      const answers = await rpc.ask(calls)
      return answers.map((answer, at) => {
        const text = JSON.stringify(calls[at]!.params).toLowerCase()
        const isLogs = calls[at]!.method === 'eth_getLogs'
        if (!isLogs || !accountants.some((one) => text.includes(one))) return answer
        return { ok: false, error: { code: -32_602, message: 'no logs here', data: null } }
      })
    },
  }
  const harness = await openIndexerHarness(seeded, { manifest: local.manifest, rpc: deaf })
  await harness.index()
  const { tenantId, store, places } = seeded
  const day = '2026-02-01'
  const reading = (await store.readings.find(tenantId, places[0]!, day))!
  expect(parseRawReading(reading.body).events).toBe(null)
  const { inputs } = (await explain(seeded, day, 'snapshot')).receipt as DayReceipt
  expect(inputs.failures.map(({ what }) => what)).toContainEqual(
    expect.stringMatching(/^events of accountant 0x/),
  )
  await harness.close()
  await seeded.close()
})

test('error: WrongChainError stops the look at the chain, and no day is given up', async () => {
  const seeded = await openSeededStore(local.manifest)
  const node = { manifest: local.manifest, rpc: local.anvil.rpc }
  const harness = await openIndexerHarness(seeded, node, {
    chains: async (slug) => ({
      slug,
      chain: await openChain(local.anvil.rpc, { id: 1 }),
      finality: { kind: 'tag', tag: 'latest' },
    }),
  })
  await harness.queue.every({ kind: 'gaps.scan', chain: slug }, 3_600_000)
  await harness.queue.idle(AbortSignal.timeout(10_000))
  expect(harness.events).toMatchObject([
    { event: 'task_failed', error: { code: 'wrong_chain' }, decision: { kind: 'park' } },
  ])
  expect(await seeded.store.failures.list(seeded.tenantId, seeded.places[0]!)).toEqual([])
  await harness.close()
  await seeded.close()
})

async function explain({ store, tenantId, places }: SeededStore, day: string, kind: ValueKind) {
  const vault = (await store.vaults.find(tenantId, places[0]!))!
  return explainValue({ store, vault, chain: places[0]!.chain, day, kind, asOfUnix: null })
}
