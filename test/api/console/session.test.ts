import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi, testActor } from '../support/harness.ts'
import { acceptInvite, askWith, consoleOrigin, cookieOf, signInUser } from './console-user.ts'
import { makeSoftPasskey } from './soft-passkey.ts'

let api: TestApi
let nowUnix = 1_800_000_000n
beforeAll(async () => {
  api = await openTestApi({ config: { port: 8080 } })
})
afterAll(() => api.close())

test('default: an invitation makes a passkey, which signs in again', async () => {
  const { user, passkey, cookie, ask } = await signInUser(api, 'curator')
  const session = await ask('GET', '/console/session')
  expect(session.body.data).toMatchObject({
    user: { id: user.id, name: user.name, role: 'curator' },
    tenant: { id: api.tenant.id, name: 'acme' },
  })
  expect((await ask('DELETE', '/console/session')).body).toEqual({ data: { ended: 1 } })
  expect((await ask('GET', '/console/session')).body).toEqual({ data: null })
  const open = askWith(api, cookie)
  const { body } = await open('POST', '/console/session/passkey/challenge')
  expect(body.data.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  const { challenge_id } = body.data
  const credential = passkey.get(body.data.options)
  const answered = await open('POST', '/console/session', { challenge_id, credential })
  expect(answered.status).toBe(200)
  expect(answered.headers['set-cookie']).toMatch(
    /^__Host-vw_session=\w{44}; Path=\/; HttpOnly; Secure; SameSite=Strict; Max-Age=604800$/,
  )
  expect(cookieOf(answered)).not.toBe(cookie)
  const again = askWith(api, cookieOf(answered))
  expect((await again('GET', '/console/v1/vaults')).body).toMatchObject({ data: [] })
  const audit = await api.store.audit.page(api.tenant.id, { after: null, limit: 1 })
  expect(audit.items).toMatchObject([{ act: 'session.begin', actor: `user:${user.id}` }])
})

test('default: a key of the signed-in user works at once, and not after it is revoked', async () => {
  const { ask, user } = await signInUser(api, 'viewer')
  const newKey = await ask('POST', '/console/keys', { description: 'curl' })
  const { key, id } = newKey.body.data
  const headers = { authorization: `Bearer ${key}` }
  expect((await api.ask('GET', '/v1/vaults', { headers })).status).toBe(200)
  expect((await ask('GET', '/console/keys')).body).toMatchObject({
    data: [{ id, user_id: user.id, description: 'curl' }],
    most_active: 10,
  })
  expect((await ask('POST', `/console/keys/${id}/revoke`)).status).toBe(200)
  expect((await api.ask('GET', '/v1/vaults', { headers })).status).toBe(403)
})

test('refuses: an eleventh key, and a rate of one who is not an admin', async () => {
  const { ask } = await signInUser(api, 'strategist')
  const rate = await ask('POST', '/console/keys', { description: 'x', rate_per_minute: 5 })
  expect([rate.status, rate.body.error.code]).toEqual([403, 'role_needed'])
  for (let count = 0; count < 10; count++) {
    expect((await ask('POST', '/console/keys', { description: `${count}` })).status).toBe(200)
  }
  const eleventh = await ask('POST', '/console/keys', { description: '11' })
  expect([eleventh.status, eleventh.body.error.code]).toEqual([409, 'too_many_keys'])
})

test('default: an admin invites, changes a role, deactivates and activates', async () => {
  const admin = await signInUser(api, 'admin')
  const newUser = await admin.ask('POST', '/console/v1/admin/users', { name: 'Bo', role: 'viewer' })
  const userId = newUser.body.data.id
  const invited = await admin.ask('POST', `/console/users/${userId}/invite`, { hours: 2 })
  const { link } = invited.body.data
  expect(link).toMatch(/^http:\/\/localhost:8080\/console\/invite#\w{44}$/)
  const passkey = makeSoftPasskey(consoleOrigin)
  const bo = askWith(api, cookieOf(await acceptInvite(api, link.split('#')[1], passkey)))
  expect((await bo('GET', '/console/users')).body.error.code).toBe('role_needed')
  const role = await admin.ask('POST', `/console/users/${userId}/role`, { role: 'admin' })
  expect(role.body.data.role).toBe('admin')
  const { body } = await bo('GET', '/console/users')
  const row = body.data.find(({ id }: { readonly id: string }) => id === userId)
  expect(row).toMatchObject({ name: 'Bo', passkeys: 1, sessions: 1, active_keys: 0 })
  const { key } = (await bo('POST', '/console/keys', { description: 'k' })).body.data
  const headers = { authorization: `Bearer ${key}` }
  const gone = await admin.ask('POST', `/console/v1/admin/users/${userId}/deactivate`)
  expect(gone.body.data.active).toBe(false)
  expect((await bo('GET', '/console/session')).body.data).toBeNull()
  expect((await bo('GET', '/console/v1/vaults')).body.error.code).toBe('session_needed')
  expect((await api.ask('GET', '/v1/vaults', { headers })).status).toBe(403)
  expect((await admin.ask('POST', `/console/users/${userId}/activate`)).status).toBe(200)
  expect((await api.ask('GET', '/v1/vaults', { headers })).status).toBe(200)
  expect((await bo('GET', '/console/session')).body.data).toBeNull()
})

test('default: an older proof is renewed with the passkey', async () => {
  const late = await openTestApi({
    config: { port: 8080 },
    store: api.store,
    now: () => nowUnix,
  })
  try {
    nowUnix = BigInt(Math.floor(Date.now() / 1000)) + 900n
    const { ask, passkey } = await signInUser(late, 'admin')
    const create = () => ask('POST', '/console/keys', { description: 'late' })
    const refused = await create()
    expect([refused.status, refused.body.error.code]).toEqual([403, 'proof_needed'])
    const admin = await ask('POST', '/console/v1/admin/keys', { user_id: 'user_x' })
    expect([admin.status, admin.body.error.code]).toEqual([403, 'proof_needed'])
    const { body } = await ask('POST', '/console/session/proof/challenge')
    expect(body.data.options.allowCredentials).toMatchObject([{ id: passkey.id }])
    const { challenge_id, options } = body.data
    const proof = { challenge_id, credential: passkey.get(options) }
    expect((await ask('POST', '/console/session/proof', proof)).status).toBe(200)
    nowUnix -= 900n
    expect((await create()).status).toBe(200)
  } finally {
    await late.close()
  }
})

test('default: passkeys and sessions of the user are listed, added and ended', async () => {
  const { ask, passkey, user } = await signInUser(api, 'viewer')
  const { body } = await ask('POST', '/console/passkeys/challenge')
  const { challenge_id, options } = body.data
  expect(options.excludeCredentials).toMatchObject([{ id: passkey.id }])
  const second = makeSoftPasskey(consoleOrigin)
  const draft = { challenge_id, name: 'Key ring', credential: second.create(options) }
  expect((await ask('POST', '/console/passkeys', draft)).body.data).toMatchObject({
    name: 'Key ring',
    last_used_at: null,
  })
  const begun = await askWith(api, null)('POST', '/console/session/passkey/challenge')
  const answer = {
    challenge_id: begun.body.data.challenge_id,
    credential: second.get(begun.body.data.options),
  }
  const otherCookie = cookieOf(await askWith(api, null)('POST', '/console/session', answer))
  const sessions = (await ask('GET', '/console/sessions')).body.data
  expect(sessions.map(({ current }: { readonly current: boolean }) => current).sort()).toEqual([
    false,
    true,
  ])
  expect((await ask('DELETE', '/console/sessions')).body.data).toEqual({ ended: 1 })
  expect((await askWith(api, otherCookie)('GET', '/console/session')).body.data).toBeNull()
  const [first] = (await ask('GET', '/console/passkeys')).body.data
  expect((await ask('DELETE', `/console/passkeys/${first.id}`)).status).toBe(200)
  const left = (await ask('GET', '/console/passkeys')).body.data
  const last = await ask('DELETE', `/console/passkeys/${left[0].id}`)
  expect([last.status, last.body.error.code]).toEqual([409, 'last_passkey'])
  await api.store.users.deactivate(api.tenant.id, user.id, testActor)
})
