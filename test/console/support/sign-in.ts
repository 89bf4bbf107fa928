import { randomBytes } from 'node:crypto'
import { openStore, type Store, type User, type UserRole } from '@vaultwright/store'
import { type ConsolePage, devToolsOf } from './console-page.ts'
import { openDemo } from './demo.ts'

/** The user of a test in the shared demo: one of its own. */
export type SignInOptions = { readonly role?: UserRole }

/** An invited user of the demo. */
export type InvitedUser = {
  readonly user: User
  /** The link on which the user registers a passkey, once. */
  readonly link: string
}

const by = 'local:test'

/** Invites a user of the test's own. */
export async function inviteUser({ role = 'admin' }: SignInOptions = {}): Promise<InvitedUser> {
  return withDemoStore(async (store, tenantId) => {
    const user = await makeUser(store, tenantId, role)
    const { secret } = await store.invites.create(tenantId, { userId: user.id, hours: 1 }, by)
    const { url } = await openDemo()
    return { user, link: `${url}/console/invite#${secret}` }
  })
}

/**
 * Signs a page in as a user of the test's own, without a passkey: for tests of other screens. The
 * session is proved for 5 minutes.
 */
export async function signIn(
  { context }: Pick<ConsolePage, 'context'>,
  { role = 'admin' }: SignInOptions = {},
): Promise<User> {
  return withDemoStore(async (store, tenantId) => {
    const user = await makeUser(store, tenantId, role)
    const origin = { userAgent: 'a test', address: '127.0.0.1', replaced: null }
    const draft = { userId: user.id, passkey: null, ...origin }
    const { secret } = await store.sessions.begin(tenantId, draft)
    await context.addCookies([
      {
        name: '__Host-vw_session',
        value: secret,
        url: (await openDemo()).url.replace('http:', 'https:'),
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
      },
    ])
    return user
  })
}

/** Gives a page an authenticator that makes passkeys and shows them without being asked. */
export async function addAuthenticator({ page }: Pick<ConsolePage, 'page'>): Promise<void> {
  const session = await devToolsOf(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

function makeUser(store: Store, tenantId: string, role: UserRole): Promise<User> {
  const name = `${role} ${randomBytes(4).toString('hex')}`
  return store.users.create(tenantId, { name, role }, by)
}

async function withDemoStore<Result>(
  work: (store: Store, tenantId: string) => Promise<Result>,
): Promise<Result> {
  const { database } = await openDemo()
  const store = await openStore(database)
  try {
    const [tenant] = await store.tenants.list()
    return await work(store, tenant!.id)
  } finally {
    await store.close()
  }
}
