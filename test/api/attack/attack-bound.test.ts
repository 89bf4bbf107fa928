import { afterAll, beforeAll, expect, test } from 'vitest'
import { builderPath, localEth, main, seedLocalVault } from '../support/builder-world.ts'
import { openTestApi, type TestApi } from '../support/harness.ts'
import { bodyOf, headOf, listen, openRawConnection } from '../support/talk.ts'

let api: TestApi
let headers: Readonly<Record<string, string>>
let port: number

beforeAll(async () => {
  api = await openTestApi()
  headers = await api.as('admin')
  port = (await listen(api)).port
  await seedLocalVault(api.store, api.tenant.id)
})
afterAll(() => api.close())

const execute = (params: unknown) =>
  api.ask('POST', builderPath('execute', `${main}/aave_v3/supply`), {
    headers,
    body: { params, skip_sim: true },
  })
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`q${at}`, 0]))

test.each([21, 500, 9_000])(
  'golden: of %i unknown parameters 20 are named, all counted',
  async (count) => {
    const { status, body } = await execute(keys(count))
    expect([status, body.detail.length]).toEqual([422, 20])
    expect(body.detail[0]).toMatchObject({
      loc: ['body', 'params', 'q0'],
      type: 'extra_forbidden',
      ctx: { unknown: count },
    })
  },
)

test('law: up to 20 unknown parameters are named one by one', async () => {
  for (const count of [1, 19, 20]) {
    const { body } = await execute(keys(count))
    const named = body.detail.filter(({ type }: { type: string }) => type === 'extra_forbidden')
    expect(named).toHaveLength(count)
    expect(named[0].ctx).toBeUndefined()
  }
})

test.each([
  ['keys', { params: keys(80_000) }, 'json_too_many_keys'],
  ['values', { params: { asset: Array(60_000).fill(0) } }, 'json_too_many_values'],
])('refuses: a body of too many %s', async (_, body, type) => {
  const answer = await api.ask('POST', builderPath('execute', `${main}/aave_v3/supply`), {
    headers,
    body,
  })
  expect([answer.status, answer.body.detail]).toEqual([
    422,
    [{ loc: ['body'], msg: expect.any(String), type }],
  ])
})

test('refuses: JSON of too many values inside of a text', async () => {
  const { status, body } = await execute({ asset: `[${'{},'.repeat(200_000)}{}]` })
  expect([status, body.detail]).toEqual([
    422,
    [{ loc: ['body', 'params', 'asset'], msg: expect.any(String), type: 'json_too_many_values' }],
  ])
})

test('refuses: a tree of too many values, with the place that its operation documents', async () => {
  const tree = `[${'{},'.repeat(1_600_000)}{}]`
  const body = { chain: 'local', vault_address: localEth.vault, strategist_address: main, tree }
  const answer = await api.ask('POST', '/v1/trees', { headers, body })
  expect([answer.status, answer.body.error.code, answer.body.error.details.reason]).toEqual([
    422,
    'tree_invalid',
    'text_too_complex',
  ])
})

test('refuses: a body beyond its bounds before it is sent whole, and lets go of the connection', async () => {
  const talk = await openRawConnection(port)
  const json = { 'content-type': 'application/json', 'content-length': '30000000' }
  talk.say(headOf('POST /v1/trees', { ...headers, ...json }))
  talk.say('['.repeat(1_000))
  // The rest never comes: the answer does.
  const heard = await talk.end()
  expect(heard).toMatch(/^HTTP\/1\.1 422 .*connection: close.*json_too_deep/is)
})

test.each([
  ['/v1/vaults', { error: { code: 'bad_request', details: {} } }],
  ['/v1/tx-builder/health', { detail: expect.stringContaining('names no host') }],
])('refuses: a request for %s without a host, in the envelope of its area', async (path, body) => {
  const talk = await openRawConnection(port)
  talk.say(`GET ${path} HTTP/1.1\r\nauthorization: ${headers.authorization}\r\n\r\n`)
  const heard = await talk.end()
  expect(heard).toMatch(/^HTTP\/1\.1 400 .*application\/json.*connection: close/is)
  expect(bodyOf(heard)).toMatchObject(body)
})

test.each([
  ['key', 'POST', '/v1/admin/keys/%00/revoke', 'key_not_found'],
  ['user', 'POST', '/v1/admin/users/%00/deactivate', 'user_not_found'],
] as const)('refuses: NUL as the id of a %s', async (_, method, path, code) => {
  const answer = await api.ask(method, path, { headers })
  expect([answer.status, answer.body.error.code]).toEqual([404, code])
})
