import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchWhenFree, root, run, scratch, startBeside } from '../program.ts'

const page = readFileSync(join(root, 'deploy/README.md'), 'utf8')
const release = join(root, 'fixtures/release/0.1.0')
const secret = 's3cr3tk3ys3cr3tk3y'
let chainId = 42_161
let nodeUrl = ''

const node = createServer((request, response) => {
  let text = ''
  request.on('data', (part) => {
    text += part
  })
  request.on('end', () => {
    const { id } = JSON.parse(text)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: `0x${chainId.toString(16)}` }))
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  nodeUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}/${secret}`
})
afterAll(() => void node.close())

/** The database of a release, as an operator has it before an upgrade. */
function openReleased(folder: string): string {
  const file = join(folder, 'vaults.sqlite')
  const db = new Database(file)
  db.pragma('foreign_keys = off')
  db.exec(readFileSync(join(release, 'sqlite.sql'), 'utf8'))
  db.close()
  return file
}

async function serve(env: Readonly<Record<string, string>>) {
  // On a busy machine the loop is late, and what is refused for that is not what is looked at here.
  const late = { MAX_LOOP_DELAY_MS: '0' }
  const running = startBeside(['serve', '--port', '0', '--json'], { env: { ...env, ...late } })
  const [line] = await running.lines(1)
  if (line === '{') throw new Error((await running.end).err)
  const { url } = JSON.parse(line!) as { readonly url: string }
  return {
    running,
    ready: async () => {
      for (;;) {
        const text = await (await fetchWhenFree(`${url}/readyz`)).text()
        // The node of this test is never away: on a busy machine its answer is late.
        if (!text.includes('"node_away"')) return JSON.parse(text)
      }
    },
    end: async () => {
      running.signal('SIGTERM')
      return running.end
    },
  }
}

/** The commands that an operator had to run to learn what one look at `/readyz` tells now. */
const before = [
  'node --version',
  'vaultwright db status',
  'curl --data eth_chainId <each URL of each variable>',
  'redis-cli ping',
  'env | grep _RPC_URL, and compare each name with the list of chains',
]

test('golden: the journey of an operator: one look tells what took five commands', async () => {
  const folder = scratch()
  const database = `sqlite:${openReleased(folder)}`
  const urlFile = join(folder, 'mainnet-rpc-url')
  writeFileSync(urlFile, `${nodeUrl}\n`)
  const commands: string[] = []
  const vaultwright = (...words: string[]) => {
    commands.push(`vaultwright ${words.join(' ')}`)
    const { code, out, err } = run(words, { env: { DATABASE_URL: database } })
    expect([words, code], err).toEqual([words, 0])
    return out
  }

  // Before an upgrade there is a backup, and the migration is the new release's first act.
  const backup = join(folder, 'before-upgrade.sqlite')
  vaultwright('db', 'backup', backup)
  vaultwright('db', 'migrate')
  // It says that an older formula computed the days: they are computed anew, without a chain.
  vaultwright('index', 'replay')

  // Everything is wrong at once: the chain of the node, the name of a variable, Redis.
  commands.push('vaultwright serve')
  const wrong = await serve({
    DATABASE_URL: database,
    MAINNET_RPC_URL_FILE: urlFile,
    ARBITRM_RPC_URL: nodeUrl,
    REDIS_URL: 'redis://127.0.0.1:1',
  })
  commands.push('curl /readyz')
  const report = await wrong.ready()
  expect(report).toMatchObject({ status: 'degraded', because: ['redis', 'nodes', 'environment'] })
  const problems = Object.values(report.parts).flatMap(
    (part) => (part as { readonly problems?: readonly { readonly code: string }[] }).problems ?? [],
  )
  expect(problems.map(({ code }) => code)).toEqual([
    'redis_away',
    'wrong_chain',
    'one_node_believed',
    'variable_unknown',
  ])
  expect(JSON.stringify(problems)).toContain('Did you mean ARBITRUM_RPC_URL?')
  const { err } = await wrong.end()
  const lines = err.trim().split('\n')
  const parsed = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
  for (const { level, time, process } of parsed) {
    expect(['info', 'warn', 'error']).toContain(level)
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(['api', 'program']).toContain(process)
  }
  const messages = parsed.map(({ msg }) => String(msg))
  expect(messages.some((text) => text.startsWith('started: http://127.0.0.1:'))).toBe(true)
  expect(messages.slice(-2)).toEqual(['stopping', 'stopped'])
  expect(parsed.map(({ code }) => code)).toEqual(expect.arrayContaining(['wrong_chain']))
  expect(`${JSON.stringify(report)}${err}`).not.toContain(secret)

  // Corrected, it is ready: the old answers are served by the new release.
  chainId = 1
  commands.push('vaultwright serve')
  const right = await serve({ DATABASE_URL: database, MAINNET_RPC_URL_FILE: urlFile })
  commands.push('curl /readyz')
  expect(await right.ready()).toMatchObject({ status: 'ready' })
  await right.end()

  // And back: the backup of before stands in a new database.
  vaultwright('db', 'restore', backup, '--database', `sqlite:${join(folder, 'back.sqlite')}`)
  const looks = commands.filter((command) => command === 'curl /readyz').length
  console.log(
    `the operator's journey: ${commands.length} commands, of which ${looks} look; before: ${
      commands.length - looks + looks * before.length
    }`,
  )
  expect(commands.length).toBe(8)
  expect(commands.length - looks + looks * before.length).toBe(16)
})

test('golden: the drill of the page runs as it stands, and restores every row', () => {
  const folder = scratch()
  const source = openReleased(folder)
  const drill = /## Back up[\s\S]*?```sh\n([\s\S]*?)```/.exec(page)![1]!.trim().split('\n')
  expect(drill.length).toBeGreaterThan(3)
  for (const line of drill) {
    const [npx, name, ...words] = line.replace('--tenant acme', '--tenant demo').split(' ')
    expect([npx, name]).toEqual(['npx', 'vaultwright'])
    const options = { cwd: folder, env: { DATABASE_URL: `sqlite:${source}` } }
    const { code, err } = run(words, options)
    expect([line, code], err).toEqual([line, 0])
  }
  const count = (file: string, table: string) => {
    const db = new Database(join(folder, file), { readonly: true })
    const { rows } = db.prepare(`select count(*) as rows from ${table}`).get() as { rows: number }
    db.close()
    return rows
  }
  for (const table of [
    'vault',
    'tree',
    'root',
    'reading',
    'snapshot',
    'daily_point',
    'audit_entry',
  ])
    expect([table, count('drill-restored.sqlite', table)]).toEqual([
      table,
      count('vaults.sqlite', table),
    ])
})

test('refuses: the drill over a backup that is there, and a database that is not empty', () => {
  const folder = scratch()
  const source = `sqlite:${openReleased(folder)}`
  const backup = join(folder, 'backup.sqlite')
  copyFileSync(join(release, 'sqlite.sql'), backup)
  expect(run(['db', 'backup', backup], { env: { DATABASE_URL: source } }).code).not.toBe(0)
  const again = join(folder, 'again.sqlite')
  expect(run(['db', 'backup', again], { env: { DATABASE_URL: source } }).code).toBe(0)
  const refused = run(['db', 'restore', again, '--database', source, '--json'])
  expect(JSON.parse(refused.out).error.code).toBe('store_not_empty')
})
