import type { VaultRef } from '@vaultwright/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addressOf,
  dayOf,
  draftOf,
  performanceOf,
  pointOf,
  readingOf,
  snapshotOf,
} from '../../support/store/store-fixture.ts'
import { openTestApi, type TestApi, testActor } from '../support/harness.ts'

let api: TestApi
let headers: Readonly<Record<string, string>>
let admin: Readonly<Record<string, string>>
const vault = addressOf(1)
const vaultRef: VaultRef = { chain: 'base', vault }
const day = dayOf(3)

beforeAll(async () => {
  api = await openTestApi()
  headers = await api.as('viewer')
  admin = await api.as('admin')
  await api.store.vaults.put(api.tenant.id, draftOf(1), testActor)
  const otherTenant = await api.addTenant('other')
  await api.store.vaults.put(otherTenant.tenant.id, draftOf(2), testActor)
  const hash = readingOf(vaultRef, day).blockHash
  const atUnix = BigInt(Date.UTC(2026, 0, 6, 12) / 1000)
  await api.store.heads.raise({ chain: 'base', number: 9n, hash, atUnix })
  const since = { block: 1n, atUnix: BigInt(Date.UTC(2026, 0, 4) / 1000) }
  await api.store.vaults.setDeployed(api.tenant.id, vaultRef, since)
})
afterAll(() => api.close())

async function fail(failedDay: string | null, retryAtUnix: bigint | null): Promise<void> {
  const failure = { ...vaultRef, kind: 'vault.snapshot', day: failedDay, retryAtUnix }
  const words = { code: 'price_missing', message: 'No price.' }
  await api.store.failures.record(api.tenant.id, { ...failure, ...words })
}

test('default: the status has a row for each chain of the tenant, with days, head and failures', async () => {
  await fail(day, null)
  const { status, body } = await api.ask('GET', '/v1/index', { headers })
  expect(status).toBe(200)
  expect(body.data.map((row: { chain: string }) => row.chain)).toEqual(['base', 'ethereum'])
  expect(body.data[0]).toMatchObject({
    vault_address: vault,
    is_current: false,
    is_found: true,
    head_block_number: 9,
    head_at: '2026-01-06T12:00:00Z',
    due_from: '2026-01-04',
    due_to: '2026-01-05',
    last_day: null,
    lag_seconds: null,
    missing: { days: 2, ranges: [{ from: '2026-01-04', to: '2026-01-05' }], more_ranges: 0 },
    lost: { days: 0, ranges: [], more_ranges: 0 },
    stale: { days: 0, ranges: [], more_ranges: 0 },
    missing_days: ['2026-01-04', '2026-01-05'],
    stale_days: [],
    failure_count: 1,
    parked_count: 1,
    failures: [{ kind: 'vault.snapshot', day, state: 'parked', attempts: 1, retry_at: null }],
  })
  expect(body.data[1]).toMatchObject({ is_found: false, due_from: null, head_at: null })
  expect(body.page).toEqual({ next_cursor: null, page_size: 20, has_more: false })
})

test('law: pages of the status, and the rows of one vault or chain, are parts of the whole list', async () => {
  const ask = async (query: string) => {
    const { status, body } = await api.ask('GET', `/v1/index?${query}`, { headers })
    expect([query, status]).toEqual([query, 200])
    return body
  }
  const all = (await ask('page_size=100')).data
  const first = await ask('page_size=1')
  const second = await ask(`page_size=1&cursor=${first.page.next_cursor}`)
  expect([...first.data, ...second.data]).toEqual(all)
  expect(second.page.has_more).toBe(false)
  expect((await ask('chain=BASE')).data).toEqual([all[0]])
  expect((await ask(`vault_address=${vault.toLowerCase()}&chain=ethereum`)).data).toEqual([all[1]])
  expect((await ask(`vault_address=${addressOf(2)}`)).data).toEqual([])
})

test('default: a repair forgets the failures of its days, and the audit log has it', async () => {
  await fail(day, null)
  await fail(dayOf(4), 5n)
  await fail(null, null)
  const body = { chain: 'base', vault_address: vault.toLowerCase(), from: dayOf(4), to: dayOf(4) }
  const repair = (asked: object) =>
    api.ask('POST', '/v1/admin/index/repair', { headers: admin, body: asked })
  expect((await repair(body)).body).toEqual({
    data: { chain: 'base', vault_address: vault, retried: 2 },
  })
  const left = await api.store.failures.list(api.tenant.id, vaultRef)
  expect(left.map((failure) => failure.day)).toEqual([day])
  const { from: _, to: __, ...whole } = body
  expect((await repair(whole)).body.data.retried).toBe(1)
  const path = '/v1/admin/audit?act=index.repair'
  const { data } = (await api.ask('GET', path, { headers: admin })).body
  expect(data).toHaveLength(2)
  expect(data[1]).toMatchObject({
    subject: vault,
    details: { chain: 'base', from: dayOf(4), to: dayOf(4), retried: 2 },
  })
})

test('refuses: a repair by others, of the vault of another tenant, of no day', async () => {
  const body = { chain: 'base', vault_address: vault }
  const path = '/v1/admin/index/repair'
  for (const role of ['viewer', 'strategist', 'curator'] as const) {
    const { status } = await api.ask('POST', path, { headers: await api.as(role), body })
    expect([role, status]).toEqual([role, 403])
  }
  const foreign = { ...body, vault_address: addressOf(2) }
  const { status } = await api.ask('POST', path, { headers: admin, body: foreign })
  expect(status).toBe(404)
  const damaged = { ...body, from: 'yesterday' }
  expect((await api.ask('POST', path, { headers: admin, body: damaged })).status).toBe(422)
})

test('default: the audit log is filtered by actor, act and subject, and a cursor is of its filter', async () => {
  const audit = async (query: string) =>
    (await api.ask('GET', `/v1/admin/audit?${query}`, { headers: admin })).body
  const all = (await audit('page_size=100')).data as Record<string, string>[]
  for (const name of ['actor', 'act', 'subject']) {
    const value = all.at(-1)![name]!
    const { data } = await audit(`page_size=100&${name}=${encodeURIComponent(value)}`)
    expect(data).toEqual(all.filter((entry) => entry[name] === value))
  }
  expect((await audit('act=vault.burn')).data).toEqual([])
  const { page } = await audit('page_size=1&act=index.repair')
  const answered = await api.ask('GET', `/v1/admin/audit?page_size=1&cursor=${page.next_cursor}`, {
    headers: admin,
  })
  expect(answered.status).toBe(422)
})

test('default: revised days are newest first, with both values and the reason', async () => {
  const { store, tenant } = api
  for (const [round, value] of ['1.5', '1.25'].entries()) {
    for (const revised of [dayOf(2), day]) {
      const reading = readingOf(vaultRef, revised, JSON.stringify({ round }))
      await store.readings.put(tenant.id, reading, 'The block was replaced.')
      const basis = { [revised]: `${round}` }
      const query = { range: { from: revised, to: revised }, withOtherChains: false }
      const reason = 'The block was replaced.'
      await store.derived.derive(tenant.id, { ...vaultRef, ...query, reason }, () => ({
        snapshots: [{ value: snapshotOf(vaultRef, revised, value), basis, receipt: null }],
        dailyPoints: [{ value: pointOf(vaultRef, revised, value), basis, receipt: '{}' }],
        performances: [{ value: performanceOf(vaultRef, revised, value), basis, receipt: '{}' }],
      }))
    }
  }
  const path = `/v1/vaults/base/${vault}/revisions`
  const { status, body } = await api.ask('GET', path, { headers })
  expect(status).toBe(200)
  expect(body.data.map((entry: { day: string }) => entry.day)).toEqual([day, dayOf(2)])
  const [{ revisions, current }] = body.data
  const kinds = revisions.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(['daily', 'performance', 'reading', 'snapshot'])
  expect(revisions[0]).toMatchObject({
    number: 0,
    reason: 'The block was replaced.',
    values: { share_price: '1.5', total_assets: '1.5', tvl_usd: null },
  })
  expect(revisions[2].values).toEqual({})
  expect(current).toMatchObject({
    daily: { share_price: '1.25' },
    performance: { apy: '1.25' },
    snapshot: { total_supply: '1.25' },
  })
  const first = (await api.ask('GET', `${path}?page_size=1`, { headers })).body
  const next = `${path}?page_size=1&cursor=${first.page.next_cursor}`
  const second = (await api.ask('GET', next, { headers })).body
  expect([...first.data, ...second.data]).toEqual(body.data)
})

test('refuses: a proof of a root without a node', async () => {
  const path = `/v1/vaults/base/${vault}/roots/${addressOf(901)}/proof`
  const { status, body } = await api.ask('GET', path, { headers })
  expect([status, body.error.code]).toEqual([404, 'root_proof_not_found'])
})
