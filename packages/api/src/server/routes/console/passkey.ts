import { printTime } from '@vaultwright/wire'
import { actorOf } from '../../../answer/route.ts'
import { passkeyDataOf, sessionDataOf } from '../../../present/access.ts'
import { defineConsoleRoute, originOf } from '../../../session/console-call.ts'
import { sessionHeaders } from '../../../session/cookie.ts'
import { askNewPasskey, PasskeyRefusedError, verifyNewPasskey } from '../../../session/passkey.ts'
import { hostOf } from './session.ts'

/** For whom an invitation is, and the challenge for the passkey that accepts it. */
export const openInvite = defineConsoleRoute('openInvite', async ({ body, context, headers }) => {
  const invite = await context.store.invites.open(body.secret)
  const use = { purpose: 'invite', user: invite } as const
  // The passkeys that it replaces may be lost, and the browser may hold one of them: none is excluded.
  const holder = { ...invite, passkeys: [] }
  const challenge = await askNewPasskey({ context, host: hostOf(headers) }, use, holder)
  const data = {
    tenant: invite.tenantName,
    user: invite.userName,
    role: invite.role,
    expires_at: printTime(invite.expiresAtUnix),
    replaces: invite.passkeys,
    ...challenge,
  }
  return { body: { data } }
})

/** Accepts an invitation with a new passkey, and signs its user in. */
export const acceptInvite = defineConsoleRoute('acceptInvite', async (call) => {
  const { body, context } = call
  const { invites } = context.store
  const invite = await invites.open(body.secret)
  const { challenge, draft } = await verifyNewPasskey(context, body)
  const isOwnChallenge = challenge.purpose === 'invite' && challenge.user?.userId === invite.userId
  if (!isOwnChallenge) throw new PasskeyRefusedError()
  const answer = { secret: body.secret, passkey: draft, origin: originOf(call) }
  const begun = await invites.accept(answer)
  return { body: { data: sessionDataOf(begun.caller) }, headers: sessionHeaders(begun.secret) }
})

/** The user's passkeys. */
export const listPasskeys = defineConsoleRoute('listPasskeys', async ({ caller, context }) => {
  const passkeys = await context.store.passkeys.list(caller.tenantId, caller.userId)
  return { body: { data: passkeys.map(passkeyDataOf) } }
})

/** A challenge for a passkey that the user does not have yet. */
export const beginPasskey = defineConsoleRoute('beginPasskey', async (call) => {
  const { caller, context, headers } = call
  const passkeys = await context.store.passkeys.list(caller.tenantId, caller.userId)
  const use = { purpose: 'passkey', user: caller } as const
  const challenge = askNewPasskey({ context, host: hostOf(headers) }, use, { ...caller, passkeys })
  return { body: { data: await challenge } }
})

/** Adds a passkey. */
export const addPasskey = defineConsoleRoute('addPasskey', async ({ body, caller, context }) => {
  const { challenge, draft } = await verifyNewPasskey(context, body)
  const isOwnChallenge = challenge.purpose === 'passkey' && challenge.user?.userId === caller.userId
  if (!isOwnChallenge) throw new PasskeyRefusedError()
  const { userId, tenantId } = caller
  const passkey = await context.store.passkeys.add(tenantId, { ...draft, userId }, actorOf(caller))
  return { body: { data: passkeyDataOf(passkey) } }
})

/** Removes a passkey. */
export const removePasskey = defineConsoleRoute('removePasskey', async (call) => {
  const { caller, context, params } = call
  const which = { userId: caller.userId, passkeyId: params.passkey_id }
  const passkey = await context.store.passkeys.remove(caller.tenantId, which, actorOf(caller))
  return { body: { data: passkeyDataOf(passkey) } }
})
