import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from './harness.ts'

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
