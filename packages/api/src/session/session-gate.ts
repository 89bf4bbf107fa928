import { BaseError } from '@vaultwright/base'
import type { SessionCaller } from '@vaultwright/store'
import { type ConsoleOperation, type Operation, provedOperations } from '@vaultwright/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { nameOf } from '../limit/address.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { routeConfigOf } from '../request/route-config.ts'
import type { ApiContext } from '../service/context.ts'
import { isConsoleApi, mayAct, rateHeadersOf, refuse } from '../service/gate.ts'
import { assertFromConsole } from './console-origin.ts'
import { endedHeaders, sessionSecretOf } from './cookie.ts'

/** Seconds that a proof holds for what asks for one. */
const proofSeconds = 300n

/** A page asks in bursts: so many times the requests of a key. */
const burst = 5

type SessionGate = (
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
) => Promise<unknown> | undefined

/**
 * Makes what every request of the console passes first: where it comes from, who asks, how often,
 * whether the role suffices and the proof is recent. It takes a session and nothing else.
 */
export function openSessionGate(context: ApiContext, metrics: Metrics): SessionGate {
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    const { operation, operationName = '', access } = routeConfigOf(request)
    assertFromConsole(request, context)
    const caller = await findCaller(request, context)
    if (caller !== null && 'limited' in caller) {
      metrics.addressLimited()
      return refuse(request, reply, caller.limited)
    }
    const verdict = await countRequest(request, caller, context)
    if (!verdict.isAllowed) {
      metrics.limited()
      return refuse(request, reply, verdict)
    }
    reply.headers(rateHeadersOf(verdict))
    request.caller = caller
    if (access === 'open') return undefined
    if (caller === null) {
      reply.headers(endedHeaders)
      throw new SessionNeededError()
    }
    assertMayAsk(caller, operation ?? null, { name: operationName, nowUnix: context.now() })
    return undefined
  }
  return (request, reply, done) => {
    if (isOfConsole(request)) return admit(request, reply)
    done()
    return undefined
  }
}

function isOfConsole(request: FastifyRequest): boolean {
  const { access } = routeConfigOf(request)
  if (access === 'key') return false
  return access === 'session' || access === 'open' || isConsoleApi(request.raw.url ?? '/')
}

/** Requests without a session are few: they sign in, or find out how. */
function countRequest(
  { method, ip }: FastifyRequest,
  caller: SessionCaller | null,
  { limiter, config }: ApiContext,
) {
  if (caller !== null) {
    return limiter.take(`session ${caller.sessionId}`, config.ratePerMinute * burst)
  }
  if (method === 'GET') return limiter.take(`console ${nameOf(ip)}`, config.ratePerMinute * burst)
  return limiter.take(`sign-in ${nameOf(ip)}`, config.signInsPerMinute)
}

/** @returns whose session the cookie is; null without one, and `limited` where the address tries too often. */
export async function findCaller(request: FastifyRequest, { store, addresses }: ApiContext) {
  const secret = sessionSecretOf(request.headers.cookie)
  if (secret === null) return null
  const answer = await addresses.guard(request.ip, secret, () =>
    store.sessions.authenticate(secret),
  )
  return 'limited' in answer ? answer : answer.found
}

type OperationQuery = { readonly name: string; readonly nowUnix: bigint }

function assertMayAsk(
  caller: SessionCaller,
  operation: Operation | ConsoleOperation | null,
  { name, nowUnix }: OperationQuery,
): void {
  if (operation === null) return
  if (operation.role !== null && !mayAct(caller.role, operation.role)) {
    throw new RoleNeededError(operation.role)
  }
  const needsProof = 'needsProof' in operation ? operation.needsProof : provedOperations.has(name)
  if (needsProof && !isProofRecent(caller, nowUnix)) throw new ProofNeededError()
}

/** Tells whether the user gave a proof of presence in the last five minutes. */
export function isProofRecent({ provedAtUnix }: SessionCaller, nowUnix: bigint): boolean {
  return nowUnix - provedAtUnix <= proofSeconds
}

/** A request of the console has no session that lasts. */
export class SessionNeededError extends BaseError {
  override readonly code = 'session_needed'
  override readonly kind = 'not_permitted'

  constructor() {
    super({ message: 'You are not signed in, or your session has ended. Sign in.' })
  }
}

/** The role of the user does not reach. */
export class RoleNeededError extends BaseError {
  override readonly code = 'role_needed'
  override readonly kind = 'not_permitted'

  constructor(role: string) {
    super({
      message: `Your role does not permit this. Ask a user with the role ${role}.`,
      facts: { role },
    })
  }
}

/** The user proved to be there too long ago. */
export class ProofNeededError extends BaseError {
  override readonly code = 'proof_needed'
  override readonly kind = 'not_permitted'

  constructor() {
    super({ message: 'Your last proof is older than 5 minutes. Confirm with your passkey.' })
  }
}
