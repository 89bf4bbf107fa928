import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, draftOf, strategists } from '../../support/store/store-fixture.ts'
import { openTestApi, type TestApi, testActor } from '../support/harness.ts'
import { storedExecution } from '../support/stored-execution.ts'

let api: TestApi
let headers: Readonly<Record<string, string>>
const vault = addressOf(1)
const path = `/v1/vaults/base/${vault}/executions`
const place = { chain: 'base', vault } as const
const safeTxHash = `0x${'ab'.repeat(32)}` as const

beforeAll(async () => {
  api = await openTestApi()
  headers = await api.as('viewer')
  await api.store.vaults.put(api.tenant.id, draftOf(1), testActor)
  const rows = [
    storedExecution(3, 0),
    storedExecution(4, 1, {
      outcome: 'executed_otherwise',
      safeTxHash,
      details: {
        origin: 'safe',
        notStatedBecause: null,
        findings: [{ code: 'module_acted', message: 'The module made the Safe act.' }],
      },
    }),
    storedExecution(4, 2, {
      strategist: null,
      details: {
        origin: null,
        basis: 'receipt',
        notStatedBecause: 'Who acted is not known.',
        findings: [{ code: 'strategist_unknown', message: 'Nothing shows who called.' }],
      },
    }),
  ]
  const range = { ...place, fromBlock: 0n, toBlock: 9n }
  await api.store.executions.sync(api.tenant.id, range, { rows, unchanged: [] })
})
afterAll(() => api.close())

test('golden: executions are listed newest first, with who acted, what it did and whether it was said', async () => {
  const { status, body } = await api.ask('GET', path, { headers })
  expect(status).toBe(200)
  const move = { token_address: addressOf(5), holder_address: vault, raw_amount: '-7' }
  const token = { token_address: addressOf(5), symbol: 'LOC', decimals: 6 }
  const common = { calls: 2, sentences: [], moves: [move], tokens: [token], block_number: 4 }
  expect(body.data).toMatchObject([
    {
      ...common,
      log_index: 2,
      strategist: null,
      origin: null,
      basis: 'receipt',
      outcome: null,
      not_stated_because: 'Who acted is not known.',
      findings: [{ code: 'strategist_unknown' }],
      links: { receipt: null },
    },
    {
      ...common,
      log_index: 1,
      strategist: strategists[0],
      origin: 'safe',
      safe_tx_hash: safeTxHash,
      outcome: 'executed_otherwise',
      not_stated_because: null,
      findings: [{ code: 'module_acted', message: 'The module made the Safe act.' }],
      links: { receipt: `/safes/base/${strategists[0]}/executions/${safeTxHash}` },
    },
    {
      ...common,
      block_number: 3,
      executed_at: '2023-11-14T22:13:23Z',
      outcome: null,
      links: { receipt: null },
    },
  ])
})

test('refuses: a cursor of another list, vault or size, a page of more than 100, and a list of another tenant', async () => {
  const first = await api.ask('GET', `${path}?page_size=1`, { headers })
  const { next_cursor: cursor } = first.body.page
  const refused = [
    [`${path}?page_size=2&cursor=${cursor}`, ['query', 'cursor']],
    [`${path}?page_size=1&cursor=${cursor}x`, ['query', 'cursor']],
    [`/v1/vaults/ethereum/${vault}/executions?page_size=1&cursor=${cursor}`, ['query', 'cursor']],
    [`/v1/vaults/base/${vault}/roots?page_size=1&cursor=${cursor}`, ['query', 'cursor']],
    [`${path}?page_size=101`, ['query', 'page_size']],
    [`${path}?page_size=0`, ['query', 'page_size']],
  ] as const
  for (const [url, loc] of refused) {
    const { status, body } = await api.ask('GET', url, { headers })
    expect([url, status, body.detail[0].loc]).toEqual([url, 422, loc])
  }
  const foreign = await api.addTenant('foreign')
  const answer = await api.ask('GET', path, { headers: await foreign.as('admin') })
  expect([answer.status, answer.body.error.code]).toEqual([404, 'vault_not_found'])
  await api.store.vaults.put(foreign.tenant.id, draftOf(1), testActor)
  const empty = await api.ask('GET', path, { headers: await foreign.as('admin') })
  expect(empty.body.data).toEqual([])
})
