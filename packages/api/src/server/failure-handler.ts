import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { areaOf, envelopeOf } from '../request/envelope.ts'
import { methodsOf } from '../request/operation-path.ts'
import type { openGate } from '../service/gate.ts'
import { answerOf, type FailureContext } from './failure.ts'

/** What answers for the server when something was thrown. */
export type FailureHandlers = {
  readonly inRoute: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void
  /** For requests that the router cannot read: the caller is not known yet. */
  readonly beforeRoute: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void
}

/** Makes the server's answers to failures. */
export function openFailureHandlers(gate: ReturnType<typeof openGate>): FailureHandlers {
  return {
    inRoute: fail,
    beforeRoute: (error, request, reply) => {
      gate(request, reply).then(
        () => reply.sent || fail(error, request, reply),
        (cause) => fail(cause, request, reply),
      )
    },
  }
}

/** Answers what no operation answers: 405 where the path knows other methods, else 404. */
export async function answerUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = request.raw.url ?? '/'
  const methods = methodsOf(path)
  if (methods.length === 0) {
    const content = { code: 'not_found', message: 'Not Found' }
    return reply.code(404).send(envelopeOf(areaOf(path), content))
  }
  const content = { code: 'method_not_allowed', message: 'Method Not Allowed' }
  reply.code(405).header('allow', methods.join(', '))
  return reply.send(envelopeOf(areaOf(path), content))
}

function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const context = failureContextOf(request)
  const answer = answerOf(error, context)
  const line = { requestId: request.id, status: answer.status, err: error }
  if (answer.isBug) request.log.error(line, 'failed')
  else if (answer.status >= 500) request.log.warn(line, 'unavailable')
  // Headers that a route set for its 200 would keep the failure in caches.
  reply.header('cache-control', 'no-store').removeHeader('etag')
  if (answer.headers !== undefined) reply.headers(answer.headers)
  reply.code(answer.status).type('application/json; charset=utf-8')
  reply.send(JSON.stringify(answer.body))
}

function failureContextOf(request: FastifyRequest): FailureContext {
  const { config, bodyLimit } = request.routeOptions
  const operation = config?.operation ?? null
  return { area: operation?.area ?? areaOf(request.raw.url ?? '/'), operation, bodyLimit }
}
