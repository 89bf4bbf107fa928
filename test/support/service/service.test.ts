import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { canRun } from '../skip-unless.ts'
import { openDatabase, openKeyspace, openRedis } from './service.ts'
import { openBrowser } from './service-browser.ts'
import { packagedProgram } from './service-browser-program.ts'
import { openMemoryFolder } from './service-folder.ts'
import { openPostgres } from './service-postgres.ts'
import { isRunning, onFreePort } from './service-process.ts'

describe('openDatabase', () => {
  test('default: what is written is read', async () => {
    const database = await openDatabase()
    const client = await connect(database.url)
    await client.query('create table thing (name text)')
    await client.query("insert into thing values ('ü')")
    expect((await client.query('select name from thing')).rows).toEqual([{ name: 'ü' }])
    await client.end()
    await database.drop()
    await expect(connect(database.url)).rejects.toThrow(/does not exist/)
  })

  test('behavior: two databases know nothing of each other', async () => {
    const [first, two] = await Promise.all([openDatabase(), openDatabase()])
    onTestFinished(async () => void (await Promise.all([first.drop(), two.drop()])))
    await ask(first.url, 'create table thing (name text)')
    await expect(ask(two.url, 'select name from thing')).rejects.toThrow(/does not exist/)
  })
})

describe('openPostgres', () => {
  test('behavior: fsync is on; a crash loses nothing that was committed', async () => {
    const server = await openPostgres()
    onTestFinished(server.stop)
    expect(await ask(server.url, 'show fsync')).toEqual([{ fsync: 'on' }])
    await ask(server.url, 'create table thing as select 7 as number')
    const client = await connect(server.url)
    client.on('error', () => {})
    const before = server.pid()
    await server.kill()
    expect(isRunning(before)).toBe(false)
    await expect(ask(server.url, 'select 1')).rejects.toThrow()
    await server.restart()
    expect(server.pid()).not.toBe(before)
    expect(await ask(server.url, 'select number from thing')).toEqual([{ number: 7 }])
  })

  test('behavior: stop leaves no process and no file', async () => {
    const server = await openPostgres()
    const pid = server.pid()
    const [row] = await ask(server.url, 'show data_directory')
    const data = row?.data_directory
    expect(isRunning(pid)).toBe(true)
    await server.stop()
    await server.stop()
    expect(isRunning(pid)).toBe(false)
    expect(existsSync(String(data))).toBe(false)
  })
})

describe.skipIf(!canRun(process.platform === 'linux', 'there is no /proc'))('a run', () => {
  const children = `const children = () =>
    console.log(readFileSync(\`/proc/\${process.pid}/task/\${process.pid}/children\`, 'utf8').split(' ').length - 1)`
  const walk = `${children}
    const close = await setup()
    children()
    await openDatabase()
    children()
    await close()
    await new Promise((done) => setTimeout(done, 100))
    children()`

  test('behavior: starts nothing before a test asks, and leaves nothing', async () => {
    const [before, during, after] = await sayingsOf(walk, {})
    expect([before, after]).toEqual(['0', '0'])
    expect(Number(during)).toBeGreaterThan(0)
  })

  test('behavior: uses the server that it is given', async () => {
    const server = await openPostgres()
    onTestFinished(server.stop)
    expect(await sayingsOf(walk, { TEST_DATABASE_URL: server.url })).toEqual(['0', '0', '0'])
    const names = await ask(server.url, "select from pg_database where datname like 'test_%'")
    expect(names).toHaveLength(1)
  })

  const place = `const close = await setup()
    console.log(process.env.TMPDIR)
    console.log(existsSync(process.env.TMPDIR))
    await openDatabase()
    await close()
    console.log(process.env.TMPDIR)`

  test('behavior: its temporary files lie in memory and are gone at its end', async ({ skip }) => {
    const folder = openMemoryFolder()
    if (folder === null) return skip('no memory for files on this machine')
    folder.close()
    expect(existsSync(folder.path)).toBe(false)
    const [during, isThere, after] = await sayingsOf(place, { TMPDIR: undefined })
    expect(during).toMatch(/^\/dev\/shm\/vaultwright-run-/)
    expect([isThere, after]).toEqual(['true', 'undefined'])
    expect(existsSync(`${during}`)).toBe(false)
    // A run that was killed left its own.
    const left = folder.path.replace(`-${process.pid}-`, '-4194305-')
    mkdirSync(left)
    openMemoryFolder()?.close()
    expect(existsSync(left)).toBe(false)
  })

  test('behavior: its temporary files lie where TMPDIR says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vaultwright-place-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    // PostgreSQL runs as another user.
    chmodSync(folder, 0o755)
    expect(await sayingsOf(place, { TMPDIR: folder })).toEqual([folder, 'true', folder])
  })

  test('behavior: what a killed run started ends too', async () => {
    const run = script(
      'const server = await openPostgres(); console.log(server.pid()); setInterval(() => {}, 1000)',
      {},
    )
    onTestFinished(() => void run.kill('SIGKILL'))
    const pid = Number(`${(await once(run.stdout, 'data'))[0]}`)
    expect(isServing(pid)).toBe(true)
    run.kill('SIGKILL')
    for (let step = 0; step < 100 && isServing(pid); step++) await wait(50)
    expect(isServing(pid)).toBe(false)
  })
})

describe('onFreePort', () => {
  test('behavior: takes another port when the first is taken', async () => {
    const ports: number[] = []
    const service = { url: '', pid: () => 0, stop: done, kill: done, restart: done }
    const opened = await onFreePort(async (port) => {
      ports.push(port)
      if (ports.length === 1) throw new Error('bind: Address already in use')
      return service
    })
    expect(opened).toBe(service)
    expect(ports).toHaveLength(2)
  })

  test('error: tells what a program said that does not start', async () => {
    await expect(openPostgres(['no_such_setting=1'])).rejects.toThrow(/no_such_setting/)
  })
})

const keyspace = await openKeyspace()
const redis = await openRedis()
await redis?.stop()

describe.skipIf(!canRun(keyspace !== null, 'there is no Redis'))('openKeyspace', () => {
  test('default: counts, and drop leaves no key', async () => {
    const mine = await openKeyspace()
    const otherKeyspace = await openKeyspace()
    const client = new Redis(mine!.url)
    onTestFinished(async () => {
      client.disconnect()
      await otherKeyspace!.drop()
    })
    await client.set(`${otherKeyspace!.prefix}n`, 'stays')
    expect(await client.incr(`${mine!.prefix}n`)).toBe(1)
    expect(await client.incr(`${mine!.prefix}n`)).toBe(2)
    await mine!.drop()
    expect(await client.exists(`${mine!.prefix}n`)).toBe(0)
    expect(await client.get(`${otherKeyspace!.prefix}n`)).toBe('stays')
  })
})

describe.skipIf(!canRun(redis !== null, 'there is no Redis'))('openRedis', () => {
  test('behavior: killed, started again empty at the same place, stopped without a trace', async () => {
    const server = (await openRedis())!
    onTestFinished(server.stop)
    const client = new Redis(server.url, { retryStrategy: () => 20 })
    client.on('error', () => {})
    onTestFinished(() => client.disconnect())
    expect(await client.incr('n')).toBe(1)
    const before = server.pid()
    await server.kill()
    expect(isRunning(before)).toBe(false)
    await server.restart()
    expect(await client.incr('n')).toBe(1)
    const after = server.pid()
    await server.stop()
    expect(isRunning(after)).toBe(false)
  })
})

const isPackaged = process.platform === 'linux' && process.arch === 'x64'

describe('openBrowser', () => {
  test('default: draws a page, with letters', async () => {
    const browser = await openBrowser()
    onTestFinished(() => browser.close())
    const page = await browser.newPage({ viewport: { width: 400, height: 200 } })
    await page.goto(
      'data:text/html,<title>T</title><h1>Vault</h1><script>document.title+=1</script>',
    )
    expect(await page.title()).toBe('T1')
    const screenshot = await page.screenshot()
    expect(screenshot.subarray(1, 4).toString()).toBe('PNG')
    await page.goto('data:text/html,<title>T</title><h1></h1>')
    expect(screenshot.length).toBeGreaterThan((await page.screenshot()).length + 500)
  })

  test('behavior: two who open it share one program, and close what is theirs', async () => {
    const [first, two] = await Promise.all([openBrowser(), openBrowser()])
    onTestFinished(() => two.close())
    expect(first.version()).toBe(two.version())
    const page = await (await first.newContext()).newPage()
    const secondPage = await (await two.newContext()).newPage()
    expect([first.contexts().length, two.contexts().length]).toEqual([1, 1])
    await first.close()
    expect(page.isClosed()).toBe(true)
    await secondPage.goto('data:text/html,<title>T</title>')
    expect(await secondPage.title()).toBe('T')
  })

  test.skipIf(!canRun(isPackaged, 'no browser is packaged for this machine'))(
    'behavior: the packaged program is unpacked once',
    async () => {
      const [first, two] = await Promise.all([packagedProgram(), packagedProgram()])
      expect(first).toEqual(two)
      expect(existsSync(first.command)).toBe(true)
    },
  )
})

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = await connect(url)
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Undefined for a variable that is not to be set. */
type Environment = Readonly<Record<string, string | undefined>>

function script(text: string, env: Environment) {
  const imports = `import { existsSync, readFileSync } from 'node:fs'
    import setup from '${import.meta.dirname}/service-setup.ts'
    import { openDatabase } from '${import.meta.dirname}/service.ts'
    import { openPostgres } from '${import.meta.dirname}/service-postgres.ts'`
  const { VAULTWRIGHT_SERVICE_DESK, TEST_DATABASE_URL, NODE_OPTIONS, ...variables } = process.env
  const args = ['--input-type=module', '-e', `${imports}\n${text}`]
  return spawn(process.execPath, args, {
    env: { ...variables, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function sayingsOf(text: string, env: Environment): Promise<string[]> {
  const run = script(text, env)
  const chunks = await run.stdout.toArray()
  return chunks.join('').trim().split('\n')
}

// A machine whose first process reaps no children keeps the ended ones in its list.
function isServing(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function done(): Promise<void> {}
