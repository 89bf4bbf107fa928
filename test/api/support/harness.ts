import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { NamedAggregators } from '@vaultwright/aggregator'
import { openStore, type Store, type Tenant, type UserRole } from '@vaultwright/store'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { ApiConfig } from '../../../packages/api/src/config/config.ts'
import { openAddressLimiter } from '../../../packages/api/src/limit/address.ts'
import { openFairTurns } from '../../../packages/api/src/limit/fair-turn.ts'
import {
  type LargeAnswers,
  openLargeAnswers,
} from '../../../packages/api/src/limit/large-answer.ts'
import type { Limiter } from '../../../packages/api/src/limit/limiter.ts'
import { openMemoryLimiter } from '../../../packages/api/src/limit/memory.ts'
import type { ChainAccesses } from '../../../packages/api/src/node/chains.ts'
import {
  type FinalityService,
  openFinalityService,
} from '../../../packages/api/src/node/finality-service.ts'
import {
  noSafeServices,
  openSafeServices,
  type SafeServices,
} from '../../../packages/api/src/node/safe-services.ts'
import type { SolanaAccess } from '../../../packages/api/src/node/solana-access.ts'
import { noAggregators, openSwapServices } from '../../../packages/api/src/node/swap-services.ts'
import { type AppOptions, buildApp } from '../../../packages/api/src/server/app.ts'
import type { ApiContext } from '../../../packages/api/src/service/context.ts'
import { openWorkerPool } from '../../../packages/api/src/worker/worker-pool.ts'
import { observeAnswers } from './answer-observer.ts'
import { assertDocumented } from './documented.ts'

/** The options of a test's service. Default: as for a user who sets nothing. */
export type TestOptions = {
  readonly config?: Partial<ApiConfig>
  readonly chains?: ChainAccesses
  /** Nodes of Solana; none by default. */
  readonly solana?: SolanaAccess
  readonly limiter?: Limiter
  /** A count of large answers of the test's own. */
  readonly answers?: LargeAnswers
  /** A store of the test's own; it is the test's to close. */
  readonly store?: Store
  /** Unix seconds. */
  readonly now?: () => bigint
  /** Third parties of swaps; none by default. */
  readonly aggregators?: NamedAggregators
  /** Services of queues; none by default. */
  readonly safes?: SafeServices
  /** Proofs of final blocks; none by default. */
  readonly finality?: FinalityService
  /** The targets of the log and of counts. */
  readonly app?: AppOptions
}

/** One answer, parsed. */
export type Answered = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  /** Of the JSON; undefined without a body. */
  // biome-ignore lint/suspicious/noExplicitAny: what it holds is what a test asserts
  readonly body: any
  readonly text: string
}

/** The parts of a request. */
export type Asking = {
  /** Anything that JSON can hold. */
  readonly body?: unknown
  /** The body as it is, in place of `body`. */
  readonly payload?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/** A tenant with a key for each role that was asked for. */
export type TestTenant = {
  readonly tenant: Tenant
  /** Headers of a user with the role, which is made when first asked for. */
  readonly as: (role: UserRole) => Promise<Readonly<Record<string, string>>>
  /** The key of that user. */
  readonly keyOf: (role: UserRole) => Promise<string>
}

/** The service as a test has it. */
export type TestApi = {
  readonly app: FastifyInstance
  readonly context: ApiContext
  readonly store: Store
  /** The tenant `acme`. */
  readonly tenant: Tenant
  /** Headers for `acme`, as in `TestTenant`. */
  readonly as: TestTenant['as']
  readonly keyOf: TestTenant['keyOf']
  /** Makes another tenant. */
  readonly addTenant: (name: string) => Promise<TestTenant>
  /** Asks, and throws when the answer is none that the interface documents. */
  readonly ask: (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'PATCH',
    path: string,
    asking?: Asking,
  ) => Promise<Answered>
  readonly close: () => Promise<void>
}

/** The actor of a test's setup in the audit log. */
export const testActor = 'local:test'

/** As `env.ts` gives it to a user who says nothing, but checked and with a limit that no test meets. */
export const testConfig: ApiConfig = {
  host: '127.0.0.1',
  port: 0,
  publicUrl: null,
  ratePerMinute: 1_000_000,
  redisUrl: null,
  redisPatienceMs: 500,
  redisAway: 'local',
  maxKeyRatePerMinute: 1_000_000,
  unknownKeysPerMinute: 1_000_000,
  pagesPerMinute: 1_000_000,
  trustedProxies: [],
  metrics: null,
  navGapBps: 50,
  hasConsole: true,
  signInsPerMinute: 1_000_000,
  provider: null,
  corsOrigins: [],
  bodyLimit: 1_048_576,
  requestTimeoutMs: 30_000,
  nodeShareMs: 30_000,
  simulation: { engine: 'node', concurrency: 4, queue: 16, timeoutMs: 60_000, keepDays: 30 },
  overload: { maxInFlight: 1_000, maxLoopDelayMs: 0 },
  delayMs: 0,
  drainMs: 5_000,
  // What fails for a reason of ours is to be seen with its stack.
  logLevel: 'error',
  checkResponses: true,
}

/** All services of a test share it: a thread takes longer to start than most tests. Idle threads end with the process. */
export const testPool = openWorkerPool()

/** No node for any chain, as where none is set. */
export const noChains: ChainAccesses = { of: () => null, close: async () => {} }

/**
 * Opens a service over a fresh SQLite store in a folder of its own; nothing listens.
 *
 * @param options - what differs from `testConfig`, and adapters of the test's own.
 */
export async function openTestApi(options: TestOptions = {}): Promise<TestApi> {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-api-'))
  const store =
    options.store ?? (await openStore(`sqlite:${join(folder, 'store.db')}`, { migrate: true }))
  const config = { ...testConfig, ...options.config }
  const nowMs = () => performance.now()
  const context: ApiContext = {
    config,
    store,
    chains: options.chains ?? noChains,
    solana: options.solana ?? null,
    turns: openFairTurns(),
    answers: options.answers ?? openLargeAnswers(),
    pool: testPool,
    swaps: openSwapServices(options.aggregators ?? noAggregators),
    finality: options.finality ?? openFinalityService([]),
    safes: options.safes ?? openSafeServices(noSafeServices),
    limiter: options.limiter ?? openMemoryLimiter(nowMs),
    addresses: openAddressLimiter({
      limit: config.unknownKeysPerMinute,
      maxAddresses: 10_000,
      nowMs,
    }),
    baseUrl: () => config.publicUrl ?? `http://${config.host}:${config.port}`,
    now: options.now ?? (() => BigInt(Math.floor(Date.now() / 1000))),
  }
  const app = await buildApp(context, options.app)
  const watch = observeAnswers(app)
  const addTenant = async (name: string): Promise<TestTenant> => {
    // Two services on one store have the same tenants.
    const existing = await store.tenants.find(name)
    const tenant = existing ?? (await store.tenants.create({ name }, testActor))
    return { tenant, ...keysOf(store, tenant.id) }
  }
  const acme = await addTenant('acme')
  return {
    app,
    context,
    store,
    tenant: acme.tenant,
    as: acme.as,
    keyOf: acme.keyOf,
    addTenant,
    ask: async (method, path, asking = {}) => {
      const answered = await inject(app, { method, url: path, ...injectionOf(asking) })
      assertDocumented(method, path, answered)
      return answered
    },
    close: async () => {
      await app.close()
      if (options.store === undefined) await store.close()
      rmSync(folder, { recursive: true, force: true })
      watch.assertAll()
    },
  }
}

/**
 * Makes a user with a key.
 *
 * @param draft - who the user is; what the key is for; its limit, the service's own when not said.
 * @returns the key with its text, which is not shown again.
 */
export async function makeKey(
  store: Store,
  tenantId: string,
  draft: {
    readonly name: string
    readonly role: UserRole
    readonly description?: string
    readonly ratePerMinute?: number
  },
): ReturnType<Store['keys']['create']> {
  const { name, role, description = 'of a test', ratePerMinute = null } = draft
  const { id: userId } = await store.users.create(tenantId, { name, role }, testActor)
  return store.keys.create(tenantId, { userId, description, ratePerMinute }, testActor)
}

/** Gives a tenant of a store a key for each role that is asked for, made when first asked for. */
export function keysOf(store: Store, tenantId: string): Pick<TestTenant, 'as' | 'keyOf'> {
  const keys = new Map<UserRole, Promise<string>>()
  const make = async (role: UserRole): Promise<string> =>
    (await makeKey(store, tenantId, { name: `a ${role}`, role })).text
  const keyOf = (role: UserRole): Promise<string> => {
    const key = keys.get(role) ?? make(role)
    keys.set(role, key)
    return key
  }
  return { keyOf, as: async (role) => ({ authorization: `Bearer ${await keyOf(role)}` }) }
}

function injectionOf({ body, payload, headers = {} }: Asking): Partial<InjectOptions> {
  const sent = payload ?? (body === undefined ? undefined : JSON.stringify(body))
  if (sent === undefined) return { headers: { ...headers } }
  return { payload: sent, headers: { 'content-type': 'application/json', ...headers } }
}

async function inject(app: FastifyInstance, options: InjectOptions): Promise<Answered> {
  const { statusCode, headers, rawPayload } = await app.inject(options)
  const text = plainOf(rawPayload, headers['content-encoding']).toString()
  const isJson = String(headers['content-type'] ?? '').startsWith('application/json')
  return {
    status: statusCode,
    headers,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
    text,
  }
}

function plainOf(payload: Buffer, coding: unknown): Buffer {
  if (payload.length === 0) return payload
  if (coding === 'gzip') return gunzipSync(payload)
  return coding === 'br' ? brotliDecompressSync(payload) : payload
}
