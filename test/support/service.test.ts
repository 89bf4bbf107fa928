import { existsSync } from 'node:fs'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase, openKeyspace, openRedis } from './service.ts'
import { openBrowser, packagedProgram } from './service-browser.ts'
import { openPostgres } from './service-postgres.ts'
import { isRunning } from './service-process.ts'

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
    const [one, two] = await Promise.all([openDatabase(), openDatabase()])
    onTestFinished(async () => void (await Promise.all([one.drop(), two.drop()])))
    await ask(one.url, 'create table thing (name text)')
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

const keyspace = await openKeyspace()
const redis = await openRedis()
await redis?.stop()

describe.skipIf(keyspace === null)('openKeyspace', () => {
  test('default: counts, and drop leaves no key', async () => {
    const mine = await openKeyspace()
    const other = await openKeyspace()
    const client = new Redis(mine!.url)
    onTestFinished(async () => {
      client.disconnect()
      await other!.drop()
    })
    await client.set(`${other!.prefix}n`, 'stays')
    expect(await client.incr(`${mine!.prefix}n`)).toBe(1)
    expect(await client.incr(`${mine!.prefix}n`)).toBe(2)
    await mine!.drop()
    expect(await client.exists(`${mine!.prefix}n`)).toBe(0)
    expect(await client.get(`${other!.prefix}n`)).toBe('stays')
  })
})

describe.skipIf(redis === null)('openRedis', () => {
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

describe('openBrowser', () => {
  test('default: draws a page, with letters', async () => {
    const browser = await openBrowser()
    onTestFinished(() => browser.close())
    const page = await browser.newPage({ viewport: { width: 400, height: 200 } })
    await page.goto(
      'data:text/html,<title>T</title><h1>Vault</h1><script>document.title+=1</script>',
    )
    expect(await page.title()).toBe('T1')
    const words = await page.screenshot()
    expect(words.subarray(1, 4).toString()).toBe('PNG')
    await page.goto('data:text/html,<title>T</title><h1></h1>')
    expect(words.length).toBeGreaterThan((await page.screenshot()).length + 500)
  })

  test.skipIf(process.platform !== 'linux' || process.arch !== 'x64')(
    'behavior: the packaged program is unpacked once',
    async () => {
      const [one, two] = await Promise.all([packagedProgram(), packagedProgram()])
      expect(one).toEqual(two)
      expect(existsSync(one.command)).toBe(true)
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
