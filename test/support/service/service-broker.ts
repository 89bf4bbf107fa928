import { randomBytes } from 'node:crypto'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { startBrowser } from './service-browser-program.ts'
import {
  borrowThrough,
  type ChainLease,
  type ChainPool,
  lendThrough,
  openChainPool,
} from './service-chain.ts'
import { startDemo } from './service-demo.ts'
import { openPostgres, quick } from './service-postgres.ts'
import type { Service } from './service-process.ts'
import { startRedis } from './service-redis.ts'
import { findRedisProgram, type RedisProgram } from './service-redis-program.ts'

/** The services that all tests of a run share, and the broker's answers about them. */
export type SharedServices = {
  readonly postgres: { readonly url: string }
  readonly redis: { readonly url: string } | Missing
  readonly redisProgram: RedisProgram | Missing
  /** The demo of `npm start`: the line that it printed when it was ready. */
  readonly demo: { readonly line: string }
  /** Chromium without a window, and where `chromium.connect` finds it. */
  readonly browser: { readonly endpoint: string }
}

/** Why this machine has no such service. */
export type Missing = { readonly missing: string }

/** One place of a run that starts a shared service when it is first asked for. */
export type ServiceBroker = {
  readonly ask: <Name extends keyof SharedServices>(name: Name) => Promise<SharedServices[Name]>
  readonly chains: ChainPool
  readonly close: () => Promise<void>
}

const brokerVariable = 'VAULTWRIGHT_SERVICE_DESK'
/** Asks for a chain: unlike a service, it has one user at a time. */
const chainName = 'chain'
let localBroker: ServiceBroker | null = null

/**
 * Asks for a shared service: the broker of the test run, or one of this process where there is none.
 *
 * @throws {Error} when the service cannot be started.
 */
export async function askServiceBroker<Name extends keyof SharedServices>(
  name: Name,
): Promise<SharedServices[Name]> {
  const address = process.env[brokerVariable]
  if (address !== undefined) return askBrokerAt(address, name)
  localBroker ??= startServiceBroker()
  return localBroker.ask(name)
}

/**
 * Borrows a local chain, as it was made: of the broker of the test run, or of one of this process where there is
 * none.
 *
 * @throws {Error} when none can be started.
 */
export async function borrowChain(): Promise<ChainLease> {
  const address = process.env[brokerVariable]
  if (address === undefined) {
    localBroker ??= startServiceBroker()
    return localBroker.chains.lend()
  }
  const [port, word] = address.split(' ')
  return borrowThrough(Number(port), `${word} ${chainName}`)
}

/**
 * Opens the broker that every process of a test run asks, on a free port of 127.0.0.1 and with a word
 * that only they know.
 *
 * Nothing is started before the first question.
 */
export async function openServiceBroker(): Promise<ServiceBroker> {
  const broker = startServiceBroker()
  const word = randomBytes(16).toString('hex')
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    socket.once('data', (line) => {
      const [sent, name] = `${line}`.split(' ')
      if (sent === word) void answer(broker, { name: `${name}`, socket })
      else socket.destroy()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  server.unref()
  process.env[brokerVariable] = `${(server.address() as AddressInfo).port} ${word}`
  return {
    ...broker,
    close: async () => {
      delete process.env[brokerVariable]
      server.close()
      await broker.close()
    },
  }
}

function startServiceBroker(): ServiceBroker {
  const services: Pick<Service, 'stop'>[] = []
  const started = new Map<keyof SharedServices, Promise<SharedServices[keyof SharedServices]>>()
  const stopLater = async (start: Promise<Service>) => {
    const service = await start
    services.push(service)
    return { url: service.url }
  }
  const makers: { readonly [Name in keyof SharedServices]: () => Promise<SharedServices[Name]> } = {
    postgres: async () => {
      const url = process.env.TEST_DATABASE_URL
      return url ? { url } : stopLater(openPostgres(quick))
    },
    redis: async () => {
      const url = process.env.REDIS_URL
      if (url) return { url }
      const program = await ask('redisProgram')
      return 'missing' in program ? program : stopLater(startRedis(program))
    },
    redisProgram: async () => {
      const program = await findRedisProgram()
      if ('missing' in program) warn(program.missing)
      return program
    },
    demo: async () => {
      const demo = await startDemo()
      services.push(demo)
      return { line: demo.line }
    },
    browser: async () => {
      const browser = await startBrowser()
      services.push({ stop: () => browser.close() })
      // A test that makes it crash spoils no later one.
      browser.once('close', () => started.delete('browser'))
      return { endpoint: browser.wsEndpoint() }
    },
  }
  const ask: ServiceBroker['ask'] = (name) => {
    const starting = started.get(name) ?? makers[name]()
    started.set(name, starting)
    return starting as Promise<SharedServices[typeof name]>
  }
  const chains = openChainPool()
  return {
    ask,
    chains,
    close: async () => {
      await Promise.allSettled(started.values())
      await Promise.all([chains.close(), ...services.map((service) => service.stop())])
    },
  }
}

async function answer(
  broker: ServiceBroker,
  { name, socket }: { readonly name: string; readonly socket: Socket },
): Promise<void> {
  try {
    if (name === chainName) await lendThrough(socket, broker.chains)
    else socket.end(JSON.stringify(await broker.ask(name as keyof SharedServices)))
  } catch (cause) {
    socket.end(`${JSON.stringify({ failure: `${cause}` })}\n`)
  }
}

function askBrokerAt<Name extends keyof SharedServices>(
  address: string,
  name: Name,
): Promise<SharedServices[Name]> {
  const [port, word] = address.split(' ')
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = createConnection(Number(port), '127.0.0.1', () =>
      socket.write(`${word} ${name}`),
    )
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.once('error', reject)
    socket.once('end', () => {
      const answer = JSON.parse(text)
      if (typeof answer.failure === 'string') reject(new Error(answer.failure))
      else resolve(answer)
    })
  })
}

function warn(reason: string): void {
  const line = '!'.repeat(78)
  console.warn(`\n${line}\nRedis was NOT tested: ${reason}.\n${line}\n`)
}
