import type { User, UserRole } from '@vaultwright/store'
import { type Answered, type TestApi, testActor } from '../support/harness.ts'
import { makeSoftPasskey, type SoftPasskey } from './soft-passkey.ts'

/** The headers of a page of the console that changes something. */
export const consoleHeaders = {
  host: 'localhost:8080',
  'sec-fetch-site': 'same-origin',
  'x-vaultwright-console': '1',
} as const

/** The origin of a test's service for browsers. */
export const consoleOrigin = 'http://localhost:8080'

/** A user who is signed in with a passkey. */
export type ConsoleUser = {
  readonly user: User
  readonly passkey: SoftPasskey
  /** `__Host-vw_session=…` */
  readonly cookie: string
  readonly ask: (
    method: 'GET' | 'POST' | 'DELETE' | 'PUT',
    path: string,
    body?: unknown,
  ) => Promise<Answered>
}

/** Makes a user of a tenant and signs the user in by an invitation. */
export async function signInUser(
  api: TestApi,
  role: UserRole,
  tenantId = api.tenant.id,
): Promise<ConsoleUser> {
  const name = `${role} ${Math.random().toString(36).slice(2)}`
  const user = await api.store.users.create(tenantId, { name, role }, testActor)
  const draft = { userId: user.id, hours: 1 }
  const { secret } = await api.store.invites.create(tenantId, draft, testActor)
  const passkey = makeSoftPasskey(consoleOrigin)
  const answered = await acceptInvite(api, secret, passkey)
  const cookie = cookieOf(answered)
  return { user, passkey, cookie, ask: askWith(api, cookie) }
}

/** Opens and accepts an invitation as the page does. */
export async function acceptInvite(
  api: TestApi,
  secret: string,
  passkey: SoftPasskey,
): Promise<Answered> {
  const ask = askWith(api, null)
  const { body } = await ask('POST', '/console/invite/open', { secret })
  const credential = passkey.create(body.data.options)
  const { challenge_id } = body.data
  return ask('POST', '/console/invite/accept', { secret, challenge_id, credential, name: 'Soft' })
}

/** Asks as a page of the console does, with a cookie or without. */
export function askWith(api: TestApi, cookie: string | null): ConsoleUser['ask'] {
  const headers = { ...consoleHeaders, ...(cookie === null ? {} : { cookie }) }
  return (method, path, body) =>
    api.ask(method, path, { headers, ...(body === undefined ? {} : { body }) })
}

/** The cookie of a session that an answer gives. */
export function cookieOf({ headers }: Answered): string {
  return String(headers['set-cookie'] ?? '').split(';')[0]!
}
