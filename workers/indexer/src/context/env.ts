import { readFileSync } from 'node:fs'
import {
  BaseError,
  type Environment,
  type EnvProblem,
  type EnvReader,
  isUrl,
  openEnvReader,
  readSecretFiles,
  type SecretFileReader,
} from '@vaultwright/base'
import {
  endpointsOf,
  type Finality,
  type NamedNode,
  namedNodesOf,
  parseFinality,
  solanaEndpointsOf,
} from '@vaultwright/chain'
import {
  type ChainVariable,
  chains,
  questionVariables,
  type VariableQuestion,
  variablesOf,
} from '@vaultwright/registry'
import { type NamedSafeServices, openNamedSafeServices } from '@vaultwright/safe-service'
import { readServiceDatabase } from '@vaultwright/store'
import { isSvmAddress, mainnetGenesisHash } from '@vaultwright/svm'
import { defaultNavGapBps } from '@vaultwright/valuation'
import type { IndexSettings } from './context.ts'

/** A chain that has a node. */
export type ChainEnv = {
  /** Lower case, as it is stored. */
  readonly slug: string
  readonly id: number
  /** Of nodes, with their keys; the preferred first. */
  readonly urls: readonly string[]
  readonly finality: Finality
  /** The number of them that must give the same answer. */
  readonly agreement: number
  /** Questions a minute; null for any number. */
  readonly perMinute: number | null
}

/** Nodes of Solana. */
export type SolanaEnv = {
  /** With their keys; the preferred first. */
  readonly urls: readonly string[]
  /** Of the cluster that each must serve. */
  readonly genesisHash: string
}

/** The indexer's settings in the environment. Never printed: URLs carry passwords and keys. */
export type IndexerEnv = {
  /** As `openStore` takes it. */
  readonly databaseUrl: string
  /** True for a SQLite file that this start makes. */
  readonly isDatabaseNew: boolean
  /** The URL of the queue; null for this process. */
  readonly queueUrl: string | null
  readonly chains: readonly ChainEnv[]
  /** Null without a node. */
  readonly solana: SolanaEnv | null
  readonly settings: IndexSettings
  /** Tasks at once, of each chain. */
  readonly concurrency: number
  /** The time between two searches for missing work. */
  readonly scanSeconds: number
  /** The services that hold queues of Safes. */
  readonly safeServices: NamedSafeServices
  /** Path of the file of prices; null without one. */
  readonly pricesFile: string | null
  /** The folder that `db backup` writes to, whose age is then a metric; null if it is not watched. */
  readonly backupFolder: string | null
  /** Bps of the total assets that net assets may lie apart from them without an alert. */
  readonly navGapBps: number
  /** The host of metrics, health and board. */
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  /** Opens the board; null for no board. */
  readonly adminKey: string | null
  /** Milliseconds that work has to end when the process shuts down. */
  readonly drainMs: number
  readonly logLevel: 'info' | 'error' | 'warn' | 'debug' | 'silent'
  /** Every URL of a node by its variable, and which chain it must show. */
  readonly nodes: readonly NamedNode[]
  /** Variables that look misspelled. */
  readonly questions: readonly VariableQuestion[]
}

/**
 * Reads the environment.
 *
 * @param given - names and values; an empty value counts as missing. `<NAME>_FILE` gives a secret by a file.
 * @param readText - reads such a file.
 * @returns how the indexer runs, frozen.
 * @throws {SecretFileError} when a file does not give its variable a value.
 * @throws {IndexerEnvError} with every bad value at once, and what to write in its place.
 */
export function readIndexerEnv(
  given: Environment = process.env,
  readText: SecretFileReader = (path) => readFileSync(path, 'utf8'),
): IndexerEnv {
  const variables = readSecretFiles(given, readText)
  const reader = openEnvReader(variables)
  const env: Omit<IndexerEnv, 'databaseUrl' | 'isDatabaseNew' | 'nodes' | 'questions'> = {
    queueUrl: queueOf(reader),
    chains: Object.freeze(chainsOf(reader, variables)),
    solana: solanaOf(reader, variables),
    settings: Object.freeze({
      order: reader.choice('INDEX_ORDER', ['oldest', 'newest']),
      revisionDays: reader.integer('REVISION_DAYS', [1, 36_500]),
      priceDays: reader.integer('PRICE_DAYS', [1, 36_500]),
      provesDays: reader.choice('DAY_PROOFS', ['off', 'on']) === 'on',
    }),
    concurrency: reader.integer('INDEX_CONCURRENCY', [1, 64]) ?? 4,
    scanSeconds: reader.integer('INDEX_SCAN_SECONDS', [1, 86_400]) ?? 60,
    navGapBps: reader.integer('NAV_GAP_BPS', [0, 10_000]) ?? defaultNavGapBps,
    safeServices: openNamedSafeServices(reader, { fetch, wait }),
    pricesFile: reader.text('PRICES_FILE'),
    backupFolder: reader.text('BACKUP_FOLDER'),
    host: reader.text('INDEX_HOST') ?? '127.0.0.1',
    port: reader.integer('INDEX_PORT', [0, 65_535]) ?? 9464,
    adminKey: reader.parsed('INDEX_ADMIN_KEY', 'a secret of at least 16 characters', (text) =>
      text.length >= 16 ? text : null,
    ),
    drainMs: reader.integer('SHUTDOWN_TIMEOUT_MS', [0, 600_000]) ?? 15_000,
    logLevel: reader.choice('LOG_LEVEL', ['info', 'error', 'warn', 'debug', 'silent']),
  }
  const database = readServiceDatabase(reader, (names) => questionVariables(variables, names))
  if (reader.problems.length > 0) throw new IndexerEnvError(reader.problems)
  return Object.freeze({
    ...env,
    databaseUrl: database.url,
    isDatabaseNew: database.isNew,
    nodes: namedNodesOf(nodeVariablesOf(variables), env.solana?.genesisHash ?? mainnetGenesisHash),
    questions: questionVariables(variables, reader.names),
  })
}

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** Forks are not made here: their nodes are not asked. */
function nodeVariablesOf(variables: Environment): Environment {
  const names = chains.flatMap(({ id }) => variablesOf(id, 'RPC_URL'))
  return Object.fromEntries([...names, 'SOLANA_RPC_URL'].map((name) => [name, variables[name]]))
}

function chainsOf(reader: EnvReader, variables: Environment): ChainEnv[] {
  const agreement = reader.integer('RPC_AGREEMENT', [1, 16]) ?? 1
  return chains.flatMap(({ slug, id }) => {
    const urls = urlsOf(reader, id, { variables, agreement })
    const usual = slug === 'local' ? 'latest' : 'finalized'
    const rule = 'finalized, safe, latest, or a number of blocks below the head'
    const finality = reader.parsed(nameOf(id, 'FINALITY'), rule, finalityOrNull)
    const perMinute = reader.integer(nameOf(id, 'RPC_PER_MINUTE'), [1, 10_000_000])
    if (urls.length === 0) return []
    return [{ slug, id, urls, agreement, finality: finality ?? parseFinality(usual), perMinute }]
  })
}

function solanaOf(reader: EnvReader, variables: Environment): SolanaEnv | null {
  const urls = reader.parsed(
    'SOLANA_RPC_URL',
    'http:// or https:// URLs with commas between',
    () => {
      try {
        return solanaEndpointsOf(variables)
      } catch {
        return null
      }
    },
  )
  const rule = 'the genesis hash of a cluster: base58 of 32 bytes'
  const genesisHash = reader.parsed('SOLANA_GENESIS_HASH', rule, (text) =>
    isSvmAddress(text) ? text : null,
  )
  if (urls === null) return null
  return Object.freeze({ urls, genesisHash: genesisHash ?? mainnetGenesisHash })
}

type NodeTerms = { readonly variables: Environment; readonly agreement: number }

function urlsOf(
  reader: EnvReader,
  id: number,
  { variables, agreement }: NodeTerms,
): readonly string[] {
  const read = () => {
    try {
      const urls = endpointsOf(id, variables)
      return urls.length < agreement ? null : urls
    } catch {
      return null
    }
  }
  const urls = 'http:// or https:// URLs with commas between'
  const rule = agreement === 1 ? urls : `${agreement} or more ${urls}, because of RPC_AGREEMENT`
  // Mainnet has a second name, which is read when the first is not there.
  const names = variablesOf(id, 'RPC_URL')
  const name = names.find((one) => reader.text(one) !== null) ?? names[0]!
  return reader.parsed(name, rule, read) ?? []
}

function nameOf(chainId: number, what: ChainVariable): string {
  return variablesOf(chainId, what)[0]!
}

function finalityOrNull(text: string): Finality | null {
  try {
    return parseFinality(text)
  } catch {
    return null
  }
}

function queueOf(reader: EnvReader): string | null {
  const redis = ['redis:', 'rediss:']
  const shared = reader.parsed('REDIS_URL', 'a URL as in redis://127.0.0.1:6379', (text) =>
    isUrl(text, redis) ? text : null,
  )
  const rule = 'inline, redis://host:port, or postgres://user:password@host/database'
  const named = reader.parsed('QUEUE_URL', rule, (text) =>
    text === 'inline' || isUrl(text, [...redis, 'postgres:', 'postgresql:']) ? text : null,
  )
  return named === 'inline' ? null : (named ?? shared)
}

/** The environment says what the indexer cannot run with. */
export class IndexerEnvError extends BaseError {
  override readonly code = 'indexer_env_invalid'
  override readonly kind = 'invalid_input'

  constructor(problems: readonly EnvProblem[]) {
    const lines = problems.map(({ name, rule }) => `${name} must be ${rule}`)
    super({
      message: `The environment is not valid: ${lines.join('; ')}. Change these variables, or unset them for their defaults.`,
      facts: { problems: problems.map(({ name, rule }) => ({ name, rule })) },
    })
  }
}
