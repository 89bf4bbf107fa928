import type { LocalChain } from '@vaultwright/chain'
import { scanChain } from '@vaultwright/indexer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSeededStore, slug } from '../support/index/index-seed.ts'
import { openIndexerHarness } from '../support/index/indexer-harness.ts'
import { startLocalChain } from '../support/node/local-chain.ts'
import { rowsOf } from './row.ts'

let local: LocalChain

beforeEach(async () => {
  local = await startLocalChain()
})
afterEach(() => local?.anvil.close())

test('behavior: days of blocks that went are read again, and what stood there before is kept', async () => {
  const seeded = await openSeededStore(local.manifest)
  const node = { manifest: local.manifest, rpc: local.anvil.rpc }
  const harness = await openIndexerHarness(seeded, node)
  const fork = await send('evm_snapshot')
  await mineDays(2)
  await harness.index()
  const before = await rowsOf(seeded)
  await send('evm_revert', fork)
  const behind = await scanChain(harness.context, slug, { order: 'oldest' })
  expect(behind.behind).not.toBe(null)
  expect(await rowsOf(seeded)).toEqual(before)

  // The same days again, otherwise: a block more, so that the node is no longer behind.
  await mine(3_600)
  await mineDays(2)
  await harness.index()
  const days = before[0]!.readings.slice(-2).map(({ day }) => day)
  const [vaultRef] = seeded.places
  const revisions = await seeded.store.revisions.days(seeded.tenantId, vaultRef!)
  expect(revisions.map(({ day }) => day)).toEqual(days)
  const storedRevisions = await seeded.store.revisions.list(seeded.tenantId, {
    ...vaultRef!,
    day: days[0]!,
  })
  expect(storedRevisions.map(({ kind }) => kind).sort()).toEqual([
    'daily',
    'performance',
    'reading',
    'snapshot',
  ])
  const marks = await seeded.store.readings.marks(seeded.tenantId, vaultRef!)
  expect(marks.filter(({ revision }) => revision > 0).map(({ day }) => day)).toEqual(days)
  expect(storedRevisions.find(({ kind }) => kind === 'reading')!.reason).toMatch(
    /^Block \d+ (was 0x\w{64}, and is 0x\w{64} now|came into )/,
  )

  const fresh = await openSeededStore(local.manifest)
  const otherHarness = await openIndexerHarness(fresh, node)
  await otherHarness.index()
  const plain = (rows: typeof before) =>
    rows.map(({ readings, ...fields }) => ({
      ...fields,
      readings: readings.map(({ day, digest }) => ({ day, digest })),
    }))
  expect(plain(await rowsOf(seeded))).toEqual(plain(await rowsOf(fresh)))
  await Promise.all([harness, otherHarness].map((one) => one.close()))
  await Promise.all([seeded, fresh].map((one) => one.close()))
})

test('behavior: a day that is no longer over is withdrawn, with what stood there, and read again when it is over', async () => {
  const seeded = await openSeededStore(local.manifest)
  const node = { manifest: local.manifest, rpc: local.anvil.rpc }
  const harness = await openIndexerHarness(seeded, node)
  await harness.index()
  const before = await rowsOf(seeded)
  const fork = await send('evm_snapshot')
  await mineDays(2)
  await harness.index()
  const early = (await rowsOf(seeded))[0]!.readings.slice(before[0]!.readings.length)
  expect(early.length).toBe(2)
  await send('evm_revert', fork)
  // As many blocks and one more, and not even a day: those two are not over any more.
  for (let block = 0; block < 3; block++) await mine(3_600)
  await harness.index()
  expect(await rowsOf(seeded)).toEqual(before)
  const [vaultRef] = seeded.places
  const listed = await seeded.store.revisions.days(seeded.tenantId, vaultRef!)
  expect(listed).toEqual(early.map(({ day }) => ({ day, revisions: 4 })))
  const gone = await seeded.store.revisions.list(seeded.tenantId, {
    ...vaultRef!,
    day: early[0]!.day,
  })
  expect(gone.map(({ kind }) => kind)).toEqual(['daily', 'performance', 'reading', 'snapshot'])
  expect(gone[2]).toMatchObject({ number: 0, body: early[0]!.body })
  expect(gone[2]!.reason).toMatch(/^Block \d+ came into \S+ after it was read at block \d+\.$/)

  await mineDays(2)
  await harness.index()
  const fresh = await openSeededStore(local.manifest)
  const otherHarness = await openIndexerHarness(fresh, node)
  await otherHarness.index()
  const plain = (rows: typeof before) =>
    rows.map(({ readings, ...fields }) => ({
      ...fields,
      readings: readings.map(({ day, digest }) => ({ day, digest })),
    }))
  expect(plain(await rowsOf(seeded))).toEqual(plain(await rowsOf(fresh)))
  const marks = await seeded.store.readings.marks(seeded.tenantId, vaultRef!)
  expect(marks.slice(-2).map(({ day, revision }) => ({ day, revision }))).toEqual(
    early.map(({ day }) => ({ day, revision: 1 })),
  )
  await Promise.all([harness, otherHarness].map((one) => one.close()))
  await Promise.all([seeded, fresh].map((one) => one.close()))
})

test('behavior: a day becomes due with the first final block after it', async () => {
  const seeded = await openSeededStore(local.manifest)
  const node = { manifest: local.manifest, rpc: local.anvil.rpc }
  const harness = await openIndexerHarness(seeded, node, {
    finality: { kind: 'depth', blocks: 1n },
  })
  await harness.index()
  const before = harness.events.filter(({ event }) => event === 'day_indexed').length
  await mine(86_400)
  await harness.index()
  expect(harness.events.filter(({ event }) => event === 'day_indexed')).toHaveLength(before)
  await mine(12)
  await harness.index()
  expect(harness.events.filter(({ event }) => event === 'day_indexed')).toHaveLength(before + 2)
  await harness.close()
  await seeded.close()
})

async function mineDays(days: number): Promise<void> {
  for (let day = 0; day < days; day++) await mine(86_400)
}

async function mine(seconds: number): Promise<void> {
  const head = (await send('eth_getBlockByNumber', 'latest', false)) as { timestamp: string }
  // The node's own clock is that of this machine, months after the history.
  await send('evm_setTime', Number(head.timestamp))
  await send('evm_setNextBlockTimestamp', Number(head.timestamp) + seconds)
  await send('evm_mine')
}

async function send(method: string, ...params: readonly unknown[]): Promise<unknown> {
  const [answer] = await local.anvil.rpc.ask([{ method, params }])
  if (answer?.ok !== true) throw new Error(`${method}: ${answer?.error.message}`)
  return answer.value
}
