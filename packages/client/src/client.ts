import {
  type BatchTransactionData,
  type MarketTransactionData,
  type OperationName,
  operations,
  type ResponseOf,
  type SwapBatchData,
  type SwapQuoteData,
} from '@vaultwright/wire'
import { authorizationOf, parseBaseUrl } from './access.ts'
import { buildCall, type RequestOf } from './call.ts'
import { exchange, NetworkError, RequestTimeoutError, type Server } from './exchange.ts'
import { type Paged, type PageLike, pagedOf } from './paging.ts'
import { type Platform, platformOf } from './platform.ts'
import { RateLimitedError, ServerError } from './refusal.ts'
import { parseResponse } from './response.ts'

/** Options of a client. */
export type ClientOptions = CallOptions &
  Partial<Platform> & {
    /** Of the API host, like `https://api.example`; a path is put before `/v1`. */
    readonly baseUrl: string
    /** Sent as `User-Agent`. Not in browsers, which have their own. */
    readonly userAgent?: string
  } & ClientAccess

/** The credentials of the caller: by an API key, or in the console by the session of the browser. */
export type ClientAccess =
  /** Shown once, when the key was made. Sent to this server and nowhere else. */
  | { readonly apiKey: string; readonly session?: never }
  /** No key is sent: the browser adds its cookie for this server. */
  | { readonly session: true; readonly apiKey?: never }

/** Options of one call. Default: those of the client. */
export type CallOptions = {
  /** Ends the call at once, also while it waits for its next attempt. */
  readonly signal?: AbortSignal
  /** Milliseconds of one attempt at most: 30,000, and 150,000 for builds and simulations. */
  readonly timeoutMs?: number
  /** Attempts after the first: 3. */
  readonly maxRetries?: number
  /** Milliseconds of waiting between the attempts of one call, all together: 120,000. */
  readonly maxWaitMs?: number
}

type OperationMethod<Name extends OperationName> =
  Record<never, never> extends RequestOf<Name>
    ? (request?: RequestOf<Name>, options?: CallOptions) => Promise<ResponseOf<Name>>
    : (request: RequestOf<Name>, options?: CallOptions) => Promise<ResponseOf<Name>>

/** The lists that can be walked, and the operation that gives their pages. */
export const lists = {
  vaults: 'listVaults',
  vaultSummaries: 'listVaultSummaries',
  snapshots: 'listSnapshots',
  roots: 'listRoots',
  rootChanges: 'listRootChanges',
  executions: 'listExecutions',
  controlChanges: 'listControlChanges',
  withdrawRequests: 'listWithdrawRequests',
  revisions: 'listRevisions',
  indexStatus: 'getIndexStatus',
  dailyData: 'listDailyData',
  swapPairs: 'listSwapPairs',
  swapOrders: 'listSwapOrders',
  orders: 'listOrders',
  audit: 'listAudit',
} as const satisfies Readonly<Record<string, OperationName>>

type ListOperations = typeof lists

/** The request of a list: all but the cursor, which is its own affair. */
export type ListRequestOf<Name extends ListOperations[keyof ListOperations]> = {
  readonly [Key in keyof RequestOf<Name> as Exclude<Key, 'cursor'>]: RequestOf<Name>[Key]
}

type PageOf<Name extends ListOperations[keyof ListOperations]> = Extract<
  ResponseOf<Name>,
  PageLike<unknown>
>

type PageMethod<Name extends ListOperations[keyof ListOperations]> =
  Record<never, never> extends ListRequestOf<Name>
    ? (request?: ListRequestOf<Name>, options?: CallOptions) => Paged<PageOf<Name>>
    : (request: ListRequestOf<Name>, options?: CallOptions) => Paged<PageOf<Name>>

/** An operation that answers one swap, or with `swaps` a batch of them. */
type BatchMethod<Request extends { readonly swaps?: unknown }, One, Batch> = {
  (
    request: Omit<Request, 'swaps'> & { readonly swaps?: undefined },
    options?: CallOptions,
  ): Promise<{ readonly data: One }>
  (
    request: Request & { readonly swaps: NonNullable<Request['swaps']> },
    options?: CallOptions,
  ): Promise<{ readonly data: Batch }>
}

type BatchMethods = {
  readonly createSwapQuote: BatchMethod<RequestOf<'createSwapQuote'>, SwapQuoteData, SwapBatchData>
  readonly buildMarketSwap: BatchMethod<
    RequestOf<'buildMarketSwap'>,
    MarketTransactionData,
    BatchTransactionData
  >
}

/** One method an operation, and one a list. */
export type Client = {
  readonly [Name in Exclude<OperationName, keyof BatchMethods>]: OperationMethod<Name>
} & BatchMethods & {
    readonly [Name in keyof ListOperations]: PageMethod<ListOperations[Name]>
  }

type RequestFields = Readonly<Record<string, unknown>>

/**
 * Makes a client of the HTTP interface.
 *
 * A method takes the fields of path, query and body in one object and gives the body of the 200,
 * parsed. Reads and writes that do no more the second time are tried again after network failures,
 * timeouts, 429 and 5xx; `createUser`, `createKey` and `buildLimitOrder` only when nothing was done.
 *
 * @param options - server and key; `fetch`, `sleep`, `now` and `random` are those of the runtime when
 * not given.
 * @returns the client. It holds no connection and needs no closing.
 * @throws {BaseUrlError} if the address is not valid.
 * @throws {ApiKeyError} when the key has characters that no key has.
 */
export function createClient(options: ClientOptions): Client {
  const platform = platformOf(options)
  const server = serverOf(options)
  const ask = async (
    name: OperationName,
    fields: RequestFields,
    own: CallOptions,
  ): Promise<unknown> => {
    const call = buildCall(name, fields)
    const callOptions = { ...options, ...own }
    const signal = callOptions.signal ?? new AbortController().signal
    const timeoutMs = callOptions.timeoutMs ?? (simulating.has(name) ? 150_000 : 30_000)
    const { maxRetries = 3, maxWaitMs = 120_000 } = callOptions
    const attempt = () => exchange({ operation: name, call, timeoutMs, signal }, server, platform)
    const retryOptions = { maxRetries, maxWaitMs, signal }
    return parseResponse(name, await withRetries(name, attempt, { retryOptions, platform }))
  }
  const methods = Object.keys(operations).map((name) => [
    name,
    (fields: RequestFields = {}, own: CallOptions = {}) => ask(name as OperationName, fields, own),
  ])
  const walks = Object.entries(lists).map(([list, name]) => [
    list,
    (fields: RequestFields = {}, own: CallOptions = {}) =>
      pagedOf(
        name,
        (cursor) => ask(name, { ...fields, cursor }, own) as Promise<PageLike<unknown>>,
      ),
  ])
  return Object.fromEntries([...methods, ...walks])
}

function serverOf({ baseUrl, apiKey, session, userAgent }: ClientOptions): Server {
  const { origin, prefix } = parseBaseUrl(baseUrl)
  const headers = {
    accept: 'application/json',
    ...(session ? { 'x-vaultwright-console': '1' } : { authorization: authorizationOf(apiKey) }),
    ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
  }
  return { base: `${origin}${prefix}`, apiKey: apiKey ?? null, headers }
}

const firstStepMs = 250
const maxStepMs = 8000

/** Operations that wait for a simulation or for a quote. */
const simulating: ReadonlySet<OperationName> = new Set([
  'execute',
  'executeMultiple',
  'simulate',
  'createSwapQuote',
  'buildMarketSwap',
  'buildLimitOrder',
  'buildOrderCancellation',
  'proposeSafeTransaction',
  'sendSafeTransaction',
])

/** Writes that do no more the second time. A new operation that is not here is not repeated. */
const repeatable: ReadonlySet<OperationName> = new Set([
  'checkControl',
  'execute',
  'executeMultiple',
  'simulate',
  'createSwapQuote',
  'buildMarketSwap',
  'buildOrderCancellation',
  'proposeSafeTransaction',
  'sendSafeTransaction',
  'pushTree',
  'deactivateUser',
  'repairIndex',
  'revokeKey',
])

/** The limits of trying a call again. */
type RetryOptions = {
  /** Attempts after the first. */
  readonly maxRetries: number
  /** Milliseconds of waiting, all waits of one call together. */
  readonly maxWaitMs: number
  readonly signal: AbortSignal
}

/**
 * Tries until it succeeds, must not be tried again, or patience ends.
 *
 * A wait is drawn from 0 to 250 ms, doubled with each try up to 8 s, and is never shorter than the
 * server asks for: when that is longer than what patience is left, its refusal is thrown at once.
 *
 * @throws what the last try threw, or the signal's reason.
 */
async function withRetries<Value>(
  operation: OperationName,
  attempt: () => Promise<Value>,
  { retryOptions, platform }: { readonly retryOptions: RetryOptions; readonly platform: Platform },
): Promise<Value> {
  let left = retryOptions.maxWaitMs
  for (let retry = 0; ; retry++) {
    try {
      return await attempt()
    } catch (error) {
      if (retry >= retryOptions.maxRetries || !canRetry(operation, error)) throw error
      const drawn = platform.random() * Math.min(maxStepMs, firstStepMs * 2 ** retry)
      const waitMs = Math.max(drawn, requestedDelayMs(error))
      if (waitMs > left) throw error
      left -= waitMs
      await platform.sleep(waitMs, retryOptions.signal)
    }
  }
}

function canRetry(operation: OperationName, error: unknown): boolean {
  if (error instanceof RateLimitedError) return true
  const isHarmless = operations[operation].method !== 'POST' || repeatable.has(operation)
  if (error instanceof NetworkError) return isHarmless || error.isUnsent
  return isHarmless && (error instanceof ServerError || error instanceof RequestTimeoutError)
}

function requestedDelayMs(error: unknown): number {
  const isAsking = error instanceof RateLimitedError || error instanceof ServerError
  return isAsking ? (error.retryAfterSeconds ?? 0) * 1000 : 0
}
