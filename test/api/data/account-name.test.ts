import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../support/harness.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

const address = '0x1Ee8Dc89C0Ee0c80CB42b10E1dd3A7fE5b0B04F8'
const draft = { chain: 'mainnet', address: address.toLowerCase(), name: 'Treasury Safe' }
const put = async (body: object, role: Parameters<TestApi['as']>[0] = 'curator') =>
  api.ask('PUT', '/v1/account-names', { headers: await api.as(role), body })
const list = async () => api.ask('GET', '/v1/account-names', { headers: await api.as('viewer') })

test('golden: a curator names an account, everyone of the tenant reads it, and no other tenant does', async () => {
  const answered = await put(draft)
  const entry = {
    ...draft,
    address,
    named_by: expect.stringMatching(/^key:/),
    named_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  }
  expect([answered.status, answered.body]).toEqual([200, { data: entry }])
  expect((await list()).body).toEqual({ data: [entry] })
  const otherTenant = await api.addTenant('others')
  const theirs = { headers: await otherTenant.as('viewer') }
  expect((await api.ask('GET', '/v1/account-names', theirs)).body).toEqual({ data: [] })
  const headers = await api.as('curator')
  const removed = { headers, body: { chain: 'mainnet', address } }
  for (const status of [200, 404]) {
    expect((await api.ask('POST', '/v1/account-names/remove', removed)).status).toBe(status)
  }
  expect((await list()).body).toEqual({ data: [] })
  const audit = await api.ask('GET', '/v1/admin/audit', { headers: await api.as('admin') })
  expect(audit.body.data.map(({ act }: { act: string }) => act)).toEqual(
    expect.arrayContaining(['name.put', 'name.remove']),
  )
})

test('refuses: a strategist, names that deceive, and a name that looks like another account’s', async () => {
  expect((await put(draft, 'strategist')).status).toBe(403)
  for (const name of ['<img src=x>', 'Ops\u202eefas', 'WETH', 'registry', 'Tre\u0430sury']) {
    const refused = await put({ ...draft, name })
    expect([name, refused.status, refused.body.error.code]).toEqual([
      name,
      422,
      'account_name_invalid',
    ])
  }
  for (const body of [
    { ...draft, name: '' },
    { ...draft, name: 'x'.repeat(201) },
    { ...draft, address: '0x12' },
    { ...draft, chain: 'Main Net' },
    { ...draft, address: address.replace('Ee8', 'eE8') },
  ]) {
    expect((await put(body)).status).toBe(422)
  }
  expect((await put(draft)).status).toBe(200)
  const twin = await put({ ...draft, address: `0x${'1'.repeat(40)}`, name: 'trea5ury safe' })
  expect([twin.status, twin.body.error.code]).toEqual([409, 'name_taken'])
})
