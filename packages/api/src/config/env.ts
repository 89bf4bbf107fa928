import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { type NamedAggregators, openNamedAggregators } from '@vaultwright/aggregator'
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
import { endpointsOf } from '@vaultwright/chain'
import { chains, questionVariables, type VariableQuestion } from '@vaultwright/registry'
import { type NamedSafeServices, openNamedSafeServices } from '@vaultwright/safe-service'
import { readServiceDatabase } from '@vaultwright/store'
import { isSvmAddress, mainnetGenesisHash } from '@vaultwright/svm'
import { defaultNavGapBps } from '@vaultwright/valuation'
import { type NamedBeacon, readBeacons } from './beacon.ts'
import type { ApiConfig, MetricsConfig, ProviderConfig } from './config.ts'
import { readSafeProposer, type SafeProposer } from './safe-proposer.ts'

/** The service's settings in the environment. Never printed: URLs carry passwords and keys. */
export type ApiEnv = {
  readonly config: ApiConfig
  /** As `openStore` takes it. */
  readonly databaseUrl: string
  /** True for a SQLite file that this start makes. */
  readonly isDatabaseNew: boolean
  /** `<CHAIN>_RPC_URL` by name. */
  readonly rpcUrls: Environment
  /** RPC_AGREEMENT: how many nodes of a chain must give the same answer. */
  readonly rpcAgreement: number
  /** SOLANA_GENESIS_HASH: which cluster every node of SOLANA_RPC_URL must serve. */
  readonly solanaGenesisHash: string
  /** Third parties of swaps, by AGGREGATOR_*; they hold their keys. */
  readonly aggregators: NamedAggregators
  /** Services of queues, by SAFE_SERVICES; they hold their key. */
  readonly safeServices: NamedSafeServices
  /** Beacon chains that are followed, by BEACON_URLS. */
  readonly beacons: readonly NamedBeacon[]
  /** The key that proposes to Safes, by SAFE_DELEGATE_KEY and SAFE_PROPOSALS; null for none. */
  readonly safeProposer: SafeProposer | null
  /** Variables that look misspelled. */
  readonly questions: readonly VariableQuestion[]
}

/**
 * Reads the environment.
 *
 * @param given - names and values; an empty value counts as missing. `<NAME>_FILE` gives a secret by a file.
 * @param readText - reads such a file.
 * @returns how the service runs, frozen.
 * @throws {SecretFileError} when a file does not give its variable a value.
 * @throws {EnvInvalidError} with every bad value at once, and what to write in its place.
 */
export function readEnv(
  given: Environment = process.env,
  readText: SecretFileReader = (path) => readFileSync(path, 'utf8'),
): ApiEnv {
  const variables = readSecretFiles(given, readText)
  const reader = openEnvReader(variables)
  const integer = (name: string, fallback: number, range: readonly [number, number]) =>
    reader.integer(name, range) ?? fallback
  const port = integer('PORT', 8080, [0, 65_535])
  const config: ApiConfig = {
    host: reader.text('HOST') ?? '127.0.0.1',
    port,
    publicUrl: publicUrlOf(reader),
    ratePerMinute: integer('RATE_LIMIT_PER_MINUTE', 60, [1, 1_000_000]),
    redisUrl: redisOf(reader),
    redisPatienceMs: integer('REDIS_TIMEOUT_MS', 500, [50, 600_000]),
    redisAway: reader.choice('RATE_LIMIT_WITHOUT_REDIS', ['local', 'refuse']),
    maxKeyRatePerMinute: integer('MAX_KEY_RATE_PER_MINUTE', 600, [1, 1_000_000]),
    unknownKeysPerMinute: integer('UNKNOWN_KEYS_PER_MINUTE', 60, [1, 1_000_000]),
    pagesPerMinute: integer('PAGES_PER_MINUTE', 600, [1, 1_000_000]),
    trustedProxies: proxiesOf(reader),
    metrics: metricsOf(reader, port),
    hasConsole: reader.choice('CONSOLE', ['on', 'off']) === 'on',
    signInsPerMinute: integer('SIGN_INS_PER_MINUTE', 10, [1, 1_000_000]),
    provider: providerOf(reader),
    corsOrigins: originsOf(reader),
    navGapBps: integer('NAV_GAP_BPS', defaultNavGapBps, [0, 10_000]),
    bodyLimit: integer('BODY_LIMIT_BYTES', 1_048_576, [1_024, 33_554_432]),
    requestTimeoutMs: integer('REQUEST_TIMEOUT_MS', 30_000, [100, 600_000]),
    nodeShareMs: integer('NODE_SHARE_MS', 3_000, [100, 60_000]),
    simulation: Object.freeze({
      engine: reader.choice('SIMULATION_ENGINE', ['node', 'fork', 'both', 'proven', 'all']),
      concurrency: integer('SIMULATION_CONCURRENCY', 4, [1, 64]),
      queue: integer('SIMULATION_QUEUE', 16, [1, 1_000]),
      timeoutMs: integer('SIMULATION_TIMEOUT_MS', 60_000, [1_000, 600_000]),
      keepDays: integer('SIMULATION_KEEP_DAYS', 30, [1, 3_650]),
    }),
    overload: Object.freeze({
      maxInFlight: integer('MAX_CONCURRENT_REQUESTS', 1_000, [1, 100_000]),
      maxLoopDelayMs: integer('MAX_LOOP_DELAY_MS', 1_000, [0, 60_000]),
    }),
    delayMs: integer('SHUTDOWN_DELAY_MS', 5_000, [0, 600_000]),
    drainMs: integer('SHUTDOWN_TIMEOUT_MS', 15_000, [0, 600_000]),
    logLevel: reader.choice('LOG_LEVEL', ['info', 'fatal', 'error', 'warn', 'debug', 'silent']),
    checkResponses: false,
  }
  const rpcAgreement = agreementOf(reader, variables)
  const solanaGenesisHash = genesisHashOf(reader)
  const aggregators = openNamedAggregators(reader, { fetch, nowMs: Date.now })
  const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
  const safeServices = openNamedSafeServices(reader, { fetch, wait })
  const deadline = (ms: number) => AbortSignal.timeout(ms)
  const beacons = readBeacons(reader, { fetch, deadline })
  const safeProposer = readSafeProposer(reader)
  const database = readServiceDatabase(reader, (names) => questionVariables(variables, names))
  if (reader.problems.length > 0) throw new EnvInvalidError(reader.problems)
  return Object.freeze({
    config: Object.freeze(config),
    databaseUrl: database.url,
    isDatabaseNew: database.isNew,
    rpcAgreement,
    solanaGenesisHash,
    aggregators,
    safeServices,
    beacons,
    safeProposer,
    questions: questionVariables(variables, reader.names),
    rpcUrls: Object.freeze(
      Object.fromEntries(Object.entries(variables).filter(([name]) => name.endsWith('_RPC_URL'))),
    ),
  })
}

/** Reads the URL that callers use, without a slash at the end; null when there is none. */
function publicUrlOf(reader: EnvReader): string | null {
  return reader.parsed('PUBLIC_URL', 'a URL as in https://api.example.com', (text) => {
    if (!isUrl(text, ['http:', 'https:'])) return null
    const { search, hash, username, href } = new URL(text)
    return search === '' && hash === '' && username === '' ? href.replace(/\/+$/, '') : null
  })
}

/** Reads the OpenID Connect provider: all three, or none. */
function providerOf(reader: EnvReader): ProviderConfig | null {
  const clientId = reader.text('OIDC_CLIENT_ID')
  const clientSecret = reader.text('OIDC_CLIENT_SECRET')
  const rule = 'a URL as in https://id.example.com, with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET'
  return reader.parsed('OIDC_ISSUER', rule, (issuer) => {
    if (!isUrl(issuer, ['http:', 'https:']) || clientId === null || clientSecret === null)
      return null
    return Object.freeze({
      issuer,
      clientId,
      clientSecret,
      roleClaim: reader.text('OIDC_ROLE_CLAIM'),
    })
  })
}

/** Reads RPC_AGREEMENT; each chain that has nodes needs as many. */
function agreementOf(reader: EnvReader, variables: Environment): number {
  const agreement = reader.integer('RPC_AGREEMENT', [1, 16]) ?? 1
  const rule = `${agreement} or more URLs with commas between, because of RPC_AGREEMENT`
  const named = Object.keys(variables).filter((name) => name.endsWith('_RPC_URL'))
  for (const { id } of agreement === 1 ? [] : chains) {
    const name = named.find((one) => endpointsOf(id, { [one]: variables[one] }).length > 0)
    if (name === undefined) continue
    reader.parsed(name, rule, () => (endpointsOf(id, variables).length < agreement ? null : true))
  }
  return agreement
}

/** Reads SOLANA_GENESIS_HASH; mainnet's when there is none. */
function genesisHashOf(reader: EnvReader): string {
  const rule = 'base58 of 32 bytes, as getGenesisHash of the cluster answers'
  const hash = reader.parsed('SOLANA_GENESIS_HASH', rule, (text) =>
    isSvmAddress(text) ? String(text) : null,
  )
  return hash ?? mainnetGenesisHash
}

/** Reads REDIS_URL; null when there is none. */
function redisOf(reader: EnvReader): string | null {
  return reader.parsed('REDIS_URL', 'a URL as in redis://127.0.0.1:6379', (text) =>
    isUrl(text, ['redis:', 'rediss:']) ? text : null,
  )
}

/** Reads CORS_ORIGINS, with commas between. */
function originsOf(reader: EnvReader): readonly string[] {
  const rule = 'origins with commas between, as in https://app.example.com'
  const isOrigin = (text: string) =>
    isUrl(text, ['http:', 'https:']) && new URL(text).origin === text
  return listOf(reader, 'CORS_ORIGINS', { rule, isItem: isOrigin })
}

/** Reads TRUSTED_PROXIES, with commas between. */
function proxiesOf(reader: EnvReader): readonly string[] {
  const rule = 'addresses or networks with commas between, as in 10.0.0.0/8, 127.0.0.1'
  return listOf(reader, 'TRUSTED_PROXIES', { rule, isItem: isNetwork })
}

type ItemRule = { readonly rule: string; readonly isItem: (text: string) => boolean }

function listOf(reader: EnvReader, name: string, { rule, isItem }: ItemRule): readonly string[] {
  const items = reader.parsed(name, rule, (given) => {
    const texts = given.split(',').map((text) => text.trim())
    const filled = texts.filter((text) => text !== '')
    return filled.every(isItem) ? filled : null
  })
  return items ?? []
}

/** A network of all addresses would trust everyone. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...tail] = text.split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (most === 0 || tail.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most)
}

/** Reads METRICS_HOST and METRICS_PORT; null for `off`. */
function metricsOf(reader: EnvReader, apiPort: number): MetricsConfig | null {
  const host = reader.text('METRICS_HOST') ?? '127.0.0.1'
  const port = reader.parsed('METRICS_PORT', 'a port from 0 to 65535, or off', (text) => {
    if (text === 'off') return text
    return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null
  })
  if (port === 'off') return null
  if (port !== null) return { host, port, isChosen: true }
  return { host, port: apiPort === 0 || apiPort > 64_535 ? 0 : apiPort + 1_000, isChosen: false }
}

/** The environment says what the service cannot run with. */
export class EnvInvalidError extends BaseError {
  override readonly code = 'env_invalid'
  override readonly kind = 'invalid_input'
  /** The variables with problems, and their rules. */
  readonly problems: readonly EnvProblem[]

  constructor(problems: readonly EnvProblem[]) {
    const lines = problems.map(({ name, rule }) => `${name} must be ${rule}`)
    super({
      message: `The environment is not valid: ${lines.join('; ')}. Change these variables, or unset them for their defaults.`,
      facts: { problems: problems.map(({ name, rule }) => ({ name, rule })) },
    })
    this.problems = problems
  }
}
