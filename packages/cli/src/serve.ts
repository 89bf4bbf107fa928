import type { ApiEnv, ApiServer } from '@vaultwright/api'
import { databaseUrlOf, printDatabase } from './admin/place.ts'
import type { Answer } from './answer.ts'
import type { Context } from './context.ts'
import { ListenError, PortTakenError } from './port.ts'
import type { Ink } from './print/ink.ts'
import { printServing, type Serving, servingJsonOf } from './print/serving.ts'
import { type Listener, writeRemark } from './remark.ts'
import { assertNoFile, type ServiceWords, sayReady, toldAlready } from './service.ts'
import { UsageError } from './usage.ts'

/** How a person wants the API. */
export type ApiWords = ServiceWords & {
  readonly host: string | undefined
  readonly port: number | undefined
  readonly database: string | undefined
  readonly 'redis-url': string | undefined
  readonly 'public-url': string | undefined
  readonly 'rate-limit': number | undefined
  readonly engine: string | undefined
  readonly 'log-level': string | undefined
  readonly quiet: boolean
}

/**
 * Starts the API, says so when it is ready, and keeps it until the interrupt.
 *
 * @returns an empty answer: everything was said while it ran.
 * @throws {UsageError} {EnvInvalidError} {NotMigratedError} {PortTakenError} {ListenError} and what opening a store throws.
 */
export async function serveApi(words: ApiWords, context: Context): Promise<Answer> {
  assertNoFile(words, 'serve')
  const [api, store] = await Promise.all([import('@vaultwright/api'), import('@vaultwright/store')])
  const place = store.parseStoreUrl(databaseUrlOf(words, context.config))
  const databaseUrl = place.kind === 'sqlite' ? `sqlite:${place.path}` : place.url
  const env = envOf(api, { ...words, database: databaseUrl }, context)
  if (place.kind === 'sqlite') await makeReady(store, databaseUrl, { context, quiet: words.quiet })
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
        text: (ink: Ink) => printServing(serving, ink),
      }
      sayReady(ready, words, context)
    } catch (error) {
      await server.close()
      throw error
    }
    await closed
  }
  return toldAlready
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
} as const satisfies { readonly [option in keyof ApiWords]?: string }

/** What was said on the command line goes before the environment, and is called as it was said. */
function envOf(
  { readEnv, EnvInvalidError }: typeof import('@vaultwright/api'),
  words: ApiWords,
  { config }: Context,
): ApiEnv {
  const said = (Object.keys(variables) as (keyof typeof variables)[])
    .filter((option) => words[option] !== undefined)
    .map((option) => ({ option, name: variables[option], value: String(words[option]) }))
  try {
    return readEnv({
      ...config.variables,
      ...Object.fromEntries(said.map(({ name, value }) => [name, value])),
    })
  } catch (error) {
    if (!(error instanceof EnvInvalidError)) throw error
    const rules = new Map(error.problems.map(({ name, rule }) => [name, rule]))
    const own = said.filter(({ name }) => rules.has(name))
    if (own.length === 0) throw error
    const lines = own.map(({ option, name }) => `--${option} must be ${rules.get(name)}`)
    const facts = { options: own.map(({ option }) => option) }
    throw new UsageError(`${lines.join('; ')}. Correct it, or leave it out.`, facts)
  }
}

/** One process at a time writes to an SQLite file, so that nobody is surprised by a migration. */
async function makeReady(
  { migrate, statusOf }: typeof import('@vaultwright/store'),
  url: string,
  listener: Listener,
): Promise<void> {
  const { applied, pending } = await statusOf(url)
  if (pending.length === 0) return
  await migrate(url)
  const what = applied.length === 0 ? 'made' : 'migrated'
  writeRemark(`${what} the database ${printDatabase(url)}`, listener)
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
  const [{ endpointsOf }, { chains }] = await Promise.all([
    import('@vaultwright/chain'),
    import('@vaultwright/registry'),
  ])
  const { config, databaseUrl, rpcUrls } = env
  const tenants = await store.tenants.list()
  return {
    url,
    metricsUrl,
    publicUrl: config.publicUrl,
    database: printDatabase(databaseUrl),
    engine: config.simulation.engine,
    isCountedTogether: config.redisUrl !== null,
    chains: chains.map(({ slug }) => slug).filter((slug) => endpointsOf(slug, rpcUrls).length > 0),
    hasTenant: tenants.length > 0,
  }
}
