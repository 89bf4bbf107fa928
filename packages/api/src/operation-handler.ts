import type { Caller } from '@vaultwright/store'
import { type Operation, type OperationName, operations } from '@vaultwright/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from './context.ts'
import { paramsReaderOf } from './operation-path.ts'
import { prepareCheck, type RequestParts } from './request-check.ts'
import { type AnyAnswer, prepareResponseCheck } from './response-check.ts'
import type { Asked } from './route.ts'
import type { AnyRoute } from './routes.ts'

/**
 * Makes what runs for a request that was let in: checks it, asks the route, sends what it answers.
 *
 * @param route - of the operation.
 * @param context - what the route has at hand.
 * @returns a handler for the server; what is thrown is for the server's error handler.
 */
export function handlerOf(
  route: AnyRoute,
  context: ApiContext,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const operation: Operation = operations[route.name]
  const check = prepareCheck(operation)
  const paramsOf = paramsReaderOf(operation.path)
  const checkAnswer = context.config.checkResponses
    ? prepareResponseCheck(operation.response)
    : () => {}
  // The check is what makes the types of the route's operation true.
  const answer = route.answer as (asked: AnyAsked) => Promise<AnyAnswer>
  return async (request, reply) => {
    const parts = check({
      params: paramsOf(request.params as Record<string, string>),
      query: operation.query === null ? {} : (request.query as Record<string, unknown>),
      body: operation.body === null ? null : (request.body ?? undefined),
    })
    const given = await answer(askedOf(request, context, parts))
    checkAnswer(given)
    return send(reply, given)
  }
}

/** A request of any operation. */
type AnyAsked = Omit<Asked<OperationName>, keyof RequestParts> & RequestParts

function askedOf(request: FastifyRequest, context: ApiContext, parts: RequestParts): AnyAsked {
  return {
    ...parts,
    caller: request.caller as Caller,
    context,
    requestId: request.id,
    headers: request.headers,
    // Made when it is asked for: most routes never wait for anything.
    get signal() {
      return request.signal
    },
  }
}

function send(reply: FastifyReply, given: AnyAnswer): FastifyReply {
  if (given.headers !== undefined) reply.headers(given.headers)
  if ('status' in given) return reply.code(given.status).send()
  if ('text' in given) return reply.type('application/json; charset=utf-8').send(given.text)
  return reply.code(200).send(given.body)
}
