import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../support/harness.ts'

let api: TestApi
let headers: Readonly<Record<string, string>>

beforeAll(async () => {
  api = await openTestApi()
  headers = await api.as('admin')
})
afterAll(() => api.close())

const put = (definition: string) =>
  api.ask('PUT', '/v1/admin/vaults', { headers, body: { definition } })
const keys = (count: number) => Array.from({ length: count }, (_, at) => `key${at}: 1`).join('\n')

test('behavior: a definition of nothing but keys is answered before any other tenant notices', async () => {
  const { status, text, body } = await put(keys(45_000))
  expect([status, body.error.code]).toEqual([422, 'definition_invalid'])
  expect(text.length).toBeLessThan(20_000)
})

test('error: a definition is no longer than any other body', async () => {
  expect((await put(keys(150_000))).status).toBe(413)
})
