import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type BullTimes, openBullQueue } from '@vaultwright/indexer'
import { Redis } from 'ioredis'
import { describe, expect, onTestFinished, test } from 'vitest'
import { patient, strict, taskOf } from '../support/queue/queue-task.ts'
import { openDatabase, openRedis } from '../support/service/service.ts'
import { canRun } from '../support/skip-unless.ts'

const done = { kind: 'done' } as const
const probe = await openRedis()
await probe?.stop()
const name = 'test'
/** Work has for ever to end, so that only what ends by itself ends. */
const unbounded = { closeMs: 2 ** 31 - 1 }
const short = { lockMs: 1_000, stalledMs: 500, keepMs: 500, closeMs: 300, graceMs: 300 }

describe.skipIf(!canRun(probe !== null, 'there is no Redis'))('redis', () => {
  test('behavior: an idle queue closes at once while its server is away', async () => {
    const server = (await openRedis())!
    onTestFinished(server.stop)
    const { queue, problems } = await openQueue(server.url, unbounded)
    await queue.work(async () => done, patient)
    // A chain, what is of no chain, and replays: each waits on a connection of its own.
    await untilBlocked(server.url, 3)
    await server.kill()
    await expect.poll(() => problems).not.toEqual([])
    await expectClosed(queue)
  })

  test('behavior: a queue that works closes while its server is away, and its work ends', async () => {
    const server = (await openRedis())!
    onTestFinished(server.stop)
    const { queue, problems } = await openQueue(server.url, short)
    const work = await beginUntilStopped(queue)
    await server.kill()
    await expect.poll(() => problems).not.toEqual([])
    await expectClosed(queue)
    expect(work).toEqual({ begun: 1, stopped: 1 })
  })

  test('behavior: a queue closes while its server is silent', async () => {
    const server = (await openRedis())!
    onTestFinished(server.stop)
    await expectClosedThroughSilence(server.url)
  })

  test('behavior: work that does not end is asked to stop, and another worker does it', async () => {
    const server = (await openRedis())!
    onTestFinished(server.stop)
    const { queue } = await openQueue(server.url, short)
    const work = await beginUntilStopped(queue)
    await expectClosed(queue)
    expect(work).toEqual({ begun: 1, stopped: 1 })
    const second = await openQueue(server.url, short)
    const names: string[] = []
    await second.queue.work(async (task) => {
      names.push(task.kind)
      return done
    }, patient)
    await expect.poll(() => names).toEqual(['vault.snapshot'])
    expect((await second.queue.counts()).parked).toBe(0)
    await expectClosed(second.queue)
  })
})

test('behavior: a queue on PostgreSQL closes while its server is silent', async () => {
  const { url, drop } = await openDatabase()
  onTestFinished(drop)
  await expectClosedThroughSilence(url)
})

type BullQueue = Awaited<ReturnType<typeof openBullQueue>>

async function openQueue(url: string, times: Partial<BullTimes>) {
  const problems: string[] = []
  const queue = await openBullQueue({
    url,
    name,
    onProblem: (problem) => void problems.push(problem),
    chains: ['local'],
    perMinute: () => null,
    times,
  })
  return { queue, problems }
}

/** Lets work begin that only ends, by failing, when it is asked to stop. */
async function beginUntilStopped(queue: BullQueue) {
  const work = { begun: 0, stopped: 0 }
  await queue.work((_task, { signal }) => {
    work.begun++
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        work.stopped++
        reject(new Error('cut'))
      })
    })
  }, strict)
  await queue.add([[taskOf(1)]])
  await expect.poll(() => work.begun).toBe(1)
  return work
}

async function expectClosed(queue: BullQueue): Promise<void> {
  const end = await Promise.race([queue.close(), wait(30_000, 'open', { ref: false })])
  expect(end).not.toBe('open')
}

/** A server whose connections stay and say nothing more. */
async function expectClosedThroughSilence(url: string): Promise<void> {
  const place = new URL(url)
  const { hostname, port } = place
  const sockets: Socket[] = []
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) socket.on('error', () => {})
    sockets.push(near.pipe(far), far.pipe(near))
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  place.port = `${(proxy.address() as AddressInfo).port}`
  const { queue } = await openQueue(place.href, short)
  await queue.work(async () => done, patient)
  await queue.counts()
  for (const socket of sockets) socket.unpipe().pause()
  await expectClosed(queue)
}

/** Waits until so many connections wait for a job. */
async function untilBlocked(url: string, connections: number): Promise<void> {
  const redis = new Redis(url)
  const blocked = async () => /^blocked_clients:(\d+)/m.exec(await redis.info('clients'))?.[1]
  await expect.poll(blocked).toBe(`${connections}`)
  redis.disconnect()
}
