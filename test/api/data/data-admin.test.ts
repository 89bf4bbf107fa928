import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../support/harness.ts'

let api: TestApi
let headers: Readonly<Record<string, string>>

beforeAll(async () => {
  api = await openTestApi({ now: () => 1_800_000_000n })
  headers = await api.as('admin')
})
afterAll(() => api.close())

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
const makeUser = async (name: string, role = 'viewer') =>
  api.ask('POST', '/v1/admin/users', { headers, body: { name, role } })
const makeKey = async (body: object) => api.ask('POST', '/v1/admin/keys', { headers, body })

test('default: 5.2 to 5.4 a key of a new user opens the interface until it is revoked', async () => {
  const user = await makeUser('Ann')
  expect(user.body).toEqual({
    data: {
      id: expect.any(String),
      name: 'Ann',
      role: 'viewer',
      active: true,
      created_at: time,
      deactivated_at: null,
    },
  })
  const { id: user_id } = user.body.data
  const { status, body, headers: answered } = await makeKey({ user_id, description: 'laptop' })
  const { key, ...keyFacts } = body.data
  expect([status, answered['cache-control']]).toEqual([200, 'no-store'])
  expect(key).toMatch(/^vw_live_/)
  expect(keyFacts).toEqual({
    id: expect.any(String),
    user_id,
    description: 'laptop',
    prefix: key.slice(0, 12),
    last_four: key.slice(-4),
    rate_per_minute: null,
    created_at: time,
    last_used_at: null,
    revoked_at: null,
  })
  const theirs = { headers: { authorization: `Bearer ${key}` } }
  expect((await api.ask('GET', '/v1/vaults', theirs)).status).toBe(200)
  const list = await api.ask('GET', '/v1/admin/keys', { headers })
  expect(list.text).not.toContain(key)
  expect(list.body.data.find((one: { id: string }) => one.id === keyFacts.id)).toMatchObject({
    description: 'laptop',
  })
  const path = `/v1/admin/keys/${keyFacts.id}/revoke`
  for (const _ of ['once', 'and again']) {
    const revoked = await api.ask('POST', path, { headers })
    expect([revoked.status, revoked.body.data.revoked_at]).toEqual([200, time])
    const refused = await api.ask('GET', '/v1/vaults', theirs)
    expect(refused).toMatchObject({ status: 403, body: { message: 'Forbidden' } })
  }
})

test('behavior: 5.4 the keys of a deactivated user stop, and the user gets no more', async () => {
  const { body } = await makeUser('Bob', 'curator')
  const { id: user_id } = body.data
  const newKey = await makeKey({ user_id, rate_per_minute: 7 })
  expect(newKey.body.data).toMatchObject({ rate_per_minute: 7, description: '' })
  const theirs = { headers: { authorization: `Bearer ${newKey.body.data.key}` } }
  expect((await api.ask('GET', '/v1/vaults', theirs)).status).toBe(200)
  const gone = await api.ask('POST', `/v1/admin/users/${user_id}/deactivate`, { headers })
  expect(gone.body.data).toMatchObject({ active: false, deactivated_at: time })
  expect((await api.ask('GET', '/v1/vaults', theirs)).status).toBe(403)
  const refused = await makeKey({ user_id })
  expect([refused.status, refused.body.error.code]).toEqual([409, 'user_inactive'])
})

test('refuses: the last way into administration: the user and the key of the caller', async () => {
  const lone = await api.addTenant('lone')
  const headersOfLone = { headers: await lone.as('admin') }
  const { body: users } = await api.ask('GET', '/v1/admin/users', headersOfLone)
  const { body: keys } = await api.ask('GET', '/v1/admin/keys', headersOfLone)
  const [userPath, keyPath] = [
    `/v1/admin/users/${users.data[0].id}/deactivate`,
    `/v1/admin/keys/${keys.data[0].id}/revoke`,
  ]
  for (const path of [userPath, keyPath]) {
    const refused = await api.ask('POST', path, headersOfLone)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'last_admin'])
  }
  const draft = { user_id: users.data[0].id }
  const created = await api.ask('POST', '/v1/admin/keys', { ...headersOfLone, body: draft })
  expect(created.status).toBe(200)
  expect((await api.ask('POST', keyPath, headersOfLone)).status).toBe(200)
})

test('refuses: a rate beyond what the operator permits', async () => {
  const limitedApi = await openTestApi({ config: { maxKeyRatePerMinute: 600 } })
  const adminHeaders = { headers: await limitedApi.as('admin') }
  const { body: users } = await limitedApi.ask('GET', '/v1/admin/users', adminHeaders)
  const make = (rate_per_minute: number | null) =>
    limitedApi.ask('POST', '/v1/admin/keys', {
      ...adminHeaders,
      body: { user_id: users.data[0].id, rate_per_minute },
    })
  expect((await make(600)).status).toBe(200)
  expect((await make(null)).status).toBe(200)
  for (const rate of [601, 1_000_000]) {
    const refused = await make(rate)
    expect(refused.status).toBe(422)
    expect(refused.body.detail).toMatchObject([
      { loc: ['body', 'rate_per_minute'], type: 'less_than_equal', ctx: { le: 600 } },
    ])
  }
  await limitedApi.close()
})

test('behavior: 5.4 and 8 a user holds ten active keys', async () => {
  const { body } = await makeUser('Cleo')
  const { id: user_id } = body.data
  for (let count = 0; count < 10; count++) expect((await makeKey({ user_id })).status).toBe(200)
  const refused = await makeKey({ user_id })
  expect([refused.status, refused.body.error.code]).toEqual([409, 'too_many_keys'])
})

test('behavior: users are listed by name, and a name is taken once', async () => {
  const refused = await makeUser('Ann')
  expect([refused.status, refused.body.error.code]).toEqual([409, 'user_exists'])
  const { body } = await api.ask('GET', '/v1/admin/users', { headers })
  const names = body.data.map((one: { name: string }) => one.name)
  expect(names).toContain('Ann')
  expect(names).toEqual([...names].sort())
})

test('error: what is not there is a 404, also when another tenant has it', async () => {
  const otherTenant = await api.addTenant('elsewhere')
  const theirs = { headers: await otherTenant.as('admin') }
  const users = await api.ask('GET', '/v1/admin/users', { headers })
  const keys = await api.ask('GET', '/v1/admin/keys', { headers })
  const [user, key] = [users.body.data[0].id, keys.body.data[0].id]
  for (const [path, body, code] of [
    [`/v1/admin/users/${user}/deactivate`, undefined, 'user_not_found'],
    [`/v1/admin/users/nobody/deactivate`, undefined, 'user_not_found'],
    [`/v1/admin/keys/${key}/revoke`, undefined, 'key_not_found'],
    [`/v1/admin/keys/none/revoke`, undefined, 'key_not_found'],
    ['/v1/admin/keys', { user_id: user }, 'user_not_found'],
    ['/v1/admin/keys', { user_id: 'nobody' }, 'user_not_found'],
  ] as const) {
    const answered = await api.ask('POST', path, body === undefined ? theirs : { ...theirs, body })
    expect([path, answered.status, answered.body.error.code]).toEqual([path, 404, code])
  }
  const list = await api.ask('GET', '/v1/admin/users', theirs)
  expect(list.body.data.map((one: { name: string }) => one.name)).toEqual(['a admin'])
})

test.each([
  [{ name: '', role: 'viewer' }, 'name'],
  [{ name: 'x'.repeat(201), role: 'viewer' }, 'name'],
  [{ name: 'Zoe', role: 'owner' }, 'role'],
  [{ name: 'Zoe' }, 'role'],
  [{ name: 'Zoe', role: 'viewer', id: 'mine' }, 'id'],
  [{ name: 7, role: 'viewer' }, 'name'],
])('error: a user like %j is refused at its place', async (body, field) => {
  const answered = await api.ask('POST', '/v1/admin/users', { headers, body })
  expect([answered.status, answered.body.detail[0].loc]).toEqual([422, ['body', field]])
})

test.each([
  ['line\nbreak', 'invalid_name'],
  ['null\0', 'null_character'],
  ['\ud800', 'invalid_name'],
  ['\u2028', 'invalid_name'],
])('error: a name like %j is refused', async (name, type) => {
  const answered = await api.ask('POST', '/v1/admin/users', {
    headers,
    body: { name, role: 'viewer' },
  })
  expect([answered.status, answered.body.detail[0].type]).toEqual([422, type])
})

test.each([0, -1, 1.5, 1_000_001, '60', true])(
  'error: a limit like %j is refused',
  async (rate_per_minute) => {
    const { body } = await api.ask('GET', '/v1/admin/users', { headers })
    const answered = await makeKey({ user_id: body.data[0].id, rate_per_minute })
    expect(answered.status).toBe(422)
    expect(answered.body.detail[0].loc).toEqual(['body', 'rate_per_minute'])
  },
)

test('behavior: 5.3 only an admin administrates', async () => {
  for (const role of ['viewer', 'strategist', 'curator'] as const) {
    const theirs = { headers: await api.as(role) }
    for (const [method, path] of [
      ['GET', '/v1/admin/users'],
      ['POST', '/v1/admin/users'],
      ['POST', '/v1/admin/users/x/deactivate'],
      ['GET', '/v1/admin/keys'],
      ['POST', '/v1/admin/keys'],
      ['POST', '/v1/admin/keys/x/revoke'],
      ['PUT', '/v1/admin/vaults'],
      ['GET', '/v1/admin/audit'],
    ] as const) {
      const answered = await api.ask(
        method,
        path,
        method === 'GET' ? theirs : { ...theirs, body: {} },
      )
      expect([path, answered.status, answered.body]).toEqual([path, 403, { message: 'Forbidden' }])
    }
  }
})

test('behavior: every act is in the audit log, newest first, with who did it and without secrets', async () => {
  const user = await makeUser('Dora')
  const key = await makeKey({ user_id: user.body.data.id })
  const { body, text } = await api.ask('GET', '/v1/admin/audit?page_size=2', { headers })
  expect(body.data).toMatchObject([
    {
      act: 'key.create',
      subject: key.body.data.id,
      actor: expect.stringMatching(/^key:/),
      at: time,
    },
    { act: 'user.create', subject: user.body.data.id, details: expect.any(Object) },
  ])
  expect(text).not.toContain(key.body.data.key)
  expect(body.page).toMatchObject({ has_more: true, page_size: 2 })
  const acts: { id: string; at: string }[] = []
  for (let next = ''; ; ) {
    const part = await api.ask('GET', `/v1/admin/audit?page_size=2${next}`, { headers })
    acts.push(...part.body.data)
    if (!part.body.page.has_more) break
    next = `&cursor=${part.body.page.next_cursor}`
  }
  const times = acts.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().reverse())
  expect(new Set(acts.map(({ id }) => id)).size).toBe(acts.length)
})
