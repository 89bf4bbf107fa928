import { readFileSync } from 'node:fs'
import { checkSvmDays, checkSvmWeek } from '@vaultwright/check'
import type { SvmVault } from '@vaultwright/store'
import {
  decodeVaultReading,
  defaultVaultProgram,
  nativeMint,
  parseKeptAccounts,
} from '@vaultwright/svm'
import { annualYieldOf, recomputeSvm, svmDayStateOf, unknownNav } from '@vaultwright/valuation'
import { navDataOf } from '@vaultwright/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  putSvmDay,
  putSvmVault,
  svmStrategist,
  svmUsdc,
  svmVault,
} from '../../solana/support/svm-reading-fixture.ts'
import { addressOf, draftOf } from '../../support/store/store-fixture.ts'
import { openTestApi, type TestApi, testActor } from '../support/harness.ts'

const definition = readFileSync(
  new URL('../../../fixtures/solana/solana-usd.yaml', import.meta.url),
  'utf8',
)
const path = `/v1/vaults/solana/${svmVault}`
const supply = 2_500_000_000_000n
/** The rate by day; the fourth was not read. */
const rates: readonly (bigint | null)[] = Array.from({ length: 8 }, (_, index) =>
  index === 3 ? null : 1_000_000n + 100n * BigInt(index),
)
const dayAt = (index: number) => `2026-11-0${index + 1}`
const yieldOf = (from: bigint, to: bigint, seconds: bigint) =>
  Number(annualYieldOf({ from, to, seconds }))

let api: TestApi
let headers: Readonly<Record<string, string>>
let vault: SvmVault

beforeAll(async () => {
  api = await openTestApi()
  headers = await api.as('viewer')
  vault = await putSvmVault(api.store, api.tenant.id, definition)
  for (const [index, exchangeRate] of rates.entries()) {
    if (exchangeRate === null) continue
    const lastUpdateUnix = BigInt(Date.parse(`${dayAt(index)}T12:00:00Z`) / 1_000)
    const layout = index % 2 === 0 ? 336 : 368
    const state = { exchangeRate, supply, lastUpdateUnix, layout } as const
    await putSvmDay(api.store, vault, { day: dayAt(index), ...state })
  }
  await api.store.vaults.put(api.tenant.id, draftOf(1), testActor)
})
afterAll(() => api.close())

test('golden: a Solana vault stands in the one list after every 0x address, with links of its chain', async () => {
  const { body } = await api.ask('GET', '/v1/vaults', { headers })
  expect(body.data.map((one: { vault_address: string }) => one.vault_address)).toEqual([
    addressOf(1),
    svmVault,
  ])
  expect(body.data[1]).toEqual({
    vault_address: svmVault,
    name: 'Solana USD',
    chains: ['solana'],
    tenant: 'acme',
    status: 'active',
    deployed_at: null,
    links: {
      solana: { self: `/vaults/solana/${svmVault}`, roots: `/vaults/solana/${svmVault}/roots` },
    },
  })
  const first = await api.ask('GET', '/v1/vaults?page_size=1', { headers })
  const cursor = encodeURIComponent(first.body.page.next_cursor)
  const secondPage = await api.ask('GET', `/v1/vaults?page_size=1&cursor=${cursor}`, { headers })
  expect([...first.body.data, ...secondPage.body.data]).toEqual(body.data)
  expect(secondPage.body.page.has_more).toBe(false)
})

test('golden: the vault itself has its program for a Manager, its number, and the strategist of its state', async () => {
  const { body } = await api.ask('GET', path, { headers })
  expect(body.data.deployments).toEqual([
    {
      chain: 'solana',
      manager: defaultVaultProgram,
      accountant: null,
      teller: null,
      deployed_at: null,
      strategists: [{ name: 'strategist', address: svmStrategist }],
      vault_id: '3',
    },
  ])
})

test('golden: a snapshot has the rate, the supply and their exact product', async () => {
  const { body } = await api.ask('GET', `${path}/metrics/snapshot/latest`, { headers })
  expect(body.data).toEqual({
    chain: 'solana',
    vault_address: svmVault,
    block_number: Number((BigInt(Date.parse('2026-11-09T00:00:05Z')) / 1_000n) * 2n),
    as_of: '2026-11-09T00:00:05Z',
    snapshot_type: 'variable_rate',
    share_price: '1.0007',
    total_assets: '2501750',
    total_supply: '2500000',
    positions: [],
    prices: { solana: { USDC: '1' } },
    base_asset: 'USDC',
    ...navDataOf(
      unknownNav('What the vault held was not read on that day: an earlier version read it.'),
      50,
    ),
    worth_bounds: null,
    allowances: null,
    allowances_note: 'Allowances were not read on that day.',
  })
})

test('golden: a day whose holdings were read has positions, prices, net assets and dollars', async () => {
  const holder = await api.addTenant('holder')
  const held = await putSvmVault(api.store, holder.tenant.id, definition)
  const quote = { confidence: null, atUnix: '1793836805', kind: 'fixed', source: 'fixed' } as const
  const quotes = [
    { ...quote, asset: svmUsdc, per: 'usd', price: '0.5' } as const,
    { ...quote, asset: nativeMint, per: svmUsdc, price: '100' },
  ]
  const state = { exchangeRate: 1_000_000n, supply: 3_000_000n, feesOwed: 500_000n }
  await putSvmDay(api.store, held, { day: dayAt(3), ...state })
  const holdings = { usdc: 2_000_000n, lamports: 20_000_000n, quotes }
  await putSvmDay(api.store, held, { day: dayAt(4), ...state, held: holdings })
  const otherHeaders = { headers: await holder.as('viewer') }
  const nav = {
    net_assets: '3.5',
    fees_owed: '0.5',
    nav_gap: '0.5',
    nav_gap_relative: '0.166666666666666667',
    nav_gap_bound: '0.005',
    nav_reason: null,
    nav_left_out: 0,
    flags: [{ flag: 'nav_gap', reason: expect.stringContaining('more than what is reported') }],
  }
  const snapshot = await api.ask('GET', `${path}/metrics/snapshot/latest`, otherHeaders)
  expect(snapshot.body.data).toMatchObject({
    positions: [
      { protocol: 'idle', asset: 'SOL', balance: '0.02' },
      { protocol: 'idle', asset: 'USDC', balance: '2' },
    ],
    prices: { solana: { USDC: '1', SOL: '100' } },
    ...nav,
  })
  const days = await api.ask('GET', `${path}/dailyData?explain=true`, otherHeaders)
  const [first, last] = days.body.data
  expect(first).toMatchObject({ price_usd: null, tvl_usd: null, net_assets: null, flags: [] })
  expect(last).toMatchObject({ price_usd: '0.5', tvl_usd: '1.5', ...nav })
  expect([first, last].map(({ receipt }) => receipt.formula)).toEqual([
    'svm_daily@1',
    'svm_daily@2',
  ])
  expect(last.reading).toMatchObject({ version: 2, scope: { subAccounts: [0], quotes } })
  const checks = checkSvmDays(days.body.data, { vault: svmVault })
  expect(checks.map(({ verdict }) => [verdict.answer, verdict.reasons])).toEqual([
    ['yes', []],
    ['yes', []],
  ])
  const week = await api.ask('GET', `${path}/performance?explain=true`, otherHeaders)
  expect(checkSvmWeek(week.body.data, { vault: svmVault })).toMatchObject({
    verdict: { answer: 'yes' },
  })
  const summaries = await api.ask('GET', '/v1/vaults/summaries', otherHeaders)
  expect(summaries.body.data[0].deployments[0]).toMatchObject({ tvl_usd: '1.5' })
})

test('golden: daily data has each day that was read, as of its end; a day after a missing one has no yield', async () => {
  const { body } = await api.ask('GET', `${path}/dailyData?explain=true`, { headers })
  expect(body.meta).toEqual({ from: '2026-11-01T00:00:00Z', to: '2026-11-08T00:00:00Z' })
  const shown = body.data.map((one: Record<string, unknown>) => [one.as_of, one.daily_apy])
  const daySeconds = 86_400n
  expect(shown).toEqual([
    ['2026-11-01T23:59:59Z', null],
    ['2026-11-02T23:59:59Z', yieldOf(1_000_000n, 1_000_100n, daySeconds)],
    ['2026-11-03T23:59:59Z', yieldOf(1_000_100n, 1_000_200n, daySeconds)],
    ['2026-11-05T23:59:59Z', null],
    ['2026-11-06T23:59:59Z', yieldOf(1_000_400n, 1_000_500n, daySeconds)],
    ['2026-11-07T23:59:59Z', yieldOf(1_000_500n, 1_000_600n, daySeconds)],
    ['2026-11-08T23:59:59Z', yieldOf(1_000_600n, 1_000_700n, daySeconds)],
  ])
  expect(body.data[3].receipt.result.dailyApy.reason).toContain('2026-11-04')
  for (const { receipt, reading } of body.data) {
    expect(recomputeSvm(receipt)).toEqual(receipt)
    const of = { vault: svmVault, program: defaultVaultProgram }
    const decoded = decodeVaultReading(parseKeptAccounts(JSON.stringify(reading)), of)
    const { today } = receipt.inputs
    expect(svmDayStateOf({ vault: svmVault, day: today.day }, decoded)).toEqual(today)
  }
})

test('law: pages of any size and any range give each day once', async () => {
  const all = (await api.ask('GET', `${path}/dailyData`, { headers })).body.data
  for (const size of [1, 2, 3, 7, 8]) {
    const days: unknown[] = []
    for (let cursor = ''; ; ) {
      const url = `${path}/dailyData?page_size=${size}${cursor}`
      const { body } = await api.ask('GET', url, { headers })
      days.push(...body.data)
      if (!body.page.has_more) break
      cursor = `&cursor=${encodeURIComponent(body.page.next_cursor)}`
    }
    expect(days).toEqual(all)
  }
  const range = `${path}/dailyData?from=2026-11-02T12:00:00Z&to=2026-11-06T23:59:58Z`
  expect((await api.ask('GET', range, { headers })).body.data).toEqual(all.slice(1, 4))
  const snapshots = await api.ask('GET', `${path}/metrics/snapshot`, { headers })
  expect(snapshots.body.data.map((one: { as_of: string }) => one.as_of.slice(0, 10))).toEqual(
    ['09', '08', '07', '06', '04', '03', '02'].map((day) => `2026-11-${day}`),
  )
})

test('golden: performance is the growth of seven days, with its fees and the days that are missing', async () => {
  const { body } = await api.ask('GET', `${path}/performance?explain=true`, { headers })
  const { receipt, reading, ...data } = body.data
  expect(reading.slot).toBe(receipt.inputs.last.slot)
  expect(data).toMatchObject({
    as_of: '2026-11-08T00:00:00Z',
    window_days: 7,
    apy: yieldOf(1_000_000n, 1_000_700n, 7n * 86_400n),
    fees: 0.01,
    performance_fees: 0.1,
    global_apy_breakdown: { real_apy: null, maturity_apy: null, fee: null },
    real_apy_breakdown: [],
  })
  expect(recomputeSvm(receipt)).toEqual(receipt)
  expect(receipt.result.flags).toEqual([
    { flag: 'partial', reason: 'The vault was not read on 2026-11-04.' },
  ])
  const summaries = await api.ask('GET', '/v1/vaults/summaries', { headers })
  expect(summaries.body.data[1].deployments).toMatchObject([
    {
      chain: 'solana',
      last_day: '2026-11-08',
      share_price: '1.0007',
      apy: data.apy,
      tvl_usd: null,
    },
  ])
})

test('golden: a day of a paused vault has its stored rate, no yield, and says that the rate left its bounds', async () => {
  const otherTenant = await api.addTenant('other')
  const paused = await putSvmVault(api.store, otherTenant.tenant.id, definition)
  await putSvmDay(api.store, paused, { day: dayAt(7), exchangeRate: 1_000_700n, supply })
  const left = { exchangeRate: 1_200_000n, supply, paused: true }
  await putSvmDay(api.store, paused, { day: dayAt(8), ...left })
  const otherHeaders = { headers: await otherTenant.as('viewer') }
  const { body } = await api.ask('GET', `${path}/dailyData?explain=true`, otherHeaders)
  expect(body.data[1]).toMatchObject({ share_price: 1.2, daily_apy: null, total_assets: '3000000' })
  const { flags, dailyApy } = body.data[1].receipt.result
  expect(dailyApy).toEqual({
    value: null,
    reason: 'The vault was paused at the end of 2026-11-09.',
  })
  expect(flags.map(({ flag }: { flag: string }) => flag)).toContain('out_of_bounds')
  expect(flags.map(({ flag }: { flag: string }) => flag)).toContain('paused')
})

test('golden: roots, pending roots, changes and revisions are empty lists', async () => {
  for (const end of ['roots', 'roots/pending', 'roots/changes', 'revisions']) {
    const { status, body } = await api.ask('GET', `${path}/${end}`, { headers })
    expect([end, status, body.data]).toEqual([end, 200, []])
  }
})

test('refuses: another letter case, an address of another chain, another tenant, and values that are not there', async () => {
  const ends = [
    '',
    '/roots',
    '/roots/pending',
    '/metrics/snapshot/latest',
    '/performance',
    '/dailyData',
  ]
  const turned = svmVault.replace('og', 'oG')
  for (const end of ends) {
    const { status, body } = await api.ask('GET', `/v1/vaults/solana/${turned}${end}`, { headers })
    expect([end, status, body.error.code]).toEqual([end, 404, 'vault_not_found'])
  }
  const evm = await api.ask('GET', `/v1/vaults/solana/${addressOf(1)}/dailyData`, { headers })
  expect([evm.status, JSON.stringify(evm.body)]).toEqual([
    422,
    expect.stringContaining('address_invalid'),
  ])
  const base58 = await api.ask('GET', `/v1/vaults/mainnet/${svmVault}/dailyData`, { headers })
  expect(base58.status).toBe(422)
  const foreign = await api.addTenant('foreign')
  const otherHeaders = { headers: await foreign.as('viewer') }
  expect((await api.ask('GET', path, otherHeaders)).status).toBe(404)
  await putSvmVault(api.store, foreign.tenant.id, definition)
  const answer = await api.ask('GET', path, otherHeaders)
  expect(answer.body.data.deployments[0].strategists).toEqual([])
  const codes = {
    'metrics/snapshot/latest': 'snapshot_not_found',
    performance: 'performance_not_found',
  }
  for (const [end, code] of Object.entries(codes)) {
    const { status, body } = await api.ask('GET', `${path}/${end}`, otherHeaders)
    expect([status, body.error.code]).toEqual([404, code])
  }
  expect((await api.ask('GET', `${path}/dailyData`, otherHeaders)).body).toMatchObject({ data: [] })
})

test('golden: an admin adds a Solana vault by its definition, changes it, and the log says so', async () => {
  const otherTenant = await api.addTenant('adding')
  const admin = await otherTenant.as('admin')
  const put = (text: string, lock?: string) =>
    api.ask('PUT', '/v1/admin/vaults', {
      headers: admin,
      body: { definition: text, ...(lock === undefined ? {} : { lock }) },
    })
  const added = await put(definition)
  expect([added.status, added.body.data]).toEqual([
    200,
    expect.objectContaining({ vault_address: svmVault, chains: ['solana'], status: 'active' }),
  ])
  const stored = await api.store.svmVaults.find(otherTenant.tenant.id, { vault: svmVault })
  expect(stored).toMatchObject({ definition, vaultId: 3n, program: defaultVaultProgram })
  const paused = await put(definition.replace('vault_id: 3', 'status: paused\nvault_id: 3'))
  expect(paused.body.data.status).toBe('paused')
  const { body } = await api.ask('GET', '/v1/admin/audit', { headers: admin })
  expect(body.data.slice(0, 2).map((one: { subject: string }) => one.subject)).toEqual([
    svmVault,
    svmVault,
  ])
  const refusals = [
    await put(definition, '{}'),
    await put(definition.replace('vault_id: 3', 'vault_id: 4')),
    await put(definition.replace(svmVault, svmVault.replace('og', 'oG'))),
    await put(`${definition}\nunknown: 1\n`),
  ]
  expect(refusals.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  const after = await api.store.svmVaults.find(otherTenant.tenant.id, { vault: svmVault })
  expect(after?.vaultId).toBe(3n)
})
