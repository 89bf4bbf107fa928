import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi, testActor } from '../support/harness.ts'
import { askWith, cookieOf } from './console-user.ts'
import { type OpenIdServer, startOpenIdServer } from './openid-server.ts'

let server: OpenIdServer
let api: TestApi
beforeAll(async () => {
  server = await startOpenIdServer()
  const client = { clientId: 'console', clientSecret: 'secret', roleClaim: 'role' }
  const provider = { issuer: server.issuer, ...client }
  api = await openTestApi({ config: { port: 8080, provider } })
})
afterAll(async () => {
  await api?.close()
  await server?.close()
})

const begin = async () => {
  const { headers } = await api.ask('GET', '/console/session/provider')
  return { url: String(headers.location), cookie: String(headers['set-cookie']).split(';')[0]! }
}

const finish = (query: string, cookie: string) =>
  api.ask('GET', `/console/session/provider/callback?${query}`, {
    headers: { cookie, 'sec-fetch-site': 'cross-site' },
  })

const signIn = async (claims: Readonly<Record<string, unknown>>) => {
  const { url, cookie } = await begin()
  return finish(server.visit(url, claims), cookie)
}

const sessionOf = async (answered: Awaited<ReturnType<typeof finish>>) => {
  const [first] = [answered.headers['set-cookie']].flat()
  const cookie = cookieOf({ ...answered, headers: { 'set-cookie': String(first) } })
  return (await askWith(api, cookie)('GET', '/console/session')).body.data
}

const failed = '/console/sign-in?failed=provider'

test('default: a user who exists signs in by an address that the provider verified', async () => {
  const ways = await askWith(api, null)('GET', '/console/session/ways')
  expect(ways.body.data).toMatchObject({ passkey: true, provider: new URL(server.issuer).host })
  for (const name of ['ada@example.com', 'id-7']) {
    await api.store.users.create(api.tenant.id, { name, role: 'curator' }, testActor)
  }
  const ada = await signIn({ sub: 'id-1', email: 'ada@example.com', email_verified: true })
  expect([ada.status, ada.headers.location]).toEqual([302, '/console/vaults'])
  expect(await sessionOf(ada)).toMatchObject({ user: { name: 'ada@example.com', role: 'curator' } })
  // A name that was typed is no subject.
  expect((await signIn({ sub: 'id-7' })).headers.location).toBe(failed)
  const unverified = await signIn({ sub: 'id-2', email: 'ada@example.com' })
  expect(unverified.headers.location).toBe(failed)
})

test('law: after the first sign-in issuer and subject count, and no name', async () => {
  const grace = { email: 'grace@example.com', email_verified: true }
  await api.store.users.create(api.tenant.id, { name: grace.email, role: 'admin' }, testActor)
  const first = await sessionOf(await signIn({ sub: 'g-1', ...grace }))
  expect(first).toMatchObject({ user: { name: grace.email, role: 'admin' } })
  // The address goes to somebody else at the provider: not to the user here.
  expect((await signIn({ sub: 'g-2', ...grace })).headers.location).toBe(failed)
  expect((await signIn({ sub: 'g-2', role: 'admin', ...grace })).headers.location).toBe(failed)
  // The person has another address now, or none that is verified.
  for (const claims of [{ email: 'new@example.com', email_verified: true }, {}]) {
    const again = await sessionOf(await signIn({ sub: 'g-1', ...claims }))
    expect(again.user.name).toBe(grace.email)
  }
  const act = 'user.identify'
  const { items } = await api.store.audit.page(api.tenant.id, { act, after: null, limit: 9 })
  expect(items.map(({ details }) => JSON.parse(details))).toContainEqual({
    issuer: server.issuer,
    subject: 'g-1',
  })
})

test('behavior: a user whom the provider made before identities were kept signs in by the subject', async () => {
  const draft = { name: 'old-1', role: 'viewer' } as const
  await api.store.users.create(api.tenant.id, draft, 'local:provider')
  expect(await sessionOf(await signIn({ sub: 'old-1' }))).toMatchObject({ user: { name: 'old-1' } })
})

test('default: a user is made where the claim of a role says so, with that role', async () => {
  const made = await signIn({ sub: 'new-1', role: ['x', 'viewer', 'strategist'] })
  expect(await sessionOf(made)).toMatchObject({ user: { name: 'new-1', role: 'strategist' } })
  for (const role of [undefined, 'root', ['x'], 7]) {
    const refused = await signIn({ sub: 'new-2', role })
    expect(refused.headers.location).toBe(failed)
    expect([refused.headers['set-cookie']].flat().join()).not.toContain('vw_session')
  }
})

test('refuses: a state of another browser, a code twice, tokens of others, deactivated users', async () => {
  const { url, cookie } = await begin()
  const other = await begin()
  const query = server.visit(url, { sub: 'id-1' })
  for (const wrong of [other.cookie, '', `${cookie}x`, `${cookie}; ${cookie}`]) {
    expect((await finish(query, wrong)).headers.location).toBe(failed)
  }
  expect((await finish(query, cookie)).headers.location).toBe('/console/vaults')
  expect((await finish(query, cookie)).headers.location).toBe(failed)
  const now = Math.floor(Date.now() / 1000)
  const lies = [
    { nonce: 'x' },
    { aud: 'other' },
    { iss: 'http://evil.example' },
    { exp: now - 999 },
    { auth_time: now - 9_999 },
  ]
  for (const lie of lies) {
    const refused = await signIn({ sub: 'id-1', ...lie })
    expect(refused.headers.location, JSON.stringify(lie)).toBe(failed)
  }
  const user = await api.store.users.find(api.tenant.id, 'ada@example.com')
  await api.store.users.deactivate(api.tenant.id, user!.id, testActor)
  expect((await signIn({ sub: 'id-1' })).headers.location).toBe(failed)
})
