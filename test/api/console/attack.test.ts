import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answered, openTestApi, type TestApi, testActor } from '../support/harness.ts'
import {
  acceptInvite,
  askWith,
  consoleHeaders,
  consoleOrigin,
  cookieOf,
  signInUser,
} from './console-user.ts'
import { makeSoftPasskey, type PasskeyLies } from './soft-passkey.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ config: { port: 8080 } })
})
afterAll(() => api.close())

const codeOf = ({ status, body }: Answered) => [status, body.error?.code ?? body.message]

test('refuses: requests that another site makes a browser send', async () => {
  const { cookie } = await signInUser(api, 'admin')
  const body = { description: 'stolen' }
  const { host } = consoleHeaders
  const mark = { 'x-vaultwright-console': '1' }
  const foreign = [
    { host, cookie, 'sec-fetch-site': 'cross-site', ...mark },
    { host, cookie, 'sec-fetch-site': 'same-site', ...mark },
    { host, cookie, 'sec-fetch-site': 'none', ...mark },
    { host, cookie, 'sec-fetch-site': 'same-origin' },
    { host, cookie, ...mark },
    { host, cookie, origin: 'https://evil.example', ...mark },
    { host, cookie, origin: 'null', ...mark },
  ]
  for (const headers of foreign) {
    for (const path of ['/console/keys', '/console/v1/admin/users', '/console/session']) {
      const answered = await api.ask('POST', path, { headers, body })
      expect(codeOf(answered), JSON.stringify(headers)).toEqual([403, 'request_foreign'])
    }
  }
  const headers = { ...consoleHeaders, cookie, 'content-type': 'text/plain' }
  const plain = await api.ask('POST', '/console/keys', { headers, payload: '{"description":"x"}' })
  expect(codeOf(plain)).toEqual([403, 'request_foreign'])
  const crossSite = { host, cookie, 'sec-fetch-site': 'cross-site' }
  expect((await api.ask('GET', '/console/session', { headers: crossSite })).status).toBe(403)
  const ownHeaders = { host, cookie, origin: 'http://localhost:8080', ...mark }
  expect((await api.ask('POST', '/console/keys', { headers: ownHeaders, body })).status).toBe(200)
})

test('refuses: a session at /v1, and an API key at /console/v1', async () => {
  const { cookie } = await signInUser(api, 'admin')
  const key = await api.as('admin')
  const atInterface = await api.ask('GET', '/v1/vaults', { headers: { ...consoleHeaders, cookie } })
  expect(codeOf(atInterface)).toEqual([401, 'Unauthorized'])
  for (const path of ['/console/v1/vaults', '/console/keys', '/console/v1/admin/users']) {
    const answered = await api.ask('GET', path, { headers: { ...consoleHeaders, ...key } })
    expect(codeOf(answered), path).toEqual([401, 'session_needed'])
  }
  // What the key is asked for, a session does not change.
  const both = await api.ask('GET', '/v1/vaults', { headers: { ...key, cookie } })
  expect(both.status).toBe(200)
})

test('refuses: a session that the browser was given by somebody else', async () => {
  const wrong = ['x', '0'.repeat(44), '1'.repeat(44), '%00', '1'.repeat(5_000), '']
  for (const value of wrong) {
    const cookie = `__Host-vw_session=${value}`
    const answered = await askWith(api, cookie)('GET', '/console/v1/vaults')
    expect(codeOf(answered)).toEqual([401, 'session_needed'])
    expect(String(answered.headers['set-cookie'])).toContain('Max-Age=0')
  }
  const { cookie } = await signInUser(api, 'viewer')
  const twice = await askWith(api, `${cookie}; ${cookie}`)('GET', '/console/v1/vaults')
  expect(twice.status).toBe(401)
  // The one that it came with is not the one that it goes with.
  const { passkey, cookie: before } = await signInUser(api, 'viewer')
  const ask = askWith(api, before)
  const { body } = await ask('POST', '/console/session/passkey/challenge')
  const { challenge_id, options } = body.data
  const begun = await ask('POST', '/console/session', {
    challenge_id,
    credential: passkey.get(options),
  })
  expect(cookieOf(begun)).not.toBe(before)
  expect((await ask('GET', '/console/session')).body.data).toBeNull()
})

test('refuses: a challenge twice, one of another purpose or user, and every lie of a passkey', async () => {
  const { passkey, ask } = await signInUser(api, 'admin')
  const admin = await signInUser(api, 'admin')
  const open = askWith(api, null)
  const begin = async () =>
    (await open('POST', '/console/session/passkey/challenge')).body.data as {
      readonly challenge_id: string
      readonly options: unknown
    }
  const refusal = { code: 'passkey_refused', message: expect.any(String), details: {} }
  const expectRefused = ({ status, body, headers }: Answered) => {
    expect([status, body]).toEqual([401, { error: refusal }])
    expect(headers['set-cookie']).toBeUndefined()
  }
  const used = await begin()
  const answer = { challenge_id: used.challenge_id, credential: passkey.get(used.options) }
  expect((await open('POST', '/console/session', answer)).status).toBe(200)
  expectRefused(await open('POST', '/console/session', answer))
  const lies: readonly PasskeyLies[] = [
    { origin: 'http://evil.example' },
    { origin: 'http://127.0.0.1:8080' },
    { rpId: 'evil.example' },
    { flags: 1 },
    { flags: 4 },
    { challenge: 'AAAA' },
  ]
  for (const lie of lies) {
    const { challenge_id, options } = await begin()
    const credential = passkey.get(options, lie)
    expectRefused(await open('POST', '/console/session', { challenge_id, credential }))
  }
  const unknown = makeSoftPasskey(consoleOrigin)
  const challenge = await begin()
  const { challenge_id } = challenge
  // Unknown passkey, wrong signature, no challenge: one answer.
  expectRefused(
    await open('POST', '/console/session', {
      challenge_id,
      credential: unknown.get(challenge.options),
    }),
  )
  const again = await begin()
  const forged = { ...unknown.get(again.options), id: passkey.id, rawId: passkey.id }
  expectRefused(
    await open('POST', '/console/session', {
      challenge_id: again.challenge_id,
      credential: forged,
    }),
  )
  for (const credential of [{}, { id: 1 }, { id: passkey.id, response: null }]) {
    const { challenge_id } = await begin()
    expectRefused(await open('POST', '/console/session', { challenge_id, credential }))
  }
  // No database keeps U+0000: the reader of requests refuses it wherever it stands.
  const nul = { challenge_id: (await begin()).challenge_id, credential: { id: '\0' } }
  expect((await open('POST', '/console/session', nul)).status).toBe(422)
  const proof = (await ask('POST', '/console/session/proof/challenge')).body.data
  const misused = { challenge_id: proof.challenge_id, credential: passkey.get(proof.options) }
  expectRefused(await open('POST', '/console/session', misused))
  const theirs = (await admin.ask('POST', '/console/session/proof/challenge')).body.data
  const foreign = { challenge_id: theirs.challenge_id, credential: passkey.get(theirs.options) }
  expectRefused(await ask('POST', '/console/session/proof', foreign))
})

test('refuses: a counter that goes back, as of a copied passkey', async () => {
  const user = await api.store.users.create(
    api.tenant.id,
    { name: 'Counting', role: 'viewer' },
    testActor,
  )
  const draft = { userId: user.id, hours: 1 }
  const { secret } = await api.store.invites.create(api.tenant.id, draft, testActor)
  let counter = 5
  const passkey = makeSoftPasskey(consoleOrigin, () => counter)
  await acceptInvite(api, secret, passkey)
  const open = askWith(api, null)
  const signIn = async () => {
    const { challenge_id, options } = (await open('POST', '/console/session/passkey/challenge'))
      .body.data
    return open('POST', '/console/session', { challenge_id, credential: passkey.get(options) })
  }
  counter = 6
  expect((await signIn()).status).toBe(200)
  expect((await signIn()).status).toBe(401)
})

test('refuses: an invitation twice, too old, or with the challenge of another', async () => {
  const users = await Promise.all(
    ['Iva', 'Ivo'].map((name) =>
      api.store.users.create(api.tenant.id, { name, role: 'viewer' }, testActor),
    ),
  )
  const invite = (userId: string) =>
    api.store.invites.create(api.tenant.id, { userId, hours: 1 }, testActor)
  const [first, second] = await Promise.all(users.map(({ id }) => invite(id)))
  const open = askWith(api, null)
  const opened = (await open('POST', '/console/invite/open', { secret: second!.secret })).body.data
  const swapped = {
    secret: first!.secret,
    challenge_id: opened.challenge_id,
    credential: makeSoftPasskey(consoleOrigin).create(opened.options),
    name: 'x',
  }
  const refused = await open('POST', '/console/invite/accept', swapped)
  expect(codeOf(refused)).toEqual([401, 'passkey_refused'])
  const accepted = await acceptInvite(api, first!.secret, makeSoftPasskey(consoleOrigin))
  expect(accepted.status).toBe(200)
  const again = await open('POST', '/console/invite/open', { secret: first!.secret })
  expect(codeOf(again)).toEqual([409, 'invite_used'])
  for (const secret of ['x', '1'.repeat(44), `${second!.secret} `]) {
    const unknown = await open('POST', '/console/invite/open', { secret })
    expect(codeOf(unknown)).toEqual([404, 'invite_not_found'])
  }
})

test('refuses: what is of another tenant, or of another user, as if it were not there', async () => {
  const otherTenant = await api.addTenant('globex')
  const theirs = await signInUser(api, 'admin', otherTenant.tenant.id)
  const theirKey = (await theirs.ask('POST', '/console/keys', { description: 'x' })).body.data
  const passkeys = (await theirs.ask('GET', '/console/passkeys')).body.data
  const sessions = (await theirs.ask('GET', '/console/sessions')).body.data
  const admin = await signInUser(api, 'admin')
  const peer = await signInUser(api, 'admin')
  const ownKey = (await peer.ask('POST', '/console/keys', { description: 'own' })).body.data
  const answers = [
    ['POST', `/console/keys/${theirKey.id}/revoke`, undefined, 'key_not_found'],
    ['POST', `/console/keys/${ownKey.id}/revoke`, undefined, 'key_not_found'],
    ['POST', `/console/v1/admin/keys/${theirKey.id}/revoke`, undefined, 'key_not_found'],
    ['DELETE', `/console/passkeys/${passkeys[0].id}`, undefined, 'passkey_not_found'],
    ['DELETE', `/console/sessions/${sessions[0].id}`, undefined, 'session_not_found'],
    ['POST', `/console/users/${theirs.user.id}/invite`, {}, 'user_not_found'],
    ['POST', `/console/users/${theirs.user.id}/role`, { role: 'viewer' }, 'user_not_found'],
    ['POST', `/console/users/${theirs.user.id}/activate`, undefined, 'user_not_found'],
    ['POST', `/console/v1/admin/users/${theirs.user.id}/deactivate`, undefined, 'user_not_found'],
  ] as const
  for (const [method, path, body, code] of answers) {
    const answered = await admin.ask(method, path, body)
    expect(codeOf(answered), path).toEqual([404, code])
    expect(answered.text).not.toContain('globex')
  }
  for (const path of ['/console/users', '/console/keys', '/console/v1/admin/users']) {
    expect((await admin.ask('GET', path)).text, path).not.toContain(theirs.user.id)
  }
  expect((await theirs.ask('GET', '/console/session')).body.data.tenant.name).toBe('globex')
})

test('refuses: what the role of the session does not permit, at every operation of the interface', async () => {
  const { ask } = await signInUser(api, 'viewer')
  const refused = [
    ['GET', '/console/v1/admin/users'],
    ['POST', '/console/v1/admin/keys'],
    ['GET', '/console/v1/admin/audit'],
    ['GET', '/console/users'],
    ['POST', '/console/users/user_x/invite'],
  ] as const
  for (const [method, path] of refused) {
    expect(codeOf(await ask(method, path)), path).toEqual([403, 'role_needed'])
  }
  for (const path of ['/console/v1', '/console/v1/x', '/console/v1/vaults/x', '/console/%761/x']) {
    const answered = await ask('GET', path)
    expect(String(answered.headers['content-type']), path).toMatch(/json/)
    expect(answered.status, path).toBe(404)
  }
  const away = await askWith(api, null)('GET', '/console/v1/x')
  expect(codeOf(away)).toEqual([401, 'session_needed'])
})

test('refuses: floods of sign-ins from one address, and of one passkey', async () => {
  const strict = await openTestApi({ config: { port: 8080, signInsPerMinute: 10 } })
  try {
    const ask = askWith(strict, null)
    for (let count = 0; count < 10; count++) {
      expect((await ask('POST', '/console/session/passkey/challenge')).status).toBe(200)
    }
    for (const path of ['/console/session/passkey/challenge', '/console/invite/open']) {
      const answered = await ask('POST', path, { secret: 'x' })
      expect(codeOf(answered), path).toEqual([429, 'rate_limited'])
      expect(Number(answered.headers['retry-after'])).toBeGreaterThan(0)
    }
    const { cookie } = await signInUser(api, 'viewer')
    expect((await askWith(strict, cookie)('GET', '/console/session')).status).toBe(200)
  } finally {
    await strict.close()
  }
})
