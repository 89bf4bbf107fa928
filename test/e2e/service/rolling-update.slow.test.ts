import { once } from 'node:events'
import { Agent, createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { run, scratch, start } from '../program.ts'

type Backend = {
  readonly url: URL
  readonly agent: Agent
  readonly stop: () => Promise<number | null>
  isReady: boolean
}

/** The time between two probes of a load balancer, milliseconds; a service drains for longer. */
const probeMs = 200
const drainMs = 3_000

/** Sends each request to the next service that said it is ready, once: what fails is not tried again. */
async function startBalancer(backends: readonly Backend[]): Promise<string> {
  let next = 0
  const server = createServer((request, response) => {
    const ready = backends.filter(({ isReady }) => isReady)
    const backend = ready[next++ % Math.max(1, ready.length)]
    const fail = (status: number) => response.writeHead(status).end()
    if (backend === undefined) return void fail(503)
    const { url, agent } = backend
    const { method, headers, url: path } = request
    const sent = forward(
      { host: url.hostname, port: url.port, agent, method, path, headers },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      },
    )
    sent.on('error', () => fail(502))
    request.pipe(sent)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const probes = setInterval(() => void Promise.all(backends.map(probe)), probeMs)
  onTestFinished(() => {
    clearInterval(probes)
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function probe(backend: Backend): Promise<void> {
  const answer = await fetch(new URL('/readyz', backend.url)).catch(() => null)
  await answer?.text()
  backend.isReady = answer?.status === 200
}

async function readyOf(backend: Backend): Promise<void> {
  while (!backend.isReady) await new Promise((resolve) => setTimeout(resolve, probeMs))
}

test('law: a rolling update loses no request, whichever of two services ends', async () => {
  const database = `sqlite:${join(scratch(), 'vaultwright.sqlite')}`
  const env = {
    DATABASE_URL: database,
    SHUTDOWN_DELAY_MS: `${drainMs}`,
    RATE_LIMIT_PER_MINUTE: '1000000',
    MAX_LOOP_DELAY_MS: '0',
  }
  const onDatabase = (...words: string[]) => run([...words, '--database', database, '--json'])
  onDatabase('db', 'migrate')
  onDatabase('tenant', 'create', 'acme')
  onDatabase('user', 'create', 'ops', '--tenant', 'acme', '--role', 'viewer')
  const { key } = JSON.parse(onDatabase('key', 'create', 'ops').out)
  const backends: Backend[] = []
  const add = async (): Promise<Backend> => {
    const child = start(['serve', '--port', '0', '--json'], { env })
    const [line] = await child.lines(1)
    const backend = {
      url: new URL(JSON.parse(line!).url),
      agent: new Agent({ keepAlive: true }),
      isReady: false,
      stop: async () => {
        child.signal('SIGTERM')
        return (await child.end).code
      },
    }
    onTestFinished(() => backend.agent.destroy())
    backends.push(backend)
    return backend
  }
  const url = await startBalancer(backends)
  await Promise.all([add(), add()])
  await Promise.all(backends.map(readyOf))

  let isOver = false
  const statuses = new Map<number, number>()
  const asking = Array.from({ length: 6 }, async () => {
    while (!isOver) {
      const answer = await fetch(`${url}/v1/vaults`, {
        headers: { authorization: `Bearer ${key}` },
      })
      await answer.text()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    }
  })
  for (const old of [...backends]) {
    await readyOf(await add())
    expect(await old.stop()).toBe(0)
    expect(old.isReady).toBe(false)
  }
  isOver = true
  await Promise.all(asking)
  expect([...statuses.keys()]).toEqual([200])
  expect(statuses.get(200)).toBeGreaterThan(100)
})
