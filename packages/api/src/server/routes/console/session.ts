import { BaseError } from '@vaultwright/base'
import { actorOf } from '../../../answer/route.ts'
import { limitedErrorOf } from '../../../limit/limit-error.ts'
import { sessionDataOf, sessionEntryOf } from '../../../present/access.ts'
import { type ConsoleCall, defineConsoleRoute, originOf } from '../../../session/console-call.ts'
import { consoleOriginOf, passkeyHostOf } from '../../../session/console-origin.ts'
import { endedHeaders, sessionHeaders } from '../../../session/cookie.ts'
import { askPasskey, PasskeyRefusedError, verifyAnswer } from '../../../session/passkey.ts'

/** The ways to sign in at the address that the browser used. */
export const getSignInWays = defineConsoleRoute('getSignInWays', async ({ context, headers }) => {
  const { provider } = context.config
  const data = {
    passkey: hasPasskeys({ context, headers }),
    passkey_url: consoleOriginOf(context).url,
    provider: provider === null ? null : new URL(provider.issuer).host,
  }
  return { body: { data } }
})

/** A challenge for any passkey of this console. */
export const beginSignIn = defineConsoleRoute('beginSignIn', async ({ context, headers }) => {
  const use = { purpose: 'sign_in', user: null } as const
  return { body: { data: await askPasskey({ context, host: hostOf(headers) }, use) } }
})

/** Signs in with a passkey. An unknown user and a wrong passkey are refused alike. */
export const signIn = defineConsoleRoute('signIn', async (call) => {
  const { body, context } = call
  const { passkeys, sessions } = context.store
  const credentialId = String(body.credential.id)
  await assertFewTries(call, credentialId)
  const owner = await passkeys.find(credentialId)
  const { challenge, counter } = await verifyAnswer(context, body, owner?.passkey ?? null)
  if (owner === null || challenge.purpose !== 'sign_in') throw new PasskeyRefusedError()
  const { id, tenantId, userId } = owner.passkey
  const draft = { userId, passkey: { id, counter }, ...originOf(call) }
  const begun = await sessions.begin(tenantId, draft).catch(refuseGone)
  return { body: { data: sessionDataOf(begun.caller) }, headers: sessionHeaders(begun.secret) }
})

/** The signed-in user; null without a session. */
export const getSession = defineConsoleRoute('getSession', async ({ caller }) => ({
  body: { data: caller === null ? null : sessionDataOf(caller) },
}))

/** Signs out. */
export const signOut = defineConsoleRoute('signOut', async ({ caller, context }) => {
  await context.store.sessions.end(caller.tenantId, caller, actorOf(caller))
  return { body: { data: { ended: 1 } }, headers: endedHeaders }
})

/** A challenge for the passkeys of the user who is signed in. */
export const beginProof = defineConsoleRoute('beginProof', async ({ caller, context, headers }) => {
  const passkeys = await context.store.passkeys.list(caller.tenantId, caller.userId)
  if (passkeys.length === 0) throw new NoPasskeyError()
  const use = { purpose: 'proof', user: caller } as const
  return { body: { data: await askPasskey({ context, host: hostOf(headers) }, use, passkeys) } }
})

/** Proves that the user is there. */
export const proveSession = defineConsoleRoute('proveSession', async (call) => {
  const { body, caller, context } = call
  await assertFewTries(call, String(body.credential.id))
  const owner = await context.store.passkeys.find(String(body.credential.id))
  const { challenge, counter } = await verifyAnswer(context, body, owner?.passkey ?? null)
  const isOwnChallenge = challenge.purpose === 'proof' && challenge.user?.userId === caller.userId
  if (owner?.passkey.userId !== caller.userId || !isOwnChallenge) throw new PasskeyRefusedError()
  const proof = { userId: caller.userId, sessionId: caller.sessionId }
  const passkey = { id: owner.passkey.id, counter }
  const provedAtUnix = await context.store.sessions
    .prove(caller.tenantId, { ...proof, passkey })
    .catch(refuseGone)
  return { body: { data: sessionDataOf({ ...caller, provedAtUnix }) } }
})

/** The user's sessions. */
export const listSessions = defineConsoleRoute('listSessions', async ({ caller, context }) => {
  const sessions = await context.store.sessions.list(caller.tenantId, caller.userId)
  return { body: { data: sessions.map((one) => sessionEntryOf(one, caller.sessionId)) } }
})

/** Ends all sessions of the user but the one that asks. */
export const endOtherSessions = defineConsoleRoute('endOtherSessions', async (call) => {
  const { caller, context } = call
  const { sessions } = context.store
  const ended = await sessions.endOthers(caller.tenantId, caller, actorOf(caller))
  return { body: { data: { ended } } }
})

/** Ends one session of the user. */
export const endSession = defineConsoleRoute('endSession', async (call) => {
  const { caller, context, params } = call
  const which = { userId: caller.userId, sessionId: params.session_id }
  await context.store.sessions.end(caller.tenantId, which, actorOf(caller))
  const isOwn = params.session_id === caller.sessionId
  return { body: { data: { ended: 1 } }, ...(isOwn ? { headers: endedHeaders } : {}) }
})

type Headers = ConsoleCall<'signIn'>['headers']

/** The host that the browser asked. */
export function hostOf({ host }: Headers): string | undefined {
  return typeof host === 'string' ? host : undefined
}

function hasPasskeys({ context, headers }: Pick<ConsoleCall<'signIn'>, 'context' | 'headers'>) {
  try {
    return passkeyHostOf(context, hostOf(headers)) !== ''
  } catch (error) {
    if (error instanceof BaseError) return false
    throw error
  }
}

/** A passkey is tried half as often as an address may try, known or not. */
async function assertFewTries(
  { context }: Pick<ConsoleCall<'signIn'>, 'context'>,
  credentialId: string,
): Promise<void> {
  const limit = Math.ceil(context.config.signInsPerMinute / 2)
  const verdict = await context.limiter.take(`passkey ${credentialId.slice(0, 200)}`, limit)
  if (!verdict.isAllowed) throw limitedErrorOf(verdict)
}

/** A user or passkey that went meanwhile is refused as one that never was. */
function refuseGone(error: unknown): never {
  const isGone =
    error instanceof BaseError &&
    ['user_inactive', 'user_not_found', 'passkey_not_found', 'session_not_found'].includes(
      error.code,
    )
  throw isGone ? new PasskeyRefusedError() : error
}

/** The user has no passkey to prove the session with. */
export class NoPasskeyError extends BaseError {
  override readonly code = 'no_passkey'
  override readonly kind = 'conflict'

  constructor() {
    super({ message: 'You have no passkey to confirm with. Sign out, and sign in anew.' })
  }
}
