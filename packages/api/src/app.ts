import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import { type Operation, type OperationName, operations } from '@vaultwright/wire'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ApiContext } from './context.ts'
import { areaOf, envelopeOf } from './envelope.ts'
import { answerOf, type FailurePlace } from './failure.ts'
import { openGate } from './gate.ts'
import { takeJsonBodies } from './json-body.ts'
import { handlerOf } from './operation-handler.ts'
import { methodsOf, patternOf } from './operation-path.ts'
import { type AnyRoute, pages, routes } from './routes.ts'

/**
 * Builds the service: every operation of the interface, behind its gate.
 *
 * @param context - what the routes have at hand; it is closed by whoever made it.
 * @returns a server that does not listen yet.
 */
export async function buildApp(context: ApiContext): Promise<FastifyInstance> {
  const { config } = context
  const app: FastifyInstance = fastify({
    bodyLimit: config.bodyLimit,
    handlerTimeout: config.requestTimeoutMs,
    logger: false,
    routerOptions: { maxParamLength: 2_000 },
    frameworkErrors: (error, request, reply) => fail(error, request, reply),
  }) as FastifyInstance
  takeJsonBodies(app)
  app.decorateRequest('caller', null)
  app.setErrorHandler((error, request, reply) => fail(error, request, reply))
  await app.register(helmet, { contentSecurityPolicy: { directives: policy, useDefaults: false } })
  if (config.corsOrigins.length > 0) await app.register(cors, { origin: [...config.corsOrigins] })
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', vary: 'Authorization' })
  })
  app.addHook('onRequest', openGate(context))
  app.setNotFoundHandler(answerUnknown)
  for (const name of Object.keys(operations) as OperationName[]) addOperation(app, context, name)
  for (const page of pages) await page(app, context)
  return app
}

const policy = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }

function addOperation(app: FastifyInstance, context: ApiContext, name: OperationName): void {
  const operation: Operation = operations[name]
  const route: AnyRoute | undefined = routes.find((one) => one.name === name)
  app.route({
    method: operation.method,
    url: patternOf(operation.path),
    ...(operation.bodyLimit === undefined ? {} : { bodyLimit: operation.bodyLimit }),
    config: { operation, operationName: name },
    schema: { response: { 200: operation.response } },
    handler: route === undefined ? answerUnbuilt : handlerOf(route, context),
  })
}

async function answerUnbuilt(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const said = { code: 'not_implemented', message: 'This operation is not built yet.' }
  return reply.code(501).send(envelopeOf(placeOf(request).area, said))
}

async function answerUnknown(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const path = request.raw.url ?? '/'
  const methods = methodsOf(path)
  if (methods.length > 0) {
    const said = { code: 'method_not_allowed', message: 'Method Not Allowed' }
    return reply
      .code(405)
      .header('allow', methods.join(', '))
      .send(envelopeOf(areaOf(path), said))
  }
  return reply.code(404).send(envelopeOf(areaOf(path), { code: 'not_found', message: 'Not Found' }))
}

function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const answer = answerOf(error, placeOf(request))
  // Its own headers would keep a failure in caches.
  reply.header('cache-control', 'no-store').removeHeader('etag')
  if (answer.headers !== undefined) reply.headers(answer.headers)
  reply.code(answer.status).type('application/json; charset=utf-8')
  reply.send(JSON.stringify(answer.body))
}

function placeOf(request: FastifyRequest): FailurePlace {
  const { operation } = request.routeOptions.config
  return { area: operation?.area ?? areaOf(request.raw.url ?? '/'), operation: operation ?? null }
}
