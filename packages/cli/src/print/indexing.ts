import type { Json } from '../answer.ts'
import type { Ink } from './ink.ts'
import { printPairs } from './table.ts'

/** An indexer at work. */
export type Indexing = {
  /** Where metrics, health and board are. */
  readonly url: string
  readonly queue: 'inline' | 'redis' | 'postgres'
  /** Without a password. */
  readonly database: string
  /** Slugs of the chains that have a node. */
  readonly chains: readonly string[]
  readonly vaults: number
  readonly scanSeconds: number
  readonly hasBoard: boolean
}

/** Turns an indexer at work into what `--json` shows. */
export function indexingJsonOf(indexing: Indexing): Json {
  const { url, queue, database, chains, vaults, scanSeconds, hasBoard } = indexing
  return {
    ...{ url, metrics: `${url}/metrics`, health: `${url}/health/ready` },
    board: hasBoard ? `${url}/board` : null,
    ...{ queue, database, chains, vaults, scanSeconds },
  }
}

/** Prints an indexer at work for a person. */
export function* printIndexing(indexing: Indexing, ink: Ink): Iterable<string> {
  const { url, queue, database, chains, vaults, scanSeconds, hasBoard } = indexing
  yield `${ink.green('indexing')}  ${vaults === 1 ? '1 vault' : `${vaults} vaults`}\n\n`
  const pairs = {
    metrics: `${url}/metrics`,
    health: `${url}/health/ready`,
    ...(hasBoard ? { board: `${url}/board` } : {}),
    database,
    queue: queue === 'inline' ? 'in this process' : `shared with other workers, on ${queue}`,
    chains: chains.join(', ') || 'none: a node is named by <CHAIN>_RPC_URL in the environment',
    looks: `every ${scanSeconds} s for what is missing`,
  }
  yield* printPairs(Object.entries(pairs), ink)
  yield `\n${ink.dim('Ctrl-C ends it, after the days that are being read.')}\n`
}
