import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@vaultwright/store'
import { expect, onTestFinished, test } from 'vitest'
import { openSeededStore } from '../support/index/index-seed.ts'
import { localChainOfTest } from '../support/node/local-chain.ts'
import { openRedis } from '../support/service/service.ts'
import { canRun } from '../support/skip-unless.ts'

const probe = await openRedis()
await probe?.stop()
const hasRedis = canRun(probe !== null, 'there is no Redis')
const main = join(import.meta.dirname, '../../workers/indexer/src/main.ts')

type Line = Readonly<Record<string, unknown>>

test('default: alone, it indexes all that is over, shows how it goes, and ends when told', async () => {
  const { url, databaseUrl, places, days } = await openWorld()
  const run = await start({ DATABASE_URL: databaseUrl, LOCAL_RPC_URL: url })
  const fetchPath = (path: string) => fetch(`${run.url}${path}`)
  expect((await fetchPath('/health/live')).status).toBe(200)
  expect((await fetchPath('/health/ready')).status).toBe(200)
  expect((await fetchPath('/board/')).status).toBe(404)
  await expect.poll(() => daysOf(databaseUrl, places), { interval: 500 }).toEqual([days, days])
  const indexed = async () =>
    /vaultwright_index_days_total\{chain="local",outcome="indexed"\} (\d+)/.exec(
      await (await fetchPath('/metrics')).text(),
    )?.[1]
  await expect.poll(indexed).toBe(`${2 * days}`)
  expect(await (await fetchPath('/metrics')).text()).toMatch(
    /vaultwright_rpc_requests_total\{chain="local",method="eth_call"\} \d+/,
  )
  expect(await run.end('SIGTERM')).toBe(0)
  expect(run.lines.filter(({ event }) => event === 'task_failed')).toEqual([])
  const messages = run.lines.flatMap(({ msg }) => msg ?? [])
  expect([messages[0], ...messages.slice(-2)]).toEqual(['started', 'stopping', 'stopped'])
  for (const { level, time, process: writer } of run.lines) {
    expect([level, writer]).toEqual(['info', 'indexer'])
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  }
})

test.skipIf(!hasRedis)(
  'behavior: told to end in the middle, the next goes on where it was',
  async () => {
    const { url, databaseUrl, places, days } = await openWorld()
    const redis = (await openRedis())!
    onTestFinished(redis.stop)
    const variables = {
      DATABASE_URL: databaseUrl,
      LOCAL_RPC_URL: url,
      INDEX_ORDER: 'newest',

      REDIS_URL: redis.url,
      INDEX_CONCURRENCY: '1',
      INDEX_ADMIN_KEY: 'sesame-sesame-sesame',
    }
    const first = await start(variables)
    expect((await fetch(`${first.url}/board/`)).status).toBe(401)
    const authorization = 'Bearer sesame-sesame-sesame'
    expect((await fetch(`${first.url}/board/`, { headers: { authorization } })).status).toBe(200)
    await expect.poll(() => first.lines.some(({ event }) => event === 'day_indexed')).toBe(true)
    expect(await first.end('SIGTERM')).toBe(0)
    const second = await start(variables)
    await expect.poll(() => daysOf(databaseUrl, places), { interval: 500 }).toEqual([days, days])
    const indexed = [...first.lines, ...second.lines].filter(({ event }) => event === 'day_indexed')
    expect(indexed.length).toBe(2 * days)
    expect(await second.end('SIGINT')).toBe(0)
  },
)

test('error: reports a bad environment in one line, and runs nothing', async () => {
  const run = launch({ INDEX_PORT: 'secret', QUEUE_URL: 'secret', LOCAL_RPC_URL: 'secret' })
  const [code] = await once(run.child, 'exit')
  expect(code).toBe(1)
  expect(run.lines).toMatchObject([
    { level: 'error', process: 'indexer', code: 'indexer_env_invalid' },
  ])
  for (const name of ['INDEX_PORT', 'QUEUE_URL', 'LOCAL_RPC_URL']) {
    expect(JSON.stringify(run.lines)).toContain(name)
  }
  expect(JSON.stringify(run.lines)).not.toContain('secret')
})

test('error: a database that is not there, or not migrated, ends it at once', async () => {
  const run = launch({ DATABASE_URL: `sqlite:${join(folderOf(), 'none.db')}` })
  const [code] = await once(run.child, 'exit')
  expect([code, run.lines.length]).toEqual([1, 1])
  expect(run.lines[0]?.code).not.toBe('internal_error')
})

async function openWorld() {
  const { anvil, manifest } = await localChainOfTest()
  const databaseUrl = `sqlite:${join(folderOf(), 'store.db')}`
  const { store, places, tenantId } = await openSeededStore(
    manifest,
    await openStore(databaseUrl, { migrate: true }),
  )
  await store.close()
  const days = manifest.days - 1
  return {
    url: anvil.url,
    databaseUrl,
    days,
    places: places.map((vaultRef) => ({ ...vaultRef, tenantId })),
  }
}

async function daysOf(
  url: string,
  places: Awaited<ReturnType<typeof openWorld>>['places'],
): Promise<readonly number[]> {
  const store = await openStore(url)
  try {
    const bases = places.map(({ tenantId, ...place }) => store.derived.bases(tenantId, place))
    return (await Promise.all(bases)).map(
      (days) => days.filter((day) => day.snapshot !== null && day.performance !== null).length,
    )
  } finally {
    await store.close()
  }
}

function folderOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-process-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function launch(variables: Readonly<Record<string, string>>) {
  const child: ChildProcess = spawn(process.execPath, ['--conditions=source', main], {
    env: { PATH: process.env.PATH, HOME: tmpdir(), INDEX_PORT: '0', ...variables },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: Line[] = []
  let buffered = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    const parts = (buffered + text).split('\n')
    buffered = parts.pop() ?? ''
    for (const part of parts.filter((one) => one.startsWith('{'))) lines.push(JSON.parse(part))
  })
  return { child, lines }
}

async function start(variables: Readonly<Record<string, string>>) {
  const { child, lines } = launch(variables)
  const ready = () => lines.find(({ msg }) => msg === 'started')
  await expect.poll(ready).toBeDefined()
  return {
    lines,
    url: String(ready()?.url),
    end: async (signal: NodeJS.Signals): Promise<unknown> => {
      child.kill(signal)
      return (await once(child, 'exit'))[0]
    },
  }
}
