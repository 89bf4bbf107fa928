import type { ApiEnv, ApiServer } from '@vaultwright/api'
import { databaseUrlOf, printDatabase } from './admin/place.ts'
import type { Answer } from './answer.ts'
import type { Context } from './context.ts'
import { ListenError, PortTakenError } from './port.ts'
import { coloured, plain } from './print/ink.ts'
import { printJsonLine } from './print/json.ts'
import { printServing, type Serving, servingJsonOf } from './print/serving.ts'
import { type Listener, writeRemark } from './remark.ts'
import { UsageError } from './usage.ts'

/** How a person wants the API. */
export type ApiWords = {
  readonly host: string | undefined
  readonly port: number | undefined
  readonly database: string | undefined
  readonly 'redis-url': string | undefined
  readonly 'public-url': string | undefined
  readonly 'rate-limit': number | undefined
  readonly engine: string | undefined
  readonly 'log-level': string | undefined
  readonly json: boolean
  readonly out: string | undefined
  readonly quiet: boolean
}

/**
 * Starts the API, says so when it is ready, and keeps it until the interrupt.
 *
 * @param words - what goes before the environment, and the form of the answer.
 * @param context - environment, streams and interrupt.
 * @returns an empty answer: everything was said while it ran.
 * @throws {EnvInvalidError} {NotMigratedError} {PortTakenError} {ListenError} and what opening a store throws.
 */
export async function serveApi(words: ApiWords, context: Context): Promise<Answer> {
  if (words.out !== undefined) {
    throw new UsageError('serve runs until Ctrl-C and writes no file. Send it on: > file.')
  }
  const [api, store] = await Promise.all([import('@vaultwright/api'), import('@vaultwright/store')])
  const place = store.parseStoreUrl(databaseUrlOf(words, context.config))
  const databaseUrl = place.kind === 'sqlite' ? `sqlite:${place.path}` : place.url
  const env = api.readEnv(variablesOf({ ...words, database: databaseUrl }, context))
  if (place.kind === 'sqlite') await makeReady(store, databaseUrl, { context, quiet: words.quiet })
  // Whoever read the log may go before the service does.
  process.stderr.on('error', () => {})
  const server = await open(api, env)
  if (context.signal.aborted) await server.close()
  else {
    const closed = api.closeOnSignal(server.close)
    try {
      await say(await servingOf(server, env), words, context)
    } catch (error) {
      await server.close()
      throw error
    }
    await closed
  }
  return { json: () => null, jsonLines: () => [], text: () => [], exit: () => 0 }
}

/** What was said on the command line goes before the environment. */
function variablesOf(words: ApiWords, { config }: Context): Record<string, string | undefined> {
  const said = {
    HOST: words.host,
    PORT: words.port,
    DATABASE_URL: words.database,
    REDIS_URL: words['redis-url'],
    PUBLIC_URL: words['public-url'],
    RATE_LIMIT_PER_MINUTE: words['rate-limit'],
    SIMULATION_ENGINE: words.engine,
    LOG_LEVEL: words['log-level'],
  }
  const given = Object.entries(said).filter(([, value]) => value !== undefined)
  return {
    ...config.variables,
    ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
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

async function servingOf({ url, store }: ApiServer, env: ApiEnv): Promise<Serving> {
  const [{ endpointsOf }, { chains }] = await Promise.all([
    import('@vaultwright/chain'),
    import('@vaultwright/registry'),
  ])
  const { config, databaseUrl, rpcUrls } = env
  const tenants = await store.tenants.list()
  return {
    url,
    publicUrl: config.publicUrl,
    database: printDatabase(databaseUrl),
    engine: config.simulation.engine,
    isCountedTogether: config.redisUrl !== null,
    chains: chains.map(({ slug }) => slug).filter((slug) => endpointsOf(slug, rpcUrls).length > 0),
    hasTenant: tenants.length > 0,
  }
}

async function say(serving: Serving, words: ApiWords, context: Context): Promise<void> {
  const ink = context.config.color.stdout ? coloured : plain
  const pieces = words.json ? [printJsonLine(servingJsonOf(serving))] : printServing(serving, ink)
  context.stdout.write([...pieces].join(''))
}
