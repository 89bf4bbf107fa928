import { BaseError } from '@vaultwright/base'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { nameOf } from '../limit/address.ts'
import { limitedErrorOf } from '../limit/limit-error.ts'
import type { ApiContext } from '../service/context.ts'
import { cookieOf, readCookie, sessionHeaders, sessionSecretOf } from './cookie.ts'
import { openProvider, ProviderRefusedError } from './provider.ts'
import { findCaller, isProofRecent } from './session-gate.ts'

/** Ties the way back from the provider to the browser that left; it comes back from another site. */
const stateCookie = '__Host-vw_provider'

const path = '/console/session/provider'

/** Adds the way to the OpenID Connect provider and back, where there is one. */
export function addProvider(app: FastifyInstance, context: ApiContext): void {
  const { config, store } = context
  if (!config.hasConsole || config.provider === null) return
  const provider = openProvider(context, config.provider)
  app.get(path, async (request, reply) => {
    await assertFewTries(request, context)
    const { url, state } = await provider.begin(await askerOf(request, context))
    reply.header('set-cookie', cookieOf(stateCookie, state, 'SameSite=Lax; Max-Age=600'))
    return reply.redirect(url, 302)
  })
  app.get(`${path}/callback`, async (request, reply) => {
    await assertFewTries(request, context)
    const [, query = ''] = (request.raw.url ?? '').split('?')
    const state = readCookie(request.headers.cookie, stateCookie)
    try {
      if (state === null || new URLSearchParams(query).get('state') !== state) {
        throw new ProviderRefusedError('state')
      }
      const user = await provider.finish(query, state)
      const { secret } = await store.sessions.begin(user.tenantId, {
        userId: user.id,
        passkey: null,
        userAgent: String(request.headers['user-agent'] ?? ''),
        address: request.ip,
        replaced: sessionSecretOf(request.headers.cookie),
      })
      const left = cookieOf(stateCookie, '', 'SameSite=Lax; Max-Age=0')
      reply.header('set-cookie', [sessionHeaders(secret)['set-cookie'], left])
      return reply.redirect('/console/vaults', 302)
    } catch (error) {
      return refuse(error, request, reply)
    }
  })
}

/** Finds the user who may tie an identity to the account; null without a recent proof, which every new way in takes. */
async function askerOf(request: FastifyRequest, context: ApiContext) {
  const caller = await findCaller(request, context)
  if (caller === null || 'limited' in caller || !isProofRecent(caller, context.now())) return null
  return { tenantId: caller.tenantId, userId: caller.userId }
}

async function assertFewTries(request: FastifyRequest, { limiter, config }: ApiContext) {
  const verdict = await limiter.take(`sign-in ${nameOf(request.ip)}`, config.signInsPerMinute)
  if (!verdict.isAllowed) throw limitedErrorOf(verdict)
}

/** The browser is at an address that shows no JSON: the sign-in page says that it failed. */
function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof BaseError)) throw error
  request.log.warn({ requestId: request.id, err: error }, 'provider refused')
  return reply.redirect('/console/sign-in?failed=provider', 302)
}
