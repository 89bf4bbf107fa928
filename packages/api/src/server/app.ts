import type { Server } from 'node:http'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import { operations } from '@vaultwright/wire'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { compressAnswers } from '../answer/compression.ts'
import { addOperation } from '../answer/operation-route.ts'
import type { ApiConfig } from '../config/config.ts'
import { type LogTarget, openLog } from '../config/log.ts'
import { type Metrics, openMetrics } from '../metrics/metrics.ts'
import { followRequests, openRequestWriter } from '../metrics/request-log.ts'
import { requestIdOf } from '../request/request-id.ts'
import type { ApiContext } from '../service/context.ts'
import { openGate, refuseOverload } from '../service/gate.ts'
import { addHealth } from '../service/health.ts'
import { openPageGate } from '../service/page-gate.ts'
import { openReadiness, type ReadinessSources } from '../service/readiness.ts'
import { openSessionGate } from '../session/session-gate.ts'
import { takeJsonBodies } from '../worker/json-body.ts'
import { addConsoleOperations } from './console-routes.ts'
import {
  answerBrokenSocket,
  answerHostless,
  answerUnknown,
  openFailureHandlers,
} from './failure-handler.ts'
import { pages, routes } from './routes.ts'
import { type Draining, followDrain, openDraining } from './shutdown.ts'

/** The targets of the service's reports. */
export type AppOptions = {
  /** The target of log lines. Default: standard error. */
  readonly log?: LogTarget
  /** Metrics of its own when not said. */
  readonly metrics?: Metrics
  /** The sources of readiness beside store and Redis. Default: none. */
  readonly readiness?: Pick<ReadinessSources, 'checks' | 'schema' | 'isDatabaseNew'>
  /** Tells the app that it is about to close; its own when not given. */
  readonly draining?: Draining
}

const noChecks = { checks: [], schema: null } as const

/** The headers of JSON: it is never run, framed, guessed at or shown under another name. */
const jsonHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  vary: 'Authorization, Accept-Encoding',
} as const

/** For what browsers open; pages that run something say their own policy. */
const pageOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'no-referrer' },
} as const

/**
 * Builds the service: every operation of the interface, behind its gate.
 *
 * @param context - what the routes have at hand; its maker closes it.
 * @param options - what the service reports to.
 * @returns a server that does not listen yet.
 */
export async function buildApp(
  context: ApiContext,
  {
    log = process.stderr,
    metrics = openMetrics(),
    readiness = noChecks,
    draining = openDraining(),
  }: AppOptions = {},
): Promise<FastifyInstance> {
  const { config } = context
  const gate = openGate(context, metrics)
  const fail = openFailureHandlers(gate)
  const { logger, options } = openLog(config, log)
  const app: FastifyInstance = fastify({
    ...options,
    ...timeoutsOf(config),
    bodyLimit: config.bodyLimit,
    routerOptions: { maxParamLength: 2_000 },
    genReqId: requestIdOf,
    // Only what a proxy that is trusted says of the address of its caller counts.
    trustProxy: config.trustedProxies.length > 0 && [...config.trustedProxies],
    return503OnClosing: false,
    clientErrorHandler: answerBrokenSocket,
    frameworkErrors: fail.beforeRoute,
  })
  app.log = logger
  // An unknown expectation is not a reason to refuse, and Node would do so without JSON.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  )
  await compressAnswers(app)
  takeJsonBodies(app, context.pool)
  app.decorateRequest('caller', null)
  app.decorateRequest('routeConfig', null)
  app.setErrorHandler(fail.inRoute)
  app.setNotFoundHandler(answerUnknown)
  followDrain(app, draining)
  followRequests(app, metrics, openRequestWriter(app.log.level, log))
  addSafeHeaders(app)
  if (config.corsOrigins.length > 0) await app.register(cors, corsOptionsOf(config))
  await refuseOverload(app, config.overload, metrics)
  app.addHook('onRequest', gate.hook)
  if (config.hasConsole) app.addHook('onRequest', openSessionGate(context, metrics))
  // Before the body is looked at: a path that does not exist has no type that a body must have.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answerUnknown(request, reply)
    else done()
  })
  for (const { name, answer } of routes) {
    addOperation(app, { name, operation: operations[name], access: 'key', answer }, context)
  }
  if (config.hasConsole) addConsoleOperations(app, context)
  refuseHostless(app.server)
  const look = openReadiness(context, {
    ...readiness,
    metrics,
    isDraining: draining.isOn,
    log: app.log,
  })
  metrics.follow(look)
  // Problems are in the log from the first moment, before any load balancer asks.
  app.addHook('onListen', async () => void look())
  await addPages(app, async (scope) => {
    scope.addHook('onRequest', openPageGate({ limit: config.pagesPerMinute, metrics }))
    addHealth(scope, look)
    for (const page of pages) await page(scope, context)
  })
  return app
}

/** A request without a host is answered before anything else looks at it. */
function refuseHostless(server: Server): void {
  const [handler] = server.listeners('request')
  if (handler === undefined) return
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (answerHostless(request, response)) return
    handler.call(server, request, response)
  })
}

/** A client that sends slowly, reads slowly or not at all holds nothing for long. */
function timeoutsOf({ requestTimeoutMs, simulation }: ApiConfig): FastifyHttpOptions<Server> {
  return {
    requestTimeout: requestTimeoutMs,
    // Nothing moves on a connection while its simulation runs.
    connectionTimeout: 2 * requestTimeoutMs + simulation.timeoutMs,
    keepAliveTimeout: 72_000,
    http: {
      // Node's own refusal has no body.
      requireHostHeader: false,
      headersTimeout: Math.min(10_000, requestTimeoutMs),
      connectionsCheckingInterval: Math.min(2_000, Math.ceil(requestTimeoutMs / 4)),
    },
  }
}

function corsOptionsOf({ corsOrigins }: ApiConfig) {
  return {
    origin: [...corsOrigins],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'if-none-match', 'x-request-id'],
    exposedHeaders: [
      'etag',
      'retry-after',
      'x-request-id',
      'deprecation',
      'sunset',
      'link',
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
      'ratelimit-policy',
    ],
    maxAge: 600,
  }
}

/** Gives every answer the headers that keep browsers and caches from doing harm with JSON. */
function addSafeHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(jsonHeaders)
    done()
  })
}

/**
 * Adds what browsers open, with all the headers that there are against harm. The interface goes
 * without: computing them for each request would cost as much as finding who asks.
 */
async function addPages(
  app: FastifyInstance,
  add: (scope: FastifyInstance) => Promise<void>,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(helmet, pageOptions)
    await add(scope)
  })
}
