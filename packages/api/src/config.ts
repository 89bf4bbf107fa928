import type { LogLevel } from 'fastify'

/** How the service runs. Everything is said once, in `env.ts`. */
export type ApiConfig = {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  /** What callers reach it by, without a slash at the end; links to simulations begin with it. */
  readonly publicUrl: string | null
  /** Requests a minute for each key that has no limit of its own. */
  readonly ratePerMinute: number
  /** Redis that counts requests for all processes; null counts in this process alone. */
  readonly redisUrl: string | null
  /** Origins that browsers may ask from; none by default. */
  readonly corsOrigins: readonly string[]
  /** Bytes of a body, where an operation does not say otherwise. */
  readonly bodyLimit: number
  /** Milliseconds until a request without simulation is given up. */
  readonly requestTimeoutMs: number
  readonly simulation: SimulationConfig
  readonly logLevel: LogLevel
  /** Checks each response against its schema: for tests. */
  readonly checkResponses: boolean
}

/** How simulations run. */
export type SimulationConfig = {
  /** What runs them: the node, a fork of it, or both, which must agree. */
  readonly engine: 'node' | 'fork' | 'both'
  /** How many at once; more are answered with 503. */
  readonly concurrency: number
  readonly timeoutMs: number
  /** Days that a simulation's page is kept. */
  readonly keepDays: number
}
