import { operations } from '@vaultwright/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMetrics } from '../../../packages/api/src/metrics/metrics.ts'
import { routes } from '../../../packages/api/src/server/routes.ts'
import { openTestApi, type TestApi } from '../support/harness.ts'
import { addMadeUp } from '../support/made-up.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

test('behavior: 5.6 a request without a key is a flat 401, also where nothing is', async () => {
  for (const path of ['/v1/vaults', '/v1/tx-builder/health', '/v1/nothing', '/v1']) {
    const { status, body, headers } = await api.ask('GET', path)
    expect({ status, body }).toEqual({ status: 401, body: { message: 'Unauthorized' } })
    expect(headers['www-authenticate']).toBe('Bearer')
  }
})

test('behavior: 5.6 a malformed Authorization header is a 401', async () => {
  const key = await api.keyOf('viewer')
  for (const authorization of [
    '',
    'Bearer',
    key,
    `Basic ${key}`,
    `Bearer ${key} x`,
    `Bearer ${key},`,
  ]) {
    const { status } = await api.ask('GET', '/v1/vaults', { headers: { authorization } })
    expect([authorization, status]).toEqual([authorization, 401])
  }
})

test('behavior: 5.6 a key that is none is a flat 403', async () => {
  const key = await api.keyOf('viewer')
  for (const text of [
    'x',
    `${key.slice(0, -1)}${key.endsWith('2') ? '3' : '2'}`,
    'a'.repeat(5000),
  ]) {
    const answered = await api.ask('GET', '/v1/vaults', {
      headers: { authorization: `Bearer ${text}` },
    })
    expect(answered).toMatchObject({ status: 403, body: { message: 'Forbidden' } })
  }
})

test('behavior: 7.1 an unknown path is a 404 in the envelope of its area', async () => {
  const headers = await api.as('viewer')
  const builder = await api.ask('GET', '/v1/tx-builder/nothing', { headers })
  expect(builder).toMatchObject({ status: 404, body: { detail: 'Not Found' } })
  const data = await api.ask('GET', '/v1/Vaults', { headers })
  expect(data).toMatchObject({ status: 404, body: { error: { code: 'not_found', details: {} } } })
  expect(await api.ask('GET', '/v1/vaults/', { headers })).toMatchObject({ status: 404 })
})

test('behavior: a method that a path does not know is a 405 with Allow', async () => {
  const headers = await api.as('viewer')
  const answered = await api.ask('DELETE', '/v1/vaults', { headers })
  expect(answered).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
})

test('behavior: 5.3 a role that does not suffice is a flat 403', async () => {
  const headers = await api.as('viewer')
  const answered = await api.ask('GET', '/v1/admin/users', { headers })
  expect(answered).toMatchObject({ status: 403, body: { message: 'Forbidden' } })
})

test('default: every operation of the interface has its route', () => {
  const names = Object.values(routes).map(({ name }) => name)
  expect(names.sort()).toEqual(Object.keys(operations).sort())
})

test('behavior: 2.15 a query that is not as the schema says is a 422 with every place', async () => {
  const headers = await api.as('viewer')
  const cases = [
    ['page_size=abc', 'int_parsing'],
    ['page_size=1e1', 'int_parsing'],
    ['page_size=%205', 'int_parsing'],
    ['page_size=5.0', 'int_parsing'],
    ['page_size=+5', 'int_parsing'],
    ['page_size=05', 'int_parsing'],
    ['page_size=', 'int_parsing'],
    ['page_size=1&page_size=2', 'int_parsing'],
    ['page_size=0', 'greater_than_equal'],
    ['page_size=-1', 'greater_than_equal'],
    ['page_size=101', 'less_than_equal'],
    ['page_size=99999999999999999999', 'int_parsing'],
    ['cursor=a&cursor=b', 'string_type'],
    [`cursor=${'a'.repeat(1025)}`, 'string_too_long'],
    ['page_siz=5', 'extra_forbidden'],
  ] as const
  for (const [query, type] of cases) {
    const { status, body } = await api.ask('GET', `/v1/vaults?${query}`, { headers })
    expect([query, status, body.detail?.[0]?.type]).toEqual([query, 422, type])
    expect(body.detail[0].loc).toEqual(['query', query.split('=')[0]])
  }
  const both = await api.ask('GET', '/v1/vaults?page_size=x&nothing=1', { headers })
  expect(both.body.detail).toHaveLength(2)
})

test('behavior: 2.15 a body that is not as the schema says is a 422, and nothing is coerced', async () => {
  const headers = await api.as('admin')
  const cases = [
    [undefined, [['body'], 'missing']],
    [null, [['body'], 'dict_type']],
    [[], [['body'], 'dict_type']],
    [{ name: 'x' }, [['body', 'role'], 'missing']],
    [{ name: 5, role: 'viewer' }, [['body', 'name'], 'string_type']],
    [{ name: '', role: 'viewer' }, [['body', 'name'], 'string_too_short']],
    [{ name: 'x'.repeat(201), role: 'viewer' }, [['body', 'name'], 'string_too_long']],
    [{ name: 'x', role: 'owner' }, [['body', 'role'], 'enum']],
    [{ name: 'x', role: 'viewer', active: true }, [['body', 'active'], 'extra_forbidden']],
  ] as const
  for (const [body, expected] of cases) {
    const answered = await api.ask('POST', '/v1/admin/users', { headers, body })
    const [entry] = answered.body.detail
    expect([body, answered.status, entry.loc, entry.type]).toEqual([body, 422, ...expected])
    expect(entry.msg).not.toMatch(/\b1 \w+s\b/)
  }
  expect((await api.ask('GET', '/v1/admin/users', { headers })).body.data).not.toContainEqual(
    expect.objectContaining({ name: 'x' }),
  )
})

test('behavior: an unknown path is a 404, whatever is sent to it', async () => {
  const headers = { ...(await api.as('curator')), 'content-type': 'text/plain' }
  const send = (path: string) => api.ask('POST', path, { payload: 'a=b', headers })
  expect(await send('/v1/tx-builder/api/execute/etc/passwd')).toMatchObject({ status: 404 })
  expect(await send('/v1/nothing')).toMatchObject({ status: 404 })
})

test('behavior: a body that is not JSON is a 415, one that is too large a 413, one that is broken a 422', async () => {
  const headers = await api.as('admin')
  const post = (payload: string, more = {}) =>
    api.ask('POST', '/v1/admin/users', { payload, headers: { ...headers, ...more } })
  expect(await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
    status: 415,
  })
  expect(await post('{}', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 })
  expect(await post(' '.repeat(1_048_577))).toMatchObject({
    status: 413,
    body: { error: { code: 'body_too_large', message: expect.stringContaining(' 1048576 bytes') } },
  })
  expect(await post('{"name":"x","name":"y"}')).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'name'], type: 'json_duplicate_key' }] },
  })
  expect(await post('{')).toMatchObject({
    status: 422,
    body: { detail: [{ type: 'json_invalid' }] },
  })
  expect(await post('{}', { 'content-type': 'application/json; charset=utf-8' })).toMatchObject({
    status: 422,
  })
})

test('behavior: a path that cannot be read is a 400, for those who may ask', async () => {
  const headers = await api.as('viewer')
  expect(await api.ask('GET', '/v1/nothing/%zz')).toMatchObject({ status: 401 })
  const data = await api.ask('GET', '/v1/nothing/%zz', { headers })
  expect(data).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } })
  for (const path of ['/v1/trees/%zz', '/v1/trees/%ff', '/v1/vaults/%e2%82/x/roots'])
    expect(await api.ask('GET', path, { headers })).toMatchObject({ status: 400, body: data.body })
  const builder = await api.ask('GET', '/v1/tx-builder/%zz', { headers })
  expect(builder).toMatchObject({ status: 400, body: { detail: expect.any(String) } })
  expect(await api.ask('GET', `/v1/trees/${'a'.repeat(5_000)}`, { headers })).toMatchObject({
    status: 414,
  })
})

test('behavior: no answer is kept by those in between, and none is a page', async () => {
  for (const path of ['/v1/vaults', '/v1/nothing', '/healthz']) {
    const { headers } = await api.ask('GET', path, { headers: await api.as('viewer') })
    expect(headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(headers.vary).toBe('Authorization, Accept-Encoding')
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers['content-type']).toContain('application/json')
  }
})

test('behavior: HEAD says what GET would, without its body', async () => {
  const headers = await api.as('viewer')
  const answered = await api.ask('HEAD', '/v1/vaults', { headers })
  expect(answered).toMatchObject({ status: 200, text: '' })
})

test('behavior: origins that are configured may ask from browsers, others may not', async () => {
  const open = await openTestApi({ config: { corsOrigins: ['https://app.example'] } })
  const preflight = (origin: string) =>
    open.app.inject({
      method: 'OPTIONS',
      url: '/v1/vaults',
      headers: { origin, 'access-control-request-method': 'GET' },
    })
  const ownOrigin = await preflight('https://app.example')
  expect([ownOrigin.statusCode, ownOrigin.headers['access-control-allow-origin']]).toEqual([
    204,
    'https://app.example',
  ])
  const otherOrigin = await preflight('https://other.example')
  expect(otherOrigin.headers['access-control-allow-origin']).not.toBe('https://other.example')
  await open.close()
})

test('behavior: 9.3 a deprecated operation answers, and says since when, until when and what instead', async () => {
  const ownApi = await openTestApi()
  const deprecation = { since: '2026-12-01', until: '2027-01-15', replacement: '/v2/made-up' }
  addMadeUp(ownApi, async () => ({ body: { data: 'still here' } }), { deprecation })
  const request = { method: 'POST', url: '/v1/made-up', payload: {} } as const
  const { statusCode, headers } = await ownApi.app.inject({
    ...request,
    headers: await ownApi.as('viewer'),
  })
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    deprecation: '@1796083200',
    sunset: 'Fri, 15 Jan 2027 00:00:00 GMT',
    link: '</v2/made-up>; rel="successor-version"',
  })
  await ownApi.close()
})

test('error: ResponseInvalidError is a 500 that says nothing, and is in the log with its reason', async () => {
  const lines: string[] = []
  const ownApi = await openTestApi({ app: { log: { write: (line) => lines.push(line) } } })
  const answers: unknown[] = [
    { body: { data: 5 } },
    { text: '{"data":null}' },
    { body: { more: 1 } },
  ]
  addMadeUp(ownApi, async () => answers.shift())
  const request = { method: 'POST', url: '/v1/made-up', payload: {} } as const
  for (let count = 0; count < 3; count++) {
    const { statusCode, body } = await ownApi.app.inject({
      ...request,
      headers: await ownApi.as('viewer'),
    })
    expect([statusCode, JSON.parse(body)]).toEqual([
      500,
      { error: { code: 'internal_error', message: 'Internal server error', details: {} } },
    ])
  }
  expect(lines.filter((line) => line.includes('must'))).toHaveLength(3)
  await ownApi.close()
})

test('behavior: whatever goes wrong, no key is ever in the log, and no tenant in the metrics', async () => {
  const lines: string[] = []
  const metrics = openMetrics()
  const ownApi = await openTestApi({
    config: { logLevel: 'debug', ratePerMinute: 8 },
    app: { log: { write: (line) => lines.push(line) }, metrics },
  })
  const key = await ownApi.keyOf('viewer')
  addMadeUp(ownApi, async () => {
    throw new Error(`a bug with ${key} and https://user:password@node.example/v3/secret?key=1`)
  })
  const headers = { authorization: `Bearer ${key}` }
  for (const path of [
    '/v1/vaults',
    '/v1/nothing',
    '/v1/admin/users',
    `/v1/vaults?cursor=${key}`,
    '/v1/%zz',
  ])
    await ownApi.app.inject({ url: path, headers })
  await ownApi.app.inject({ method: 'POST', url: '/v1/made-up', payload: { text: key }, headers })
  await ownApi.app.inject({ url: '/v1/vaults', headers: { authorization: `Bearer ${key}x` } })
  for (let count = 0; count < 5; count++) await ownApi.app.inject({ url: '/v1/vaults', headers })
  const log = lines.join('')
  expect(log).toContain('"operation":"listVaults"')
  expect(log).toContain(ownApi.tenant.id)
  for (const secret of [key, key.slice(8), 'password', 'secret']) expect(log).not.toContain(secret)
  expect((await ownApi.app.inject('/metrics')).statusCode).toBe(404)
  const printed = await metrics.print()
  expect(printed).toContain('operation="listVaults",status="200"')
  expect(printed).toMatch(/vaultwright_rate_limited_total [1-9]/)
  for (const hidden of [ownApi.tenant.id, 'acme', key]) expect(printed).not.toContain(hidden)
  await ownApi.close()
})

test('behavior: the service is ready while its store answers, and lives without', async () => {
  const ownApi = await openTestApi()
  expect((await ownApi.app.inject('/readyz')).statusCode).toBe(200)
  await ownApi.store.close()
  expect((await ownApi.app.inject('/readyz')).statusCode).toBe(503)
  expect((await ownApi.app.inject('/healthz')).statusCode).toBe(200)
  await ownApi.close()
})
