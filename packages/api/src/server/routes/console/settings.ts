import { KeyNotFoundError, maxActiveKeys } from '@vaultwright/store'
import { printTime } from '@vaultwright/wire'
import { actorOf } from '../../../answer/route.ts'
import { apiKeyDataOf, userAccessOf, userDataOf } from '../../../present/access.ts'
import { assertKeyRate } from '../../../request/key-rate.ts'
import { mayAct } from '../../../service/gate.ts'
import { defineConsoleRoute } from '../../../session/console-call.ts'
import { consoleOriginOf } from '../../../session/console-origin.ts'
import { RoleNeededError } from '../../../session/session-gate.ts'

/** The user's API keys, newest first. */
export const listOwnKeys = defineConsoleRoute('listOwnKeys', async ({ caller, context }) => {
  const keys = await context.store.keys.list(caller.tenantId)
  const ownKeys = keys.filter(({ userId }) => userId === caller.userId)
  return { body: { data: ownKeys.map(apiKeyDataOf), most_active: maxActiveKeys } }
})

/** Makes a key of the user; this answer alone holds its text. */
export const createOwnKey = defineConsoleRoute('createOwnKey', async (call) => {
  const { body, caller, context } = call
  const ratePerMinute = body.rate_per_minute ?? null
  if (ratePerMinute !== null && !mayAct(caller.role, 'admin')) throw new RoleNeededError('admin')
  assertKeyRate(ratePerMinute, context.config.maxKeyRatePerMinute)
  const draft = { userId: caller.userId, description: body.description, ratePerMinute }
  const key = await context.store.keys.create(caller.tenantId, draft, actorOf(caller))
  return { body: { data: { ...apiKeyDataOf(key.key), key: key.text } } }
})

/** Revokes a key of the user. */
export const revokeOwnKey = defineConsoleRoute('revokeOwnKey', async (call) => {
  const { caller, context, params } = call
  const { keys } = context.store
  const listed = await keys.list(caller.tenantId)
  const isOwn = listed.some(({ id, userId }) => id === params.key_id && userId === caller.userId)
  if (!isOwn) throw new KeyNotFoundError(params.key_id)
  const key = await keys.revoke(caller.tenantId, params.key_id, actorOf(caller))
  return { body: { data: apiKeyDataOf(key) } }
})

/** The users of the tenant, and by what they get in. */
export const listUserAccess = defineConsoleRoute('listUserAccess', async ({ caller, context }) => {
  const { users } = context.store
  const [all, access] = await Promise.all([
    users.list(caller.tenantId),
    users.listAccess(caller.tenantId),
  ])
  const none = { passkeys: 0, sessions: 0, activeKeys: 0, lastSeenAtUnix: null }
  const data = all.map((user) => ({
    ...userDataOf(user),
    ...userAccessOf(access.get(user.id) ?? none),
  }))
  return { body: { data } }
})

/** Makes an invitation; this answer alone holds its link. */
export const inviteUser = defineConsoleRoute('inviteUser', async (call) => {
  const { body, caller, context, params } = call
  const draft = { userId: params.user_id, hours: body.hours ?? 1 }
  const { invites } = context.store
  const invite = await invites.create(caller.tenantId, draft, actorOf(caller))
  const data = {
    link: `${consoleOriginOf(context).url}/invite#${invite.secret}`,
    user_id: invite.userId,
    expires_at: printTime(invite.expiresAtUnix),
  }
  return { body: { data } }
})

/** Gives a user a role. */
export const setUserRole = defineConsoleRoute('setUserRole', async (call) => {
  const { body, caller, context, params } = call
  const change = { userId: params.user_id, role: body.role }
  const user = await context.store.users.setRole(caller.tenantId, change, actorOf(caller))
  return { body: { data: userDataOf(user) } }
})

/** Activates a user. */
export const activateUser = defineConsoleRoute('activateUser', async (call) => {
  const { caller, context, params } = call
  const { users } = context.store
  const user = await users.activate(caller.tenantId, params.user_id, actorOf(caller))
  return { body: { data: userDataOf(user) } }
})
