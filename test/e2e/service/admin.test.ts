import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../support/service/service.ts'
import { root, run, runBeside, scratch } from '../program.ts'
import type { Outcome } from '../resident/resident.ts'

const definition = join(root, 'fixtures/definitions/local-eth.yaml')
const tree = join(root, 'fixtures/chain/trees/local-eth-main-3.json')
const treeRoot = '0x1e1d437635149ccf18245843136a8185e5ab155133e3404093786b89fe45d33e'
const vault = '0x5154E7D283ca50923e35Eb01D9c29ff049dc41B2'

/** Runs the program on one database, its URL in the environment. */
function programOn(url: string) {
  const env = { DATABASE_URL: url }
  const ask = (...words: readonly string[]) => {
    const { code, out, err } = run([...words, '--json'], { env })
    return { code, err, report: JSON.parse(out) }
  }
  return { run: (...words: readonly string[]): Outcome => run(words, { env }), ask }
}

type Program = ReturnType<typeof programOn>

/** The whole life of a tenant; returns the texts of the keys that were made. */
function liveOn({ run: tell, ask }: Program): readonly string[] {
  expect(ask('db', 'status')).toMatchObject({ code: 1, report: { ready: false, applied: [] } })
  expect(ask('db', 'migrate')).toMatchObject({ code: 0, report: { ready: true, pending: [] } })
  expect(ask('db', 'migrate')).toMatchObject({ code: 0, report: { ready: true } })
  expect(ask('db', 'status').code).toBe(0)
  expect(ask('user', 'list').report.error.code).toBe('no_tenant')

  expect(ask('tenant', 'create', 'acme').report).toMatchObject({ name: 'acme' })
  expect(ask('tenant', 'list').report.tenants).toHaveLength(1)
  const ada = ask('user', 'create', 'Ada', '--role', 'admin').report
  expect(ada).toMatchObject({ name: 'Ada', role: 'admin', active: true, deactivatedAt: null })
  const bot = ask('user', 'create', 'bot', '--role', 'viewer').report

  const newKey = ask('key', 'create', 'Ada', '--description', 'of Ada', '--rate', '600')
  expect(newKey.err).toContain('shown this once')
  expect(newKey.report).toMatchObject({ userId: ada.id, ratePerMinute: 600, lastUsedAt: null })
  const second = tell('key', 'create', bot.id)
  expect(second.out).toMatch(/^vw_live_[1-9A-HJ-NP-Za-km-z]{50}\n$/)
  const keys = [newKey.report.key, second.out.trim()]
  const listed = ask('key', 'list').report.keys
  expect(listed.map(({ description }: { description: string }) => description)).toEqual([
    '',
    'of Ada',
  ])
  expect(keys[0].startsWith(listed[1].prefix) && keys[0].endsWith(listed[1].lastFour)).toBe(true)
  expect(tell('key', 'revoke', listed[0].id).code).toBe(0)
  expect(ask('key', 'list').report.keys[0].revokedAt).not.toBeNull()

  const added = ask('vault', 'add', definition)
  expect(added.report).toMatchObject({ address: vault, name: 'Local ETH', chains: ['local'] })
  expect(ask('vault', 'add', definition).report).toEqual(added.report)
  expect(ask('vault', 'list').report.vaults).toMatchObject([{ address: vault, status: 'active' }])

  const push = ['tree', 'push', tree, '--vault', 'Local ETH', '--strategist', 'main']
  const pushed = { root: treeRoot, state: 'pending', chain: 'local', vault, differences: [] }
  expect(ask(...push).report).toMatchObject({ ...pushed, newTree: true, newRoot: true })
  expect(ask(...push).report).toMatchObject({ ...pushed, newTree: false, newRoot: false })
  const byAddress = ['tree', 'push', tree, '--vault', vault.toLowerCase()]
  expect(ask(...byAddress, '--strategist', 'lending', '--chain', '31337').report).toMatchObject({
    newTree: false,
    newRoot: true,
  })

  expect(ask('user', 'deactivate', 'bot').report).toMatchObject({ id: bot.id, active: false })
  const users = ask('user', 'list').report.users
  expect(users.map(({ active }: { active: boolean }) => active)).toEqual([true, false])
  const acts = ask('audit', 'list').report.acts
  expect(acts.map(({ act }: { act: string }) => act)).toEqual([
    'user.deactivate',
    'tree.push',
    'tree.push',
    'vault.put',
    'vault.put',
    'key.revoke',
    'key.create',
    'key.create',
    'user.create',
    'user.create',
    'tenant.create',
  ])
  expect(new Set(acts.map(({ actor }: { actor: string }) => actor)).size).toBe(1)
  expect(acts[0].actor).toMatch(/^local:./)
  expect(ask('audit', 'list', '--limit', '2').report.acts).toEqual(acts.slice(0, 2))
  for (const words of [
    ['key', 'list'],
    ['audit', 'list'],
    ['user', 'list'],
  ]) {
    const { out, err } = tell(...words)
    for (const key of keys) expect(out + err).not.toContain(key.slice(12, -4))
  }
  return keys
}

describe('on SQLite', () => {
  const folder = scratch()
  const file = join(folder, 'data/vaultwright.sqlite')
  const program = programOn(`sqlite:${file}`)

  test('default: a tenant lives, and its keys are in no file', () => {
    expect(program.ask('user', 'list').report.error.code).toBe('not_migrated')
    expect(existsSync(file)).toBe(false)
    const keys = liveOn(program)
    const bytes = readdirSync(join(folder, 'data'))
      .map((name) => readFileSync(join(folder, 'data', name), 'latin1'))
      .join('')
    expect(bytes).toContain('of Ada')
    for (const key of keys) expect(bytes).not.toContain(key.slice(12, -4))
  })

  test('behavior: for a person, too', () => {
    expect(program.run('tenant', 'list').out).toMatch(/^tenant +id +created\nacme +tenant_/)
    expect(program.run('user', 'list').out).toMatch(/Ada +admin +active +user_/)
    expect(program.run('user', 'list').out).toMatch(/bot +viewer +deactivated 20/)
    expect(program.run('key', 'list').out).toMatch(
      /Ada +vw_live_.{4}….{4} +600\/min +never +active/,
    )
    const { err } = program.run('key', 'create', 'Ada', '--tenant', 'acme')
    expect(err).toMatch(/"vaultwright key revoke key_\w+ --tenant acme" ends it/)
    expect(program.run('vault', 'list').out).toContain('Local ETH')
    expect(program.run('db', 'status').out).toMatch(/^ready\ndatabase +sqlite:/)
    const push = program.run('tree', 'push', tree, '--vault', vault, '--strategist', 'main')
    expect(push.out).toContain(`pending  ${treeRoot}\nstored before for main (0x`)
    expect(push.err).toBe('')
    const foreign = join(root, 'fixtures/chain/trees/local-usd-lending.json')
    const strange = program.run('tree', 'push', foreign, '--vault', vault, '--strategist', 'main')
    expect(strange.code).toBe(0)
    expect(strange.err).toContain('The file says that it is for the vault 0x0a46')
    expect(strange.err).toContain(`and it was pushed for ${vault}`)
  })

  test('behavior: reports another text of a stored tree, and does not replace it', () => {
    const text = readFileSync(tree, 'utf8')
    const otherFile = join(folder, 'other.json')
    writeFileSync(otherFile, text.replace(/"Description": "/, '"Description": "Otherwise: '))
    const push = ['tree', 'push', otherFile, '--vault', vault, '--strategist', 'main']
    const { report } = program.ask(...push)
    expect(report.differences).toHaveLength(1)
    expect(report.differences[0]).toMatchObject({ field: 'description' })
    expect(report.differences[0].given).toBe(`Otherwise: ${report.differences[0].kept}`)
    expect(program.run(...push).out).toContain('The text that is kept already says otherwise')
  })

  test('behavior: a backup is put back whole, and never over something', () => {
    const copy = join(folder, 'copy.sqlite')
    expect(program.run('db', 'backup', copy).code).toBe(0)
    expect(statSync(copy).mode & 0o077).toBe(0)
    expect(program.ask('db', 'backup', copy)).toMatchObject({ code: 1 })
    const again = programOn(`sqlite:${join(folder, 'again.sqlite')}`)
    expect(again.ask('db', 'restore', copy)).toMatchObject({ code: 0 })
    expect(again.ask('audit', 'list').report).toEqual(program.ask('audit', 'list').report)
    expect(again.ask('db', 'restore', copy).report.error.code).toBe('store_not_empty')
    expect(again.ask('db', 'restore', tree).report.error.code).toBe('invalid_backup')
  })

  test('behavior: with several tenants one must be chosen', () => {
    expect(program.run('tenant', 'create', 'other').code).toBe(0)
    const { code, err } = program.run('user', 'list')
    expect(code).toBe(2)
    expect(err).toContain('There are several tenants: acme, other. Choose one with --tenant.')
    expect(program.ask('user', 'list', '--tenant', 'other').report).toEqual({ users: [] })
    expect(program.ask('user', 'list', '--tenant', 'acme').report.users).toHaveLength(2)
  })

  test.each([
    [1, 'tenant_exists', ['tenant', 'create', 'acme']],
    [3, 'invalid_name', ['tenant', 'create', 'A B']],
    [3, 'tenant_not_found', ['user', 'list', '--tenant', 'nobody']],
    [1, 'user_exists', ['user', 'create', 'Ada', '--role', 'viewer', '--tenant', 'acme']],
    [2, 'usage', ['user', 'create', 'Eve', '--tenant', 'acme']],
    [2, 'usage', ['user', 'create', 'Eve', '--role', 'king', '--tenant', 'acme']],
    [3, 'user_not_found', ['user', 'deactivate', 'Eve', '--tenant', 'acme']],
    [3, 'user_not_found', ['key', 'create', 'Ada', '--tenant', 'other']],
    [1, 'user_inactive', ['key', 'create', 'bot', '--tenant', 'acme']],
    [3, 'invalid_rate', ['key', 'create', 'Ada', '--rate', '0', '--tenant', 'acme']],
    [2, 'usage', ['key', 'create', 'Ada', '--out', 'key.txt', '--tenant', 'acme']],
    [3, 'key_not_found', ['key', 'revoke', 'key_1', '--tenant', 'acme']],
    [3, 'input_missing', ['vault', 'add', 'no-such.yaml', '--tenant', 'acme']],
    [3, 'definition_file', ['vault', 'add', tree, '--tenant', 'acme']],
    [2, 'usage', ['tree', 'push', tree, '--vault', vault, '--tenant', 'acme']],
    [
      2,
      'usage',
      ['tree', 'push', tree, '--vault', 'No', '--strategist', 'main', '--tenant', 'acme'],
    ],
    [
      2,
      'usage',
      ['tree', 'push', tree, '--vault', vault, '--strategist', 'no', '--tenant', 'acme'],
    ],
    [
      2,
      'usage',
      [
        'tree',
        'push',
        tree,
        '--vault',
        vault,
        '--strategist',
        'main',
        '--chain',
        'base',
        '--tenant',
        'acme',
      ],
    ],
    [2, 'usage', ['tenant', 'list', '--url', 'http://127.0.0.1:9']],
    [2, 'usage', ['db', 'migrate', '--url', 'http://127.0.0.1:9']],
    [2, 'usage', ['user', 'list', '--url', 'http://127.0.0.1:9', '--tenant', 'acme']],
    [2, 'usage', ['user', 'list', '--url', 'http://127.0.0.1:9', '--database', 'x']],
    [2, 'usage', ['user', 'list', '--url', 'http://127.0.0.1:9']],
    [3, 'invalid_store_url', ['user', 'list', '--database', 'mysql://x']],
    [4, 'store_unavailable', ['db', 'status', '--database', 'postgres://u:secret@127.0.0.1:1/x']],
    [2, 'usage', ['serve', '--public-url', 'nowhere', '--port', '0']],
    [3, 'not_migrated', ['db', 'backup', 'x.sqlite', '--database', 'sqlite:no-such/file.sqlite']],
  ] as [number, string, string[]][])('error: exit %i, %s for %j', (exit, code, words) => {
    const { code: got, err, report } = program.ask(...words)
    expect({ exit: got, code: report.error.code }).toEqual({ exit, code })
    expect(err).not.toContain('secret')
    expect(err).not.toContain('bug')
  })

  test('error: UnsoundTreeError a tree that contradicts its leaves is refused', () => {
    const damaged = join(folder, 'damaged.json')
    writeFileSync(damaged, readFileSync(tree, 'utf8').replaceAll('0x1e1d43', '0x2e1d43'))
    const push = ['tree', 'push', damaged, '--vault', vault, '--strategist', 'main']
    const { code, report } = program.ask(...push, '--tenant', 'acme')
    expect({ code, report: report.error.code }).toEqual({ code: 3, report: 'unsound_tree' })
  })

  test('error: ApiKeyError for a bad key, and for a URL without a server', () => {
    const askWith = (key: string) => {
      const env = { VAULTWRIGHT_API_KEY: key }
      return run(['user', 'list', '--url', 'http://127.0.0.1:9', '--json'], { env })
    }
    expect(askWith('my secret')).toMatchObject({ code: 3 })
    expect(askWith('my secret').out + askWith('my secret').err).not.toContain('my secret')
    expect(askWith('vw_live_x')).toMatchObject({ code: 4 })
  })
})

describe('on PostgreSQL', () => {
  test('default: the same life', async () => {
    const database = await openDatabase()
    afterAll(database.drop)
    const keys = liveOn(programOn(database.url))
    expect(keys).toHaveLength(2)
    const served = await runBeside(['db', 'status'], { env: { DATABASE_URL: database.url } })
    expect(served.out).not.toContain(new URL(database.url).password || 'no password')
  })
})
