import type { ApiEnv, ApiServer } from '@vaultwright/api'
import { redactDatabaseUrl } from '@vaultwright/base'
import { databaseOptions } from '../../admin/option.ts'
import { type ArgumentsOf, choice, count, defineCommand, text } from '../../command/command.ts'
import {
  announceReady,
  assertNoFile,
  consoleUrlOf,
  ListenError,
  PortTakenError,
  reportedAnswer,
  reportStep,
} from '../../command/service.ts'
import { UsageError } from '../../command/usage.ts'
import type { Answer, Context, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs } from '../../terminal/table.ts'
import type { WarningTarget } from '../../terminal/warning.ts'

const serveOptions = {
  host: text('Address to listen on; default: HOST, else 127.0.0.1', 'address'),
  port: count('Port to listen on; default: PORT, else 8080; 0 takes a free one', 'port'),
  ...databaseOptions,
  'redis-url': text(
    'Counts the requests of all processes together; default: REDIS_URL (where a password is out of sight), else each process counts its own',
    'url',
  ),
  'public-url': text(
    'The URL that callers reach it by, for links to simulations; default: PUBLIC_URL',
    'url',
  ),
  'rate-limit': count(
    'Requests a minute for keys without a limit of their own; default: RATE_LIMIT_PER_MINUTE, else 60',
    'requests',
  ),
  engine: choice(
    ['node', 'fork', 'both', 'proven', 'all'],
    'What simulates: the node, a fork of it by Anvil, both, this process on proven state, or all, which must agree; default: SIMULATION_ENGINE, else node',
  ),
  'log-level': choice(
    ['debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    'Least severe lines of the log; default: LOG_LEVEL, else info',
  ),
}

export const command = defineCommand({
  name: 'serve',
  summary: 'Start the API: transaction builder and vault data over HTTP',
  describe:
    'Starts the API: transaction builder and vault data over HTTP, with its documentation. Prints where it listens; each request is a line of JSON on standard error. Ctrl-C or SIGTERM stops it after the open requests. An SQLite database is created and migrated automatically; for PostgreSQL run "db migrate" first. Chains are asked through <CHAIN>_RPC_URL of the environment, as in MAINNET_RPC_URL; every other setting of the service is a variable, too.',
  positionals: {},
  options: serveOptions,
  examples: [
    ['serve', 'On http://127.0.0.1:8080, with a database of this machine'],
    ['serve --port 0 --json', 'On a free port; one line of JSON when it is ready'],
    ['serve --host 0.0.0.0 --database postgres://… --redis-url redis://…', 'One of several'],
  ],
  run: async (args, context) => {
    return serveApi(args, context)
  },
})

type ApiOptions = ArgumentsOf<typeof serveOptions>

/** Starts the API, says so when it is ready, and keeps it until the interrupt. */
async function serveApi(options: ApiOptions, context: Context): Promise<Answer> {
  assertNoFile(options, 'serve')
  const [api, store] = await Promise.all([import('@vaultwright/api'), import('@vaultwright/store')])
  const database = givenDatabaseOf(store, options, context)
  const env = envOf(api, { ...options, database }, context)
  if (store.parseStoreUrl(env.databaseUrl).kind === 'sqlite')
    await makeReady(store, env.databaseUrl, { context, quiet: options.quiet })
  // Whoever read the log may go before the service does.
  process.stderr.on('error', () => {})
  const server = await open(api, env)
  if (context.signal.aborted) await server.close()
  else {
    const closed = api.closeOnSignal(server.close)
    try {
      const serving = await servingOf(server, env)
      const ready = {
        json: () => servingJsonOf(serving),
        text: (style: TextStyle) => printServing(serving, style),
      }
      announceReady(ready, options, context)
    } catch (error) {
      await server.close()
      throw error
    }
    await closed
  }
  return reportedAnswer
}

/** The variable that each option is said in place of. */
const variables = {
  host: 'HOST',
  port: 'PORT',
  database: 'DATABASE_URL',
  'redis-url': 'REDIS_URL',
  'public-url': 'PUBLIC_URL',
  'rate-limit': 'RATE_LIMIT_PER_MINUTE',
  engine: 'SIMULATION_ENGINE',
  'log-level': 'LOG_LEVEL',
} as const satisfies { readonly [option in keyof ApiOptions]?: string }

/** Undefined where none is given: the default is the service's to refuse where variables tell of another. */
function givenDatabaseOf(
  { parseStoreUrl }: typeof import('@vaultwright/store'),
  { database }: ApiOptions,
  { config }: Context,
): string | undefined {
  const databaseUrl = database ?? config.databaseUrl
  if (databaseUrl === null) return undefined
  const place = parseStoreUrl(databaseUrl)
  return place.kind === 'sqlite' ? `sqlite:${place.path}` : place.url
}

/** The environment with the options of the command line, which come first and keep their names. */
function envOf(
  { readEnv, EnvInvalidError }: typeof import('@vaultwright/api'),
  options: ApiOptions,
  { config }: Context,
): ApiEnv {
  const givenOptions = (Object.keys(variables) as (keyof typeof variables)[])
    .filter((option) => options[option] !== undefined)
    .map((option) => ({ option, name: variables[option], value: String(options[option]) }))
  try {
    return readEnv({
      ...config.variables,
      ...Object.fromEntries(givenOptions.map(({ name, value }) => [name, value])),
    })
  } catch (error) {
    if (!(error instanceof EnvInvalidError)) throw error
    const rules = new Map(error.problems.map(({ name, rule }) => [name, rule]))
    const ownOptions = givenOptions.filter(({ name }) => rules.has(name))
    if (ownOptions.length === 0) throw error
    const lines = ownOptions.map(({ option, name }) => `--${option} must be ${rules.get(name)}`)
    const facts = { options: ownOptions.map(({ option }) => option) }
    throw new UsageError(`${lines.join('; ')}. Correct it, or leave it out.`, facts)
  }
}

/** One process at a time writes to an SQLite file, so that no other process meets a migration. */
async function makeReady(
  { migrate, statusOf }: typeof import('@vaultwright/store'),
  url: string,
  log: WarningTarget,
): Promise<void> {
  const { applied, pending } = await statusOf(url)
  if (pending.length === 0) return
  await migrate(url)
  const what = applied.length === 0 ? 'made' : 'migrated'
  reportStep(`${what} the database ${redactDatabaseUrl(url)}`, log)
}

async function open(
  { openServer }: typeof import('@vaultwright/api'),
  env: ApiEnv,
): Promise<ApiServer> {
  const { host, port } = env.config
  try {
    return await openServer(env)
  } catch (error) {
    const { syscall, code } = error as NodeJS.ErrnoException
    if (syscall !== 'listen' && syscall !== 'getaddrinfo') throw error
    throw code === 'EADDRINUSE'
      ? new PortTakenError(host, port, error)
      : new ListenError(host, port, error as NodeJS.ErrnoException)
  }
}

async function servingOf({ url, metricsUrl, store }: ApiServer, env: ApiEnv): Promise<Serving> {
  const [{ endpointsOf, solanaEndpointsOf }, { chains }] = await Promise.all([
    import('@vaultwright/chain'),
    import('@vaultwright/registry'),
  ])
  const { config, databaseUrl, rpcUrls } = env
  const tenants = await store.tenants.list()
  return {
    url,
    metricsUrl,
    publicUrl: config.publicUrl,
    consoleUrl: config.hasConsole ? consoleUrlOf(config.publicUrl ?? url) : null,
    database: redactDatabaseUrl(databaseUrl),
    engine: config.simulation.engine,
    isCountedTogether: config.redisUrl !== null,
    chains: chains
      .map(({ slug }) => slug)
      .filter((slug) => endpointsOf(slug, rpcUrls).length > 0)
      .concat(solanaEndpointsOf(rpcUrls).length > 0 ? ['solana'] : []),
    hasTenant: tenants.length > 0,
  }
}

type Serving = {
  readonly url: string
  /** The URL for callers; null if not given. */
  readonly publicUrl: string | null
  /** Of the metrics; null for nowhere. */
  readonly metricsUrl: string | null
  /** The URL where people sign in; null if the console is not served. */
  readonly consoleUrl: string | null
  /** Without a password. */
  readonly database: string
  readonly engine: ApiEnv['config']['simulation']['engine']
  /** True if all processes count requests together. */
  readonly isCountedTogether: boolean
  /** Slugs of the chains that have a node. */
  readonly chains: readonly string[]
  readonly hasTenant: boolean
}

function servingJsonOf(serving: Serving): Json {
  const { url, publicUrl, database, engine, chains } = serving
  return {
    url,
    publicUrl,
    console: serving.consoleUrl,
    docs: `${url}/docs`,
    openapi: `${url}/openapi.json`,
    llms: `${url}/llms.txt`,
    health: `${url}/healthz`,
    metrics: serving.metricsUrl,
    database,
    engine,
    chains,
  }
}

function* printServing(serving: Serving, style: TextStyle): Iterable<string> {
  const { url, publicUrl, database, engine, chains } = serving
  yield `${style.green('ready')}  ${style.bold(url)}\n\n`
  const pairs = {
    ...(serving.consoleUrl === null ? {} : { console: serving.consoleUrl }),
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
  yield* printPairs(Object.entries(pairs), style)
  if (!serving.hasTenant) {
    yield `\nNo one has a key yet:\n${firstSteps.map((line) => `  vaultwright ${line}\n`).join('')}`
  }
  yield `\n${style.dim('Ctrl-C ends it, after what is being answered.')}\n`
}

const engineNames = {
  node: 'the node',
  fork: 'a fork of the node',
  both: 'node and fork',
  proven: 'this process, on proven state',
  all: 'node, fork, and this process on proven state',
} as const
const firstSteps = [
  'tenant create <name>',
  'user create <name> --role admin',
  'key create <user>',
  'vault add <definition>',
] as const
