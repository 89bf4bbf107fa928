import { userDataOf } from '@vaultwright/wire'
import { defineRoute } from '../../answer/route.ts'
import { actorOf } from '../../build/actor.ts'

/** The users of the tenant, by name. */
export const listUsers = defineRoute('listUsers', async ({ caller, context }) => {
  const users = await context.store.users.list(caller.tenantId)
  return { body: { data: users.map(userDataOf) } }
})

/** Makes a user. */
export const createUser = defineRoute('createUser', async ({ body, caller, context }) => {
  const { name, role } = body
  const user = await context.store.users.create(caller.tenantId, { name, role }, actorOf(caller))
  return { body: { data: userDataOf(user) } }
})

/** Deactivates a user, whose keys stop authenticating. */
export const deactivateUser = defineRoute('deactivateUser', async (request) => {
  const { caller, context, params } = request
  const { users } = context.store
  const user = await users.deactivate(caller.tenantId, params.user_id, actorOf(caller))
  return { body: { data: userDataOf(user) } }
})
