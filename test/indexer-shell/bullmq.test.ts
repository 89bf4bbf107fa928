import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type BullQueue,
  openBullQueue,
  QueueUnavailableError,
  type TaskHandler,
} from '@vaultwright/indexer'
import { FlowProducer, Queue as Jobs } from 'bullmq'
import { Redis } from 'ioredis'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSharedQueue } from '../support/queue/queue-shared.ts'
import { dayOf, labelOf, patient, soon, strict, taskOf } from '../support/queue/queue-task.ts'
import { openDatabase, openRedis } from '../support/service/service.ts'
import { canRun } from '../support/skip-unless.ts'

const done = { kind: 'done' } as const
const probe = await openRedis()
await probe?.stop()
const hasRedis = canRun(probe !== null, 'there is no Redis')
const name = 'test'

describe.skipIf(!hasRedis)('redis', () => {
  test('behavior: what a killed worker had begun is done by another', async () => {
    const { url } = await openServer()
    const second = await openHere(url)
    await assertTaken(url, second)
  })

  test('behavior: a queue that forgets everything has its schedules back, and goes on', async () => {
    const { url } = await openServer()
    const queue = await openHere(url)
    const names: string[] = []
    await queue.work(noting(names), patient)
    await queue.every({ kind: 'gaps.scan', chain: 'local' }, 300)
    await expect.poll(() => names.length).toBeGreaterThan(1)
    const redis = openClient(url)
    await redis.flushall()
    const before = names.length
    await expect.poll(() => names.length).toBeGreaterThan(before + 2)
    await queue.add([dayOf(1)])
    await expect.poll(() => names).toEqual(expect.arrayContaining(dayOf(1).map(labelOf)))
  })

  test('behavior: forgotten in the middle of the work, nothing hangs', async () => {
    const { url } = await openServer()
    const queue = await openHere(url)
    const redis = openClient(url)
    const names: string[] = []
    await queue.work(async (task) => {
      names.push(labelOf(task))
      if (names.length === 1) await redis.flushall()
      return done
    }, patient)
    await queue.add([dayOf(1)])
    await queue.idle(soon())
    expect(names).toEqual(['1 snapshot'])
    await queue.add([dayOf(1)])
    await queue.idle(soon())
    expect(names.slice(1)).toEqual(dayOf(1).map(labelOf))
  })

  test('behavior: a server that goes and comes back, empty, is used again', async () => {
    const server = await openServer()
    const warnings: string[] = []
    const queue = await openHere(server.url, warnings)
    const names: string[] = []
    await queue.work(noting(names), patient)
    await queue.every({ kind: 'gaps.scan', chain: 'local' }, 300)
    await expect.poll(() => names.length).toBeGreaterThan(0)
    await server.kill()
    await wait(500)
    await server.restart()
    names.length = 0
    await expect.poll(() => names).toContain('gaps.scan')
    await queue.add([dayOf(3)])
    await expect.poll(() => names).toContain('3 performance')
    expect(warnings.length).toBeGreaterThan(0)
  })

  test('behavior: schedules that are no longer asked for go', async () => {
    const { url } = await openServer()
    const before = await openHere(url)
    await before.every({ kind: 'gaps.scan', chain: 'local' }, 3_600_000)
    await before.every({ kind: 'roots.sync', ...placeOf() }, 3_600_000)
    await before.close()
    const after = await openHere(url)
    await after.work(async () => done, patient)
    await after.every({ kind: 'gaps.scan', chain: 'local' }, 3_600_000)
    const local = after.jobs().find((queue) => queue.name === 'local')!
    const keys = async () => (await local.getJobSchedulers()).map(({ key }) => key)
    await expect.poll(keys).toEqual(['gaps.scan~local'])
  })

  test('behavior: a job that is not a task is parked and says why', async () => {
    const { url } = await openServer()
    const redis = openClient(url)
    const foreign = new Jobs('local', { connection: redis, prefix: name })
    await foreign.add('vault.snapshot', { kind: 'vault.snapshot', vault: 'drop table' })
    const queue = await openHere(url)
    await queue.work(async () => done, patient)
    await expect.poll(async () => (await queue.counts()).parked).toBe(1)
    const [job] = await foreign.getFailed()
    expect(job?.failedReason).toMatch(/^task_data: /)
    await foreign.close()
  })

  test('behavior: what is parked says its failure without keys and passwords', async () => {
    const { url } = await openServer()
    const queue = await openHere(url)
    await queue.work(
      () => Promise.reject(new Error('at https://me:pw@node.example/v3/k3y?a=b')),
      strict,
    )
    await queue.add([[taskOf(1)]])
    await expect.poll(async () => (await queue.counts()).parked).toBe(1)
    const jobs = new Jobs('local', { connection: openClient(url), prefix: name })
    const [job] = await jobs.getFailed()
    expect(job?.failedReason).toBe('Error: at https://node.example/…')
    expect(JSON.stringify(job)).not.toMatch(/k3y|pw/)
    await jobs.close()
  })

  test('behavior: a task that waits for one that is gone is added afresh', async () => {
    const { url } = await openServer()
    const queue = await openHere(url)
    await queue.add([dayOf(1)])
    // A part of the memory is lost: keys of the first job, and its place in the list.
    const redis = openClient(url)
    const key = (await redis.keys(`${name}:local:vault.snapshot*`)).map(String)
    await redis.unlink(...key, `${name}:local:wait`)
    const names: string[] = []
    await queue.work(noting(names), patient)
    await queue.add([dayOf(1)])
    await queue.idle(soon())
    expect(names).toEqual(dayOf(1).map(labelOf))
  })

  test('behavior: no more tasks of a chain in a minute than allowed, by all processes together', async () => {
    const { url } = await openServer()
    const open = () =>
      openBullQueue({
        url,
        name,
        onProblem: () => {},
        chains: ['local', 'mainnet'],
        perMinute: (chain) => (chain === 'local' ? 3 : null),
      })
    const names: string[] = []
    for (let process = 0; process < 2; process++) {
      const queue = await open()
      onTestFinished(queue.close)
      await queue.work(noting(names), patient)
      if (process === 0)
        await queue.add([1, 2, 3, 4, 5, 6].map((number) => [taskOf(number)] as const))
      await queue.add([[{ kind: 'gaps.scan', chain: 'mainnet' }]])
    }
    await wait(2_000)
    expect(names.filter((one) => one.endsWith('snapshot'))).toHaveLength(3)
    expect(names).toContain('gaps.scan')
  })

  test('behavior: warns of a server that may forget', async () => {
    const { url } = await openServer(['--maxmemory-policy', 'allkeys-lru'])
    const warnings: string[] = []
    await openHere(url, warnings)
    expect(warnings).toEqual([expect.stringContaining('noeviction')])
  })

  test('behavior: thousands of days are in the queue once, in few questions', async () => {
    const { url } = await openServer()
    const queue = await openHere(url)
    const days = Array.from({ length: 1_000 }, (_, at) => dayOf(at))
    await queue.add(days)
    await queue.add(days)
    expect((await queue.counts()).waiting).toBe(3_000)
  })

  test('behavior: flows of others on the same server are left alone', async () => {
    const { url } = await openServer()
    const connection = openClient(url)
    const flows = new FlowProducer({ connection })
    await flows.add({ name: 'theirs', queueName: 'local', data: {} })
    const queue = await openHere(url)
    await queue.work(async () => done, patient)
    await queue.idle(soon())
    const theirs = new Jobs('local', { connection })
    expect((await theirs.getJobCounts('waiting')).waiting).toBe(1)
    await theirs.close()
    await flows.close()
  })
})

describe('postgres', () => {
  test('behavior: what a killed worker had begun is done by another', async () => {
    const { url, drop } = await openDatabase()
    onTestFinished(drop)
    const second = await openHere(url)
    await assertTaken(url, second)
  })

  test('error: QueueUnavailableError when no server answers, without the password', async () => {
    for (const url of [
      'redis://user:sesame@127.0.0.1:1',
      'postgres://user:sesame@127.0.0.1:1/db',
    ]) {
      const opening = openBullQueue({
        url,
        name,
        onProblem: () => {},
        chains: [],
        perMinute: () => null,
        times: { patienceMs: 300 },
      })
      const error = await opening.catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(QueueUnavailableError)
      expect(error).toMatchObject({ code: 'queue_unavailable', retryable: true })
      expect(String((error as Error).message)).not.toContain('sesame')
    }
  })
})

function noting(seen: string[]): TaskHandler {
  return async (task) => {
    seen.push(labelOf(task))
    return done
  }
}

async function assertTaken(url: string, second: BullQueue): Promise<void> {
  const program = `${import.meta.dirname}/../support/queue/queue-process.ts`
  const args = ['--conditions=source', program, url, name]
  const first = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void first.kill('SIGKILL'))
  await second.add([dayOf(7)])
  expect(`${(await once(first.stdout, 'data'))[0]}`).toBe('7 snapshot\n')
  first.kill('SIGKILL')
  const names: string[] = []
  await second.work(noting(names), patient)
  await second.idle(soon())
  expect(names).toEqual(dayOf(7).map(labelOf))
}

async function openServer(more: readonly string[] = []) {
  const server = (await openRedis(more))!
  onTestFinished(server.stop)
  return server
}

async function openHere(url: string, problems: string[] = []): Promise<BullQueue> {
  const queue = await openSharedQueue(url, name, (problem) => void problems.push(problem))
  onTestFinished(queue.close)
  return queue
}

function openClient(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: null })
  redis.on('error', () => {})
  onTestFinished(() => redis.disconnect())
  return redis
}

function placeOf() {
  const { tenantId, chain, vault } = taskOf(1) as Extract<
    ReturnType<typeof taskOf>,
    { kind: 'vault.daily' }
  >
  return { tenantId, chain, vault }
}
