import type { LogLevel } from 'fastify'

/** The policy for requests while Redis does not answer: each process counts for itself, or refuses. */
export type RedisAwayPolicy = 'local' | 'refuse'

/** The settings of the service. Each is stated once, in `env.ts`. */
export type ApiConfig = {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  /** The URL for callers, without a slash at the end; links to simulations begin with it. */
  readonly publicUrl: string | null
  /** Requests a minute for each key that has no limit of its own. */
  readonly ratePerMinute: number
  /** Redis that counts requests for all processes; null counts in this process alone. */
  readonly redisUrl: string | null
  /** Milliseconds that Redis has to answer until it counts as away. */
  readonly redisPatienceMs: number
  /** The policy for requests while Redis does not answer. */
  readonly redisAway: RedisAwayPolicy
  /** Requests a minute that an administrator of a tenant may give a key; more only the operator may. */
  readonly maxKeyRatePerMinute: number
  /** Keys that are not valid, a minute, from one address. */
  readonly unknownKeysPerMinute: number
  /** Pages and documents, which need no key, a minute of one address. */
  readonly pagesPerMinute: number
  /** Addresses and networks of proxies whose X-Forwarded-For counts; none by default. */
  readonly trustedProxies: readonly string[]
  /** The address of metrics; null for none. */
  readonly metrics: MetricsConfig | null
  /** True if the web console is served under `/console`. */
  readonly hasConsole: boolean
  /** Tries to sign in to the console, a minute, from one address; half as many for one passkey. */
  readonly signInsPerMinute: number
  /** The OpenID Connect provider by which users may sign in; null for none. */
  readonly provider: ProviderConfig | null
  /** Origins that browsers may ask from; none by default. */
  readonly corsOrigins: readonly string[]
  /** Bps of the total assets that net assets may lie apart from them without a flag. */
  readonly navGapBps: number
  /** Bytes of a body, where an operation does not say otherwise. */
  readonly bodyLimit: number
  /** Milliseconds until a request without simulation is given up. */
  readonly requestTimeoutMs: number
  /** Milliseconds that a build waits for a node: then it goes on without. */
  readonly nodeShareMs: number
  readonly simulation: SimulationConfig
  readonly overload: OverloadConfig
  /** Milliseconds that requests are still taken after SIGTERM, while readiness says that it is draining. */
  readonly delayMs: number
  /** Milliseconds that requests have to end when the service shuts down. */
  readonly drainMs: number
  readonly logLevel: LogLevel
  /** Checks each response against its schema: for tests. */
  readonly checkResponses: boolean
}

/** An OpenID Connect provider, and the client that the service is there. */
export type ProviderConfig = {
  /** The issuer, as its discovery document begins. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The claim that says a role; null where only users who exist may sign in. */
  readonly roleClaim: string | null
}

/** The settings of simulations. */
export type SimulationConfig = {
  /** The engine: the node, a fork of it, both, this process on proven state, or all; they must agree. */
  readonly engine: 'node' | 'fork' | 'both' | 'proven' | 'all'
  /** The number at once, of all tenants; while several wait, each has its share. */
  readonly concurrency: number
  /** The number of one tenant that may wait; more are answered with 503. */
  readonly queue: number
  readonly timeoutMs: number
  /** Days that a simulation's page is kept. */
  readonly keepDays: number
}

/** When the service refuses requests rather than collapse. */
export type OverloadConfig = {
  /** Requests under `/v1` at once; more are answered with 503. */
  readonly maxInFlight: number
  /** Milliseconds that the event loop may be late on average; 0 for any. */
  readonly maxLoopDelayMs: number
}

/** The address of metrics: never on the port of the API. */
export type MetricsConfig = {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  /** True if the operator named the port: if it is taken then, the service does not start. */
  readonly isChosen: boolean
}
