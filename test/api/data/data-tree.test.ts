import { readFileSync } from 'node:fs'
import type { Address, Hex } from '@vaultwright/base'
import { printHex } from '@vaultwright/base'
import { printRust, printSolidity } from '@vaultwright/formats'
import { rootOf } from '@vaultwright/merkle'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import {
  addressOf,
  draftOf,
  rootOfNumber,
  strategists,
  treeOf,
} from '../../support/store/store-fixture.ts'
import { openTestApi, type TestApi, type TestTenant, testActor } from '../support/harness.ts'

const runs = { numRuns: runsOf(0.2) }
const vault = addressOf(1)
const [main, second] = strategists
const fixtures = new URL('../../../fixtures/trees/', import.meta.url)
let api: TestApi
let headers: Readonly<Record<string, string>>
let events = 0n

beforeAll(async () => {
  api = await openTestApi()
  headers = await api.as('viewer')
  await api.store.vaults.put(api.tenant.id, draftOf(1), testActor)
})
afterAll(() => api.close())

type Given = { readonly tree: string; readonly strategist?: Address; readonly vault?: string }

async function push(given: Given, who?: Readonly<Record<string, string>>) {
  const { tree, strategist = main, vault: to = vault } = given
  const body = { chain: 'base', vault_address: to, strategist_address: strategist, tree }
  const asking = { headers: who ?? (await api.as('curator')), body }
  return api.ask('POST', '/v1/trees', asking)
}

async function set(root: Hex, tenantId = api.tenant.id, strategist = main): Promise<void> {
  const block = ++events
  const place = { atUnix: 1_700_000_000n + block, block, logIndex: 0, txHash: null }
  await api.store.roots.set(tenantId, { chain: 'base', vault, strategist, root, ...place })
}

const textOf = (number: number, words = '') => printSolidity(treeOf(number, words))
const rootOfTree = (number: number): Hex => printHex(rootOf(treeOf(number).tree.tree))
const read = (rest: string, asking = {}) =>
  api.ask('GET', `/v1/trees/${rest}`, { headers, ...asking })

test('default: 2.12, 3 and 4.14 a pushed tree is pending, and onchain once its root is set', async () => {
  const root = rootOfTree(1)
  expect((await read(root)).status).toBe(404)
  expect((await read(`${root}/pending`)).status).toBe(404)
  const pushed = await push({ tree: textOf(1) })
  expect(pushed.body).toEqual({
    data: {
      root_hash: root,
      state: 'pending',
      new_tree: true,
      new_root: true,
      differences: [],
    },
  })
  const pending = await read(`${root}/pending`)
  expect(pending.status).toBe(200)
  const { metadata, leafs, MerkleTree } = JSON.parse(textOf(1))
  expect(pending.body).toEqual({
    data: {
      root_hash: root,
      format: 'solidity',
      leaf_count: 5,
      depth: 3,
      tree: { metadata, merkle_tree: MerkleTree, leaves: leafs },
    },
  })
  expect((await read(root)).body.error).toMatchObject({
    code: 'tree_not_found',
    message: expect.stringContaining(`/v1/trees/${root}/pending`),
  })
  await set(root)
  const onchain = await read(root)
  expect([onchain.status, onchain.body]).toEqual([200, pending.body])
  expect((await read(`${root}/pending`)).body.error.code).toBe('tree_not_found')
  await set(rootOfNumber(9))
  expect((await read(root)).status).toBe(200)
  expect((await read(`${root}/pending`)).status).toBe(404)
})

test('behavior: 2.12 a tree of the rust format has the keys leaves, root and layers', async () => {
  const file = treeOf(2)
  const text = printRust(file)
  const { root, leaves, layers } = JSON.parse(text)
  await push({ tree: text })
  const { body } = await read(`${root}/pending`)
  expect(body.data).toEqual({
    root_hash: root,
    format: 'rust',
    leaf_count: 5,
    depth: 3,
    tree: { leaves, root, layers },
  })
})

test('behavior: 4.13 the root is read in either case, with 0x or without', async () => {
  const root = rootOfTree(1)
  const digits = root.slice(2)
  for (const text of [digits, digits.toUpperCase(), `0x${digits.toUpperCase()}`]) {
    const { status, body } = await read(text)
    expect([status, body.data.root_hash]).toEqual([200, root])
  }
})

test.each([
  'x',
  '0x',
  'a'.repeat(63),
  'a'.repeat(65),
  `0x${'a'.repeat(63)}g`,
  `0X${'a'.repeat(64)}`,
  `0x0x${'a'.repeat(64)}`,
  `${'a'.repeat(63)}%00`,
  `${'a'.repeat(63)}%D0%B0`,
  `%20${'a'.repeat(64)}`,
  'a'.repeat(1000),
  "'%20OR%201=1",
])('behavior: 7.2 the root hash %s is a 400', async (text) => {
  for (const tail of ['', '/pending']) {
    const { status, body } = await read(`${text}${tail}`)
    expect([status, body.error.code]).toEqual([400, 'invalid_root_hash'])
  }
})

test('behavior: 4.13 a tree on chain is cacheable for good, and asked for again it is a 304', async () => {
  const root = rootOfTree(1)
  const first = await read(root)
  expect(first.headers).toMatchObject({
    etag: `"${root}"`,
    'cache-control': 'private, max-age=31536000, immutable',
  })
  const strong = `"${root}"`
  // A client that holds the compressed form, whose tag is weak, gets that tag again.
  const answers = [
    [strong, strong],
    [`W/${strong}`, `W/${strong}`],
    [`"x", ${strong}`, strong],
    ['*', strong],
  ] as const
  for (const [tag, etag] of answers) {
    const again = await read(root, { headers: { ...headers, 'if-none-match': tag } })
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag])
    expect(again.headers['cache-control']).toBe(first.headers['cache-control'])
  }
  for (const tag of ['"x"', root, '']) {
    const again = await read(root, { headers: { ...headers, 'if-none-match': tag } })
    expect([again.status, again.text]).toEqual([200, first.text])
  }
})

test('behavior: 4.14 a pending tree is asked for each time; its tag gives no tree that is not there', async () => {
  const root = rootOfTree(3)
  const tag = { headers: { ...headers, 'if-none-match': `"${root}"` } }
  expect((await read(`${root}/pending`, tag)).status).toBe(404)
  await push({ tree: textOf(3) })
  const first = await read(`${root}/pending`)
  expect(first.headers).toMatchObject({ etag: `"${root}"`, 'cache-control': 'private, no-cache' })
  expect((await read(`${root}/pending`, tag)).status).toBe(304)
  await set(root)
  expect((await read(`${root}/pending`, tag)).status).toBe(404)
  expect((await read(root, tag)).status).toBe(304)
})

test('behavior: pushing again is harmless; the first text stays, and the answer reports what differs', async () => {
  const root = rootOfTree(4)
  await push({ tree: textOf(4) })
  const before = (await read(`${root}/pending`)).text
  const again = await push({ tree: textOf(4) })
  expect(again.body.data).toMatchObject({ new_tree: false, new_root: false, differences: [] })
  const otherPush = await push({ tree: textOf(4, 'in other words'), strategist: second })
  expect(otherPush.body.data).toMatchObject({ new_tree: false, new_root: true })
  expect(otherPush.body.data.differences).toContainEqual({
    place: 'leaf 0',
    field: 'description',
    kept: 'approve 0 ',
    given: 'approve 0 in other words',
  })
  expect((await read(`${root}/pending`)).text).toBe(before)
})

test.each([
  ['damaged-digest.json', 'unsound_tree'],
  ['damaged-node.json', 'unsound_tree'],
  ['damaged-target.json', 'unsound_tree'],
  ['damaged-trailing-comma.json', 'json_syntax'],
  ['damaged-truncated.json', 'json_syntax'],
  ['foreign-odd-promotion.json', 'foreign_format'],
  ['foreign-openzeppelin-standard-v1.json', 'foreign_format'],
])('error: 422 tree_invalid for %s, with what the parser says and where', async (name, reason) => {
  const { status, body } = await push({ tree: readFileSync(new URL(name, fixtures), 'utf8') })
  expect(status).toBe(422)
  expect(body.error).toMatchObject({ code: 'tree_invalid', details: { reason } })
  if (reason === 'json_syntax') {
    expect(body.error.details).toMatchObject({
      line: expect.any(Number),
      column: expect.any(Number),
    })
    expect(body.error.message).toContain(`line ${body.error.details.line}`)
  }
})

test.each([
  '',
  '{',
  '[]',
  'null',
  '{"__proto__":1}',
  '{"leaves":[],"root":"0x","layers":[]}',
  '['.repeat(50_000),
])('error: 422 tree_invalid for a text that is not a tree: %.20s', async (tree) => {
  const { status, body } = await push({ tree })
  expect([status, body.error.code]).toEqual([422, 'tree_invalid'])
})

test('error: 422 tree_invalid for another stated root; nothing is stored', async () => {
  const root = rootOfTree(5)
  const otherRoot = rootOfNumber(77)
  const { status } = await push({ tree: textOf(5).replaceAll(root, otherRoot) })
  expect(status).toBe(422)
  for (const rootHash of [root, otherRoot])
    expect((await read(`${rootHash}/pending`)).status).toBe(404)
})

test('error: what a push names must be there, and spelled right', async () => {
  const tree = textOf(6)
  const missing = await push({ tree, vault: addressOf(50) })
  expect([missing.status, missing.body.error.code]).toEqual([404, 'vault_not_found'])
  const foreignPush = await push({ tree, strategist: addressOf(51) })
  expect([foreignPush.status, foreignPush.body.error.code]).toEqual([404, 'strategist_not_found'])
  const spelled = await push({ tree, vault: vault.replace(/[a-f]/, (one) => one.toUpperCase()) })
  expect(spelled.status).toBe(422)
  expect(spelled.body.detail).toMatchObject([{ loc: ['body', 'vault_address'] }])
  expect((await read(`${rootOfTree(6)}/pending`)).status).toBe(404)
})

test('behavior: viewers and strategists push nothing', async () => {
  for (const role of ['viewer', 'strategist'] as const) {
    const { status, body } = await push({ tree: textOf(7) }, await api.as(role))
    expect({ status, body }).toEqual({ status: 403, body: { message: 'Forbidden' } })
  }
})

test('behavior: two tenants with one root have each their own text and state', async () => {
  const otherTenant: TestTenant = await api.addTenant('other')
  await api.store.vaults.put(otherTenant.tenant.id, draftOf(1), testActor)
  const root = rootOfTree(8)
  const theirs = { headers: await otherTenant.as('curator') }
  await push({ tree: textOf(8, 'ours') })
  for (const tail of [root, `${root}/pending`]) {
    const unseen = await api.ask('GET', `/v1/trees/${tail}`, theirs)
    const nowhere = await api.ask(
      'GET',
      `/v1/trees/${tail}`.replaceAll(root, rootOfNumber(1)),
      theirs,
    )
    expect(unseen.text.replaceAll(root, '')).toBe(nowhere.text.replaceAll(rootOfNumber(1), ''))
    expect([unseen.status, unseen.headers.etag]).toEqual([404, undefined])
  }
  const pushed = await push({ tree: textOf(8, 'theirs') }, theirs.headers)
  expect(pushed.body.data).toMatchObject({ new_tree: true, new_root: true, differences: [] })
  await set(root)
  expect((await read(root)).text).toContain('approve 0 ours')
  expect((await read(`${root}/pending`)).status).toBe(404)
  const pending = await api.ask('GET', `/v1/trees/${root}/pending`, theirs)
  expect(pending.text).toContain('approve 0 theirs')
  expect(pending.text).not.toContain('ours')
  expect((await api.ask('GET', `/v1/trees/${root}`, theirs)).status).toBe(404)
})

test('behavior: 3 and 4.14 pushes and sets in any order leave each root in one of the two, or in none', async () => {
  const steps = fc.array(
    fc.record({
      act: fc.constantFrom('push', 'set'),
      tree: fc.integer({ min: 0, max: 3 }),
      tenant: fc.nat(1),
      strategist: fc.constantFrom(...strategists),
    }),
    { maxLength: 12 },
  )
  let world = 0
  await fc.assert(
    fc.asyncProperty(steps, async (acts) => {
      world++
      const tenants = [await makeTenant(`world-${world}-a`), await makeTenant(`world-${world}-b`)]
      const pushed = tenants.map(() => new Set<number>())
      const onchain = tenants.map(() => new Set<number>())
      for (const { act, tree, tenant, strategist } of acts) {
        const { tenant: owner } = tenants[tenant]!
        if (act === 'set') await set(rootOfTree(20 + tree), owner.id, strategist)
        else await pushTo(owner.id, strategist, 20 + tree)
        const changed = act === 'set' ? onchain : pushed
        changed[tenant]!.add(tree)
        for (const [index, pending] of tenants.entries()) {
          const theirs = { headers: await pending.as('viewer') }
          for (const number of [0, 1, 2, 3]) {
            const root = rootOfTree(20 + number)
            const answer = await api.ask('GET', `/v1/trees/${root}`, theirs)
            const waiting = await api.ask('GET', `/v1/trees/${root}/pending`, theirs)
            const isPushed = pushed[index]!.has(number)
            const isSet = onchain[index]!.has(number)
            const expected = [isPushed && isSet, isPushed && !isSet].map((is) => (is ? 200 : 404))
            expect([answer.status, waiting.status]).toEqual(expected)
          }
        }
      }
    }),
    runs,
  )
})

async function makeTenant(name: string): Promise<TestTenant> {
  const tenant = await api.addTenant(name)
  await api.store.vaults.put(tenant.tenant.id, draftOf(1), testActor)
  return tenant
}

async function pushTo(tenantId: string, strategist: Address, number: number): Promise<void> {
  const treePush = { chain: 'base', vault, strategist, file: treeOf(number) }
  await api.store.trees.push(tenantId, treePush, testActor)
}
