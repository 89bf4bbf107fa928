import { randomBytes } from 'node:crypto'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { openPostgres, quick } from './service-postgres.ts'
import type { Service } from './service-process.ts'
import { startRedis } from './service-redis.ts'
import { findRedisProgram, type RedisProgram } from './service-redis-program.ts'

/** What all tests of a run share, and what the desk answers when it is asked for it. */
export type Shared = {
  readonly postgres: { readonly url: string }
  readonly redis: { readonly url: string } | Missing
  readonly redisProgram: RedisProgram | Missing
}

/** Why this machine has no such service. */
export type Missing = { readonly missing: string }

/** One place of a run that starts a shared service when it is first asked for. */
export type Desk = {
  readonly ask: <Name extends keyof Shared>(name: Name) => Promise<Shared[Name]>
  readonly close: () => Promise<void>
}

const place = 'VAULTWRIGHT_SERVICE_DESK'
let own: Desk | null = null

/**
 * Asks for a shared service: the desk of the test run, or one of this process where there is none.
 *
 * @throws {Error} when the service cannot be started.
 */
export async function askDesk<Name extends keyof Shared>(name: Name): Promise<Shared[Name]> {
  const address = process.env[place]
  if (address !== undefined) return askAt(address, name)
  own ??= makeDesk()
  return own.ask(name)
}

/**
 * Opens the desk that every process of a test run asks, on a free port of 127.0.0.1 and with a word
 * that only they know.
 *
 * Nothing is started until somebody asks.
 */
export async function openDesk(): Promise<Desk> {
  const desk = makeDesk()
  const word = randomBytes(16).toString('hex')
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (line) => {
      const [said, name] = `${line}`.split(' ')
      if (said === word) void answer(desk, { name: `${name}`, socket })
      else socket.destroy()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  server.unref()
  process.env[place] = `${(server.address() as AddressInfo).port} ${word}`
  return {
    ask: desk.ask,
    close: async () => {
      delete process.env[place]
      server.close()
      await desk.close()
    },
  }
}

function makeDesk(): Desk {
  const services: Service[] = []
  const found = new Map<keyof Shared, Promise<Shared[keyof Shared]>>()
  const kept = async (start: Promise<Service>) => {
    const service = await start
    services.push(service)
    return { url: service.url }
  }
  const makers: { readonly [Name in keyof Shared]: () => Promise<Shared[Name]> } = {
    postgres: async () => {
      const url = process.env.TEST_DATABASE_URL
      return url ? { url } : kept(openPostgres(quick))
    },
    redis: async () => {
      const url = process.env.REDIS_URL
      if (url) return { url }
      const program = await ask('redisProgram')
      return 'missing' in program ? program : kept(startRedis(program))
    },
    redisProgram: async () => {
      const program = await findRedisProgram()
      if ('missing' in program) warn(program.missing)
      return program
    },
  }
  const ask: Desk['ask'] = (name) => {
    const known = found.get(name) ?? makers[name]()
    found.set(name, known)
    return known as Promise<Shared[typeof name]>
  }
  return {
    ask,
    close: async () => {
      await Promise.allSettled(found.values())
      await Promise.all(services.map((service) => service.stop()))
    },
  }
}

async function answer(
  desk: Desk,
  { name, socket }: { readonly name: string; readonly socket: Socket },
): Promise<void> {
  const said = await desk.ask(name as keyof Shared).catch((cause) => ({ failure: `${cause}` }))
  socket.end(JSON.stringify(said))
}

function askAt<Name extends keyof Shared>(address: string, name: Name): Promise<Shared[Name]> {
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
      const said = JSON.parse(text)
      if (typeof said.failure === 'string') reject(new Error(said.failure))
      else resolve(said)
    })
  })
}

function warn(reason: string): void {
  const line = '!'.repeat(78)
  console.warn(`\n${line}\nRedis was NOT tested: ${reason}.\n${line}\n`)
}
