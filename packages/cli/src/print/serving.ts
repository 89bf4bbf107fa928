import type { Json } from '../answer.ts'
import type { Ink } from './ink.ts'
import { printPairs } from './table.ts'

/** An API that listens. */
export type Serving = {
  readonly url: string
  /** What callers reach it by; null when nobody said. */
  readonly publicUrl: string | null
  /** Of the metrics; null for nowhere. */
  readonly metricsUrl: string | null
  /** Without a password. */
  readonly database: string
  readonly engine: 'node' | 'fork' | 'both'
  /** Whether all processes count requests together. */
  readonly isCountedTogether: boolean
  /** Slugs of the chains that have a node. */
  readonly chains: readonly string[]
  readonly hasTenant: boolean
}

/** Turns an API that listens into what `--json` shows. */
export function servingJsonOf(serving: Serving): Json {
  const { url, publicUrl, database, engine, chains } = serving
  return {
    ...{ url, publicUrl, docs: `${url}/docs`, openapi: `${url}/openapi.json` },
    ...{ llms: `${url}/llms.txt`, health: `${url}/healthz`, metrics: serving.metricsUrl },
    ...{ database, engine, chains },
  }
}

/** Prints an API that listens for a person. */
export function* printServing(serving: Serving, ink: Ink): Iterable<string> {
  const { url, publicUrl, database, engine, chains } = serving
  yield `${ink.green('ready')}  ${ink.bold(url)}\n\n`
  const pairs = {
    docs: `${url}/docs`,
    openapi: `${url}/openapi.json`,
    health: `${url}/healthz`,
    ...(serving.metricsUrl === null ? {} : { metrics: serving.metricsUrl }),
    ...(publicUrl === null ? {} : { public: publicUrl }),
    database,
    requests: serving.isCountedTogether ? 'counted by Redis' : 'counted by this process alone',
    chains: chains.join(', ') || 'none: a node is named by <CHAIN>_RPC_URL in the environment',
    simulation: chains.length === 0 ? 'none without a node' : `by ${engineNames[engine]}`,
  }
  yield* printPairs(Object.entries(pairs), ink)
  if (!serving.hasTenant) {
    yield `\nNobody can ask yet:\n${firstSteps.map((line) => `  vaultwright ${line}\n`).join('')}`
  }
  yield `\n${ink.dim('Ctrl-C ends it, after what is being answered.')}\n`
}

const engineNames = { node: 'the node', fork: 'a fork of the node', both: 'node and fork' } as const
const firstSteps = [
  'tenant create <name>',
  'user create <name> --role admin',
  'key create <user>',
  'vault add <definition>',
] as const
