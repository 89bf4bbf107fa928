import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../support/harness.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

test('behavior: the id of the tenant, which cursors and names of entries are made with, is shown to no client', async () => {
  const headers = await api.as('admin')
  const { body, text } = await api.ask('GET', '/v1/admin/audit?page_size=100', { headers })
  const entry = body.data.find(({ act }: { readonly act: string }) => act === 'tenant.create')
  expect(entry.subject).toBe('acme')
  expect(text).not.toContain(api.tenant.id)
  for (const path of ['/v1/admin/users', '/v1/admin/keys', '/v1/vaults']) {
    expect((await api.ask('GET', path, { headers })).text).not.toContain(api.tenant.id)
  }
})
