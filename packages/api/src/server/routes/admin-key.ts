import { apiKeyDataOf } from '@vaultwright/wire'
import { defineRoute } from '../../answer/route.ts'
import { actorOf } from '../../build/actor.ts'
import { RequestInvalidError } from '../../request/request-check.ts'

/** The keys of the tenant, newest first, without their texts. */
export const listKeys = defineRoute('listKeys', async ({ caller, context }) => {
  const keys = await context.store.keys.list(caller.tenantId)
  return { body: { data: keys.map(apiKeyDataOf) } }
})

/** Makes a key; this answer alone holds its text, and no cache may keep it. */
export const createKey = defineRoute('createKey', async ({ body, caller, context }) => {
  assertRate(body.rate_per_minute ?? null, context.config.maxKeyRatePerMinute)
  const draft = {
    userId: body.user_id,
    description: body.description ?? '',
    ratePerMinute: body.rate_per_minute ?? null,
  }
  const made = await context.store.keys.create(caller.tenantId, draft, actorOf(caller))
  const data = { ...apiKeyDataOf(made.key), key: made.text }
  return { body: { data }, headers: { 'cache-control': 'no-store' } }
})

/** Revokes a key, which stops authenticating. */
export const revokeKey = defineRoute('revokeKey', async ({ caller, context, params }) => {
  const { keys } = context.store
  const key = await keys.revoke(caller.tenantId, params.key_id, actorOf(caller))
  return { body: { data: apiKeyDataOf(key) } }
})

/** A tenant's own admin does not say how much of the service the tenant may have. */
function assertRate(rate: number | null, most: number): void {
  if (rate === null || rate <= most) return
  const msg = `A key may be given ${most} requests a minute at most. Ask the operator for more.`
  const loc = ['body', 'rate_per_minute']
  throw new RequestInvalidError([
    { loc, msg, type: 'less_than_equal', input: rate, ctx: { le: most } },
  ])
}
