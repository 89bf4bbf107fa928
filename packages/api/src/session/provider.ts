import { BaseError } from '@vaultwright/base'
import { roles, type SessionCaller, type Store, type User, type UserRole } from '@vaultwright/store'
import type { Configuration, IDToken } from 'openid-client'
import type { ProviderConfig } from '../config/config.ts'
import type { ApiContext } from '../service/context.ts'
import { consoleOriginOf } from './console-origin.ts'

/** Loaded at the first sign-in by the provider. */
const openId = () => import('openid-client')

/** Seconds that a user has at the provider. */
const signInSeconds = 600n

/** Seconds since the user showed the provider who it is, at most. */
const maxAge = 300

/** The secrets that are kept while the user is at the provider. */
type ProviderVisit = { readonly verifier: string; readonly nonce: string }

type SessionUser = Pick<SessionCaller, 'tenantId' | 'userId'>

/** Signs users in by an OpenID Connect provider, with a code and PKCE. */
export type ProviderSignIn = {
  /**
   * @param user - the user who ties an identity to the account; null for a sign-in.
   * @returns where to send the browser, and the state that it has to come back with.
   */
  readonly begin: (
    user: SessionUser | null,
  ) => Promise<{ readonly url: string; readonly state: string }>
  /** Finds the user for whom the browser came back. @throws {ProviderRefusedError} */
  readonly finish: (query: string, state: string) => Promise<User>
}

/** Opens the sign-in by a provider; it is asked at the first sign-in. */
export function openProvider(context: ApiContext, provider: ProviderConfig): ProviderSignIn {
  let discovered: Promise<Configuration> | null = null
  const configuration = async () => {
    discovered ??= discover(provider)
    return discovered.catch((error: unknown) => {
      discovered = null
      throw error
    })
  }
  const callback = () => `${consoleOriginOf(context).url}/session/provider/callback`
  const { challenges } = context.store
  return {
    begin: async (user) => {
      const client = await openId()
      const [verifier, nonce] = [client.randomPKCECodeVerifier(), client.randomNonce()]
      const body = JSON.stringify({ verifier, nonce } satisfies ProviderVisit)
      const challenge = { purpose: 'provider', body, user } as const
      const state = await challenges.create(challenge, signInSeconds)
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: callback(),
        scope: 'openid email',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        // The provider asks anew: a session begins with a proof.
        prompt: 'login',
        max_age: String(maxAge),
      })
      return { url: url.href, state }
    },
    finish: async (query, state) => {
      const challenge = await challenges.take(state)
      if (challenge?.purpose !== 'provider') throw new ProviderRefusedError('state')
      const { verifier, nonce } = JSON.parse(challenge.body) as ProviderVisit
      const client = await openId()
      const tokens = await client
        .authorizationCodeGrant(await configuration(), new URL(`${callback()}?${query}`), {
          pkceCodeVerifier: verifier,
          expectedNonce: nonce,
          expectedState: state,
          maxAge,
          idTokenExpected: true,
        })
        .catch((cause: unknown) => {
          throw new ProviderRefusedError('code', cause)
        })
      return userOf(context.store, tokens.claims()!, { config: provider, asker: challenge.user })
    },
  }
}

async function discover({
  issuer,
  clientId,
  clientSecret,
}: ProviderConfig): Promise<Configuration> {
  const client = await openId()
  const url = new URL(issuer)
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  const options = isLocal ? { execute: [client.allowInsecureRequests] } : {}
  return client.discovery(url, clientId, clientSecret, undefined, options)
}

/** By whom users are made at their first sign-in, in the audit log. */
const providerActor = 'local:provider'

/** For whom a token may stand that no user signed in by yet. */
type FirstSignIn = { readonly config: ProviderConfig; readonly asker: SessionUser | null }

/**
 * Finds the user of a token among those of the service's one tenant: by issuer and subject, which are kept at the first
 * sign-in. The first sign-in takes the user of the session that asked for it; no typed name is matched.
 */
async function userOf(store: Store, claims: IDToken, first: FirstSignIn): Promise<User> {
  const [tenant, ...further] = await store.tenants.list()
  if (tenant === undefined || further.length > 0) throw new ProviderRefusedError('tenant')
  const identity = { issuer: claims.iss, subject: claims.sub }
  const knownUser = await store.users.findByIdentity(tenant.id, identity)
  if (knownUser !== null) return knownUser
  const user = await firstUserOf(store, tenant.id, { claims, ...first })
  if (!user.isActive) throw new ProviderRefusedError('user')
  await store.users
    .identify(tenant.id, { userId: user.id, ...identity }, providerActor)
    .catch((cause: unknown) => {
      throw new ProviderRefusedError('user', cause)
    })
  return user
}

/** The user of a first sign-in: who asked for it, else one whom the provider made before, else one that a role makes. */
async function firstUserOf(
  store: Store,
  tenantId: string,
  { claims, config: { roleClaim }, asker }: FirstSignIn & { readonly claims: IDToken },
): Promise<User> {
  const users = await store.users.list(tenantId)
  if (asker !== null) {
    const user = users.find(({ id }) => id === asker.userId && tenantId === asker.tenantId)
    if (user === undefined) throw new ProviderRefusedError('user')
    return user
  }
  const name = nameOf(claims)
  const user = users.find((one) => one.name === name)
  if (user !== undefined) {
    const isFree = !(await store.users.isIdentified(tenantId, user.id))
    if (isFree && (await isMadeByProvider(store, user))) return user
    throw new ProviderRefusedError('user')
  }
  const role = roleClaim === null ? null : roleOf(claims[roleClaim])
  if (role === null) throw new ProviderRefusedError('user')
  return store.users.create(tenantId, { name, role }, providerActor)
}

/** Of users that were made before identities were kept. */
async function isMadeByProvider({ audit }: Store, { tenantId, id }: User): Promise<boolean> {
  const entry = { actor: providerActor, act: 'user.create', subject: id }
  const { items } = await audit.page(tenantId, { ...entry, after: null, limit: 1 })
  return items.length > 0
}

/** Only what the provider vouches for names a user: an address that it verified, else its own id. */
function nameOf({ email, email_verified: isVerified, sub }: IDToken): string {
  return typeof email === 'string' && isVerified === true ? email : sub
}

/** The greatest role that a claim names; null for none. */
function roleOf(claim: unknown): UserRole | null {
  const named = Array.isArray(claim) ? claim : [claim]
  return roles.findLast((role) => named.includes(role)) ?? null
}

/** The provider did not sign a user of the service in. */
export class ProviderRefusedError extends BaseError {
  override readonly code = 'provider_refused'
  override readonly kind = 'not_permitted'

  constructor(why: 'state' | 'code' | 'tenant' | 'user', cause: unknown = null) {
    super({
      message: 'The provider did not sign in a user of this service. Ask an admin for access.',
      facts: { why },
      ...(cause === null ? {} : { cause }),
    })
  }
}
