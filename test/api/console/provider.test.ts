import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi, testActor } from '../support/harness.ts'
import { askWith, cookieOf, signInUser } from './console-user.ts'
import { type OpenIdServer, startOpenIdServer } from './openid-server.ts'

let server: OpenIdServer
let api: TestApi
/** Seconds by which the service's clock is ahead. */
let lead = 0n
beforeAll(async () => {
  server = await startOpenIdServer()
  const client = { clientId: 'console', clientSecret: 'secret', roleClaim: 'role' }
  const provider = { issuer: server.issuer, ...client }
  const now = () => BigInt(Math.floor(Date.now() / 1000)) + lead
  api = await openTestApi({ config: { port: 8080, provider }, now })
})
afterAll(async () => {
  await api?.close()
  await server?.close()
})

const begin = async (session = '') => {
  const { headers } = await api.ask('GET', '/console/session/provider', {
    headers: session === '' ? {} : { cookie: session },
  })
  return { url: String(headers.location), cookie: String(headers['set-cookie']).split(';')[0]! }
}

const finish = (query: string, cookie: string) =>
  api.ask('GET', `/console/session/provider/callback?${query}`, {
    headers: { cookie, 'sec-fetch-site': 'cross-site' },
  })

const signIn = async (claims: Readonly<Record<string, unknown>>, session = '') => {
  const { url, cookie } = await begin(session)
  return finish(server.visit(url, claims), cookie)
}

const sessionOf = async (answered: Awaited<ReturnType<typeof finish>>) => {
  const [first] = [answered.headers['set-cookie']].flat()
  const cookie = cookieOf({ ...answered, headers: { 'set-cookie': String(first) } })
  return (await askWith(api, cookie)('GET', '/console/session')).body.data
}

const failed = '/console/sign-in?failed=provider'

test('default: a user who is signed in asks for the provider, and signs in by it from then on', async () => {
  const ways = await askWith(api, null)('GET', '/console/session/ways')
  expect(ways.body.data).toMatchObject({ passkey: true, provider: new URL(server.issuer).host })
  const { user, cookie } = await signInUser(api, 'curator')
  const named = { user: { name: user.name, role: 'curator' } }
  const tied = await signIn({ sub: 'id-1', email: 'ada@example.com', email_verified: true }, cookie)
  expect([tied.status, tied.headers.location]).toEqual([302, '/console/vaults'])
  expect(await sessionOf(tied)).toMatchObject(named)
  // The person has another address now, or none that is verified.
  for (const claims of [{ email: 'new@example.com', email_verified: true }, {}]) {
    expect(await sessionOf(await signIn({ sub: 'id-1', ...claims }))).toMatchObject(named)
  }
  const act = 'user.identify'
  const { items } = await api.store.audit.page(api.tenant.id, { act, after: null, limit: 9 })
  expect(items.map(({ details }) => JSON.parse(details))).toContainEqual({
    issuer: server.issuer,
    subject: 'id-1',
  })
})

test('refuses: names that were typed, and a session whose proof is old', async () => {
  for (const name of ['grace@example.com', 'id-7']) {
    await api.store.users.create(api.tenant.id, { name, role: 'curator' }, testActor)
  }
  const grace = { email: 'grace@example.com', email_verified: true }
  for (const claims of [{ sub: 'id-7' }, { sub: 'g-1', ...grace }]) {
    expect((await signIn(claims)).headers.location).toBe(failed)
    expect((await signIn({ role: 'admin', ...claims })).headers.location).toBe(failed)
  }
  const { cookie } = await signInUser(api, 'viewer')
  lead = 301n
  expect((await signIn({ sub: 'late' }, cookie)).headers.location).toBe(failed)
  lead = 0n
  // One user has one identity.
  const twice = await signInUser(api, 'viewer')
  expect((await signIn({ sub: 'first' }, twice.cookie)).headers.location).toBe('/console/vaults')
  expect((await signIn({ sub: 'second' }, twice.cookie)).headers.location).toBe(failed)
})

test('behavior: a user whom the provider made before identities were kept signs in by the subject', async () => {
  const draft = { name: 'old-1', role: 'viewer' } as const
  await api.store.users.create(api.tenant.id, draft, 'local:provider')
  expect(await sessionOf(await signIn({ sub: 'old-1' }))).toMatchObject({ user: { name: 'old-1' } })
})

test('default: a user is made where the claim of a role says so, with that role', async () => {
  const session = await signIn({ sub: 'new-1', role: ['x', 'viewer', 'strategist'] })
  expect(await sessionOf(session)).toMatchObject({ user: { name: 'new-1', role: 'strategist' } })
  for (const role of [undefined, 'root', ['x'], 7]) {
    const refused = await signIn({ sub: 'new-2', role })
    expect(refused.headers.location).toBe(failed)
    expect([refused.headers['set-cookie']].flat().join()).not.toContain('vw_session')
  }
})

test('refuses: a state of another browser, a code twice, tokens of others, deactivated users', async () => {
  const { url, cookie } = await begin()
  const visit = await begin()
  const query = server.visit(url, { sub: 'id-1' })
  for (const wrong of [visit.cookie, '', `${cookie}x`, `${cookie}; ${cookie}`]) {
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
  const identity = { issuer: server.issuer, subject: 'id-1' }
  const user = await api.store.users.findByIdentity(api.tenant.id, identity)
  await api.store.users.deactivate(api.tenant.id, user!.id, testActor)
  expect((await signIn({ sub: 'id-1' })).headers.location).toBe(failed)
})
