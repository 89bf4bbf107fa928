import type { VaultRef } from '@vaultwright/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addressOf,
  draftOf,
  rootOfNumber,
  strategists,
  treeOf,
} from '../../support/store/store-fixture.ts'
import { openTestApi, type TestApi, testActor } from '../support/harness.ts'

let api: TestApi
let headers: Readonly<Record<string, string>>
const vault = addressOf(1)
const place: VaultRef = { chain: 'base', vault }
const path = `/v1/vaults/base/${vault}/roots`

beforeAll(async () => {
  api = await openTestApi()
  headers = await api.as('viewer')
  await api.store.vaults.put(api.tenant.id, draftOf(1), testActor)
})
afterAll(() => api.close())

async function set(root: `0x${string}`, strategist: `0x${string}`, block: bigint): Promise<void> {
  const eventPlace = { atUnix: 1_700_000_000n + block, block, logIndex: 0 }
  const txHash = block === 1n ? null : rootOfNumber(500 + Number(block))
  await api.store.roots.set(api.tenant.id, { ...place, ...eventPlace, strategist, root, txHash })
}

test('default: 2.11 and 4.10 an entry for each root and strategist, active ones first', async () => {
  const [main, second] = strategists
  const file = treeOf(1)
  const push = { ...place, strategist: main, file }
  const { root: stored } = await api.store.trees.push(api.tenant.id, push, testActor)
  await set(rootOfNumber(1), main, 1n)
  await set(rootOfNumber(1), second, 2n)
  await set(stored, main, 3n)
  await api.store.trees.push(api.tenant.id, { ...push, file: treeOf(2) }, testActor)
  const { status, body } = await api.ask('GET', path, { headers })
  const entry = (root: string, strategist: string) => ({
    root_hash: root,
    strategist,
    links: { tree: `/trees/${root}` },
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    data: [
      {
        ...entry(stored, main),
        active: true,
        set_at: '2023-11-14T22:13:23Z',
        set_tx_hash: rootOfNumber(503),
        leaf_count: 5,
        block_number: 3,
        log_index: 0,
        replaced_at: null,
      },
      {
        ...entry(rootOfNumber(1), second),
        active: true,
        set_at: '2023-11-14T22:13:22Z',
        set_tx_hash: rootOfNumber(502),
        leaf_count: null,
        block_number: 2,
        log_index: 0,
        replaced_at: null,
      },
      {
        ...entry(rootOfNumber(1), main),
        active: false,
        set_at: '2023-11-14T22:13:21Z',
        set_tx_hash: null,
        leaf_count: null,
        block_number: 1,
        log_index: 0,
        replaced_at: '2023-11-14T22:13:23Z',
      },
    ],
    page: { next_cursor: null, page_size: 20, has_more: false },
  })
})

test('behavior: 4.10 on another chain of the vault there are other roots', async () => {
  const { body } = await api.ask('GET', `/v1/vaults/ethereum/${vault}/roots`, { headers })
  expect(body.data).toEqual([])
})

test('behavior: 4.10 a cursor holds for its vault, its chain and its size alone', async () => {
  const first = await api.ask('GET', `${path}?page_size=1`, { headers })
  const { next_cursor: cursor } = first.body.page
  const next = await api.ask('GET', `${path}?page_size=1&cursor=${cursor}`, { headers })
  expect(next.body.data).toMatchObject([{ strategist: strategists[1] }])
  for (const refused of [
    `${path}?page_size=2&cursor=${cursor}`,
    `${path}?cursor=${cursor}`,
    `/v1/vaults/ethereum/${vault}/roots?page_size=1&cursor=${cursor}`,
    `/v1/vaults/base/${vault}/metrics/snapshot?cursor=${cursor}`,
  ]) {
    const { status, body } = await api.ask('GET', refused, { headers })
    expect([refused, status, body.detail[0].loc]).toEqual([refused, 422, ['query', 'cursor']])
  }
})

test('behavior: 2.11 the link of an entry leads to its tree', async () => {
  const { body } = await api.ask('GET', path, { headers })
  const tree = await api.ask('GET', `/v1${body.data[0].links.tree}`, { headers })
  expect([tree.status, tree.body.data.root_hash]).toEqual([200, body.data[0].root_hash])
  const none = await api.ask('GET', `/v1${body.data[1].links.tree}`, { headers })
  expect([none.status, none.body.error.code]).toEqual([404, 'tree_not_found'])
})

test('default: pending roots are those whose tree was pushed and that no event names', async () => {
  const { status, body } = await api.ask('GET', `${path}/pending`, { headers })
  expect(status).toBe(200)
  expect(body).toEqual({
    data: [
      {
        root_hash: treeOf(2).metadata.root,
        strategist: strategists[0],
        active: false,
        set_at: null,
        set_tx_hash: null,
        leaf_count: 5,
        block_number: null,
        log_index: null,
        replaced_at: null,
        links: { tree: `/trees/${treeOf(2).metadata.root}/pending` },
      },
    ],
  })
  const answer = await api.ask('GET', `/v1/vaults/ethereum/${vault}/roots/pending`, { headers })
  expect(answer.body).toEqual({ data: [] })
})

test('law: changes of roots are all events in their order, page by page; a cursor is of its list alone', async () => {
  const { status, body } = await api.ask('GET', `${path}/changes`, { headers })
  expect(status).toBe(200)
  expect(body.data.map((entry: { block_number: number }) => entry.block_number)).toEqual([1, 2, 3])
  expect(body.data[2]).toEqual({
    root_hash: treeOf(1).metadata.root,
    strategist: strategists[0],
    set_at: '2023-11-14T22:13:23Z',
    block_number: 3,
    log_index: 0,
    set_tx_hash: rootOfNumber(503),
    leaf_count: 5,
    links: { tree: `/trees/${treeOf(1).metadata.root}` },
  })
  const first = await api.ask('GET', `${path}/changes?page_size=2`, { headers })
  const { next_cursor: cursor } = first.body.page
  const next = await api.ask('GET', `${path}/changes?page_size=2&cursor=${cursor}`, { headers })
  expect([...first.body.data, ...next.body.data]).toEqual(body.data)
  const wrong = await api.ask('GET', `${path}?page_size=2&cursor=${cursor}`, { headers })
  expect(wrong.status).toBe(422)
})

test('refuses: roots of a vault of another tenant are not there', async () => {
  const { as } = await api.addTenant('root-stranger')
  for (const list of ['pending', 'changes']) {
    const foreign = { headers: await as('admin') }
    const { status, body } = await api.ask('GET', `${path}/${list}`, foreign)
    expect([status, body.error.code]).toEqual([404, 'vault_not_found'])
  }
})

test.each(['0', '101', 'abc'])('behavior: 4.10 page_size %s is refused', async (size) => {
  const { status, body } = await api.ask('GET', `${path}?page_size=${size}`, { headers })
  expect([status, body.detail[0].loc]).toEqual([422, ['query', 'page_size']])
})
