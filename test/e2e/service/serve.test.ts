import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { assertDocumented } from '../../api/support/documented.ts'
import { openDatabase } from '../../support/service/service.ts'
import {
  fetchWhenFree,
  type Running,
  root,
  run,
  runBeside,
  scratch,
  startBeside,
} from '../program.ts'
import type { Outcome } from '../resident/resident.ts'

const definition = join(root, 'fixtures/definitions/local-eth.yaml')
const tree = join(root, 'fixtures/chain/trees/local-eth-main-3.json')
const treeRoot = '0x1e1d437635149ccf18245843136a8185e5ab155133e3404093786b89fe45d33e'

type Served = {
  readonly running: Running
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into it
  readonly report: any
}

/** Starts the API on a free port and reads the line that says it is ready. */
async function serve(database: string): Promise<Served> {
  // On a busy machine the loop is late, and what is refused for that is not what is looked at here.
  const late = { MAX_LOOP_DELAY_MS: '0' }
  const env = { DATABASE_URL: database, LOCAL_RPC_URL: 'http://127.0.0.1:9', ...late }
  const running = startBeside(['serve', '--port', '0', '--json'], { env })
  const [line] = await running.lines(1)
  // More than a line is an error.
  if (line === '{') throw new Error((await running.end).err)
  return { running, report: JSON.parse(line!) }
}

/** Asks and reads to the end: the API waits at its end for a connection whose answer is not read. */
async function fetched(url: string, init: RequestInit = {}) {
  const answer = await fetchWhenFree(url, init)
  const { status } = answer
  const text = await answer.text()
  assertDocumented('GET', url, { status, headers: Object.fromEntries(answer.headers), text })
  return { status, text }
}

const askApi = (url: string, key: string) =>
  fetched(`${url}/v1/vaults`, { headers: { authorization: `Bearer ${key}` } })

describe('on SQLite', () => {
  const folder = scratch()
  const file = join(folder, 'new/vaultwright.sqlite')
  const database = `sqlite:${file}`
  let served: Served
  let key = ''
  const onDatabase = (...words: string[]) => run([...words, '--database', database])
  const byApi = async (...words: string[]): Promise<Outcome> =>
    runBeside([...words, '--url', served.report.url], { env: { VAULTWRIGHT_API_KEY: key } })
  const askByApi = async (...words: string[]) => {
    const { code, out } = await byApi(...words, '--json')
    return { code, report: JSON.parse(out) }
  }

  beforeAll(async () => {
    served = await serve(database)
    onDatabase('tenant', 'create', 'acme')
    onDatabase('user', 'create', 'Ada', '--role', 'admin')
    key = onDatabase('key', 'create', 'Ada').out.trim()
  })

  test('default: it makes its database, says where it is, and answers', async () => {
    const { report } = served
    expect(existsSync(file)).toBe(true)
    expect(report).toMatchObject({ publicUrl: null, database, engine: 'node', chains: ['local'] })
    expect(report.docs).toBe(`${report.url}/docs`)
    // A passkey needs a name: an address of four numbers has none.
    expect(report.console).toBe(`${report.url.replace('127.0.0.1', 'localhost')}/console`)
    expect((await fetched(report.console)).text).toContain('<div id="root">')
    for (const url of [report.docs, report.openapi, report.llms, report.health]) {
      expect((await fetched(url)).status, url).toBe(200)
    }
    expect((await fetched(`${report.url}/v1/vaults`)).status).toBe(401)
    const answer = await askApi(report.url, key)
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([200, { data: [] }])
  })

  test('behavior: by the API the same is done, and refused, as by the database', async () => {
    const user = await askByApi('user', 'create', 'bot', '--role', 'curator')
    expect(user).toMatchObject({ code: 0, report: { name: 'bot', role: 'curator', active: true } })
    expect(await askByApi('user', 'create', 'bot', '--role', 'viewer')).toMatchObject({ code: 1 })
    const newKey = await byApi('key', 'create', 'bot', '--description', 'by the API', '--rate', '9')
    expect(newKey.out).toMatch(/^vw_live_\w{50}\n$/)
    expect(newKey.err).toContain('shown this once')

    const added = await askByApi('vault', 'add', definition)
    expect(added).toMatchObject({ code: 0, report: { name: 'Local ETH', chains: ['local'] } })
    const push = ['tree', 'push', tree, '--vault', 'Local ETH', '--strategist', 'main']
    expect(await askByApi(...push)).toMatchObject({
      code: 0,
      report: { root: treeRoot, state: 'pending', newTree: true, newRoot: true, differences: [] },
    })
    expect(await askByApi(...push)).toMatchObject({ code: 0, report: { newRoot: false } })

    for (const list of ['user', 'key', 'vault', 'audit']) {
      const [here, there] = [
        await byApi(list, 'list', '--json'),
        onDatabase(list, 'list', '--json'),
      ]
      // The key of these very calls was used meanwhile, and the API counts no acts and tells no tenant's id.
      const still = (text: string) =>
        text
          .replace(/"lastUsedAt": .*/g, '')
          .replace(/"id": "(\d+|audit_[\w-]{22})"/g, '"id": ""')
          .replace(/"subject": "(tenant_\w+|acme)"/g, '"subject": ""')
      expect(still(here.out)).toBe(still(there.out))
    }
    const { acts } = (await askByApi('audit', 'list', '--limit', '1')).report
    expect(acts).toMatchObject([{ act: 'tree.push', subject: treeRoot }])
    expect(acts[0].actor).toMatch(/^key:key_/)

    const { keys } = (await askByApi('key', 'list')).report
    expect((await askByApi('key', 'revoke', keys[0].id)).code).toBe(0)
    expect((await askApi(served.report.url, newKey.out.trim())).status).toBe(403)
    expect(await askByApi('user', 'deactivate', 'bot')).toMatchObject({ report: { active: false } })
    expect((await byApi('key', 'create', 'bot')).code).toBe(1)
    expect(await askByApi('user', 'deactivate', 'nobody')).toMatchObject({
      code: 3,
      report: { error: { facts: { reason: 'user_not_found' } } },
    })
  })

  test('error: ForbiddenError of a key that is no admin, and of none', async () => {
    onDatabase('user', 'create', 'Vic', '--role', 'viewer')
    const viewer = onDatabase('key', 'create', 'Vic').out.trim()
    const { url } = served.report
    const askAs = (own: string) =>
      runBeside(['user', 'list', '--url', url], { env: { VAULTWRIGHT_API_KEY: own } })
    for (const key of [viewer, 'vw_live_unknown']) {
      const { code, err } = await askAs(key)
      expect(code).toBe(3)
      expect(err).toContain('code: client_forbidden')
      expect(err).not.toContain(key)
    }
  })

  test('error: PortTakenError {ListenError} says so and leaves nothing', async () => {
    const { port } = new URL(served.report.url)
    const words = ['serve', '--database', database, '--port', port]
    const taken = await runBeside(words)
    expect(taken).toMatchObject({ code: 4, out: '' })
    expect(taken.err).toContain('code: port_taken')
    const words2 = ['serve', '--database', database, '--port', '0', '--host', '192.0.2.1']
    expect((await runBeside(words2)).err).toContain('code: cannot_listen')
  })

  test('error: UsageError names the option, not the variable that it stands for', async () => {
    const words = ['serve', '--database', database, '--port', '99999', '--rate-limit', '0']
    const { code, err } = await runBeside(words)
    expect(code).toBe(2)
    expect(err).toContain('--port must be a whole number from 0 to 65535; --rate-limit must be')
    expect(err).not.toContain('PORT')
    const env = { PORT: '99999' }
    const spoken = await runBeside(['serve', '--database', database], { env })
    expect(spoken).toMatchObject({ code: 2 })
    expect(spoken.err).toContain('PORT must be a whole number from 0 to 65535')
  })

  test('behavior: Ctrl-C lets it end, and nothing stays', async () => {
    served.running.signal('SIGINT')
    const { code, err } = await served.running.end
    expect(code).toBe(0)
    expect(err).not.toContain(key)
    expect(err).toContain('"operation":"listVaults"')
    await expect(fetch(served.report.health)).rejects.toThrow()
    expect(existsSync(`${file}-wal`)).toBe(false)
    expect(readFileSync(file).length).toBeGreaterThan(0)
  })

  test('behavior: SIGTERM does, too; and the text output shows the first steps', async () => {
    const env = { DATABASE_URL: `sqlite:${join(folder, 'other.sqlite')}` }
    const running = startBeside(['serve', '--port', '0'], { env })
    const lines = await running.lines(16)
    expect(lines[0]).toMatch(/^ready {2}http:\/\/127\.0\.0\.1:\d+$/)
    expect(lines.join('\n')).toContain('vaultwright tenant create <name>')
    expect(lines.join('\n')).toContain('none: a node is named by <CHAIN>_RPC_URL')
    running.signal('SIGTERM')
    expect(await running.end).toMatchObject({ code: 0 })
  })
})

describe('on PostgreSQL', () => {
  test('error: NotMigratedError until it is migrated, and then it serves', async () => {
    const { url, drop } = await openDatabase()
    onTestFinished(drop)
    const refused = await runBeside(['serve', '--port', '0'], { env: { DATABASE_URL: url } })
    expect(refused).toMatchObject({ code: 3, out: '' })
    expect(refused.err).toContain('vaultwright db migrate')
    expect((await runBeside(['db', 'migrate'], { env: { DATABASE_URL: url } })).code).toBe(0)
    const { running, report } = await serve(url)
    expect((await fetched(report.health)).status).toBe(200)
    const { password } = new URL(url)
    if (password !== '') expect(report.database).not.toContain(password)
    running.signal('SIGINT')
    expect((await running.end).code).toBe(0)
  })
})
