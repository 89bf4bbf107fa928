import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { example, main, root } from './program.ts'

/** The files, Node's own included, that the program loads for a command line. */
function loadedBy(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): readonly string[] {
  const hook = join(root, 'test/e2e/loaded.mjs')
  const { stderr } = spawnSync(process.execPath, ['--import', hook, main, ...words], {
    env: { ...process.env, ...env },
  })
  const lines = stderr
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('loaded '))
  return lines.map((line) => line.slice('loaded '.length))
}

const files = loadedBy(['tree', 'root', example])
const paths = files.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url))

/** What reads every command line. */
const parser = /node_modules\/yargs-parser\//

test('behavior: the root of a tree takes two files, and no library and no module of Node', () => {
  expect(paths.map((path) => basename(path))).toEqual(['main.js', 'part-core.js'])
  expect(files.filter((url) => !url.startsWith('file:'))).toEqual([])
  // What Node compiles before a line runs.
  const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0)
  expect(bytes).toBeLessThan(180_000)
})

test('behavior: options take the parser, which is five files', () => {
  const asked = loadedBy(['tree', 'root', example, '--json'])
  const own = asked.filter((url) => !parser.test(url))
  expect(own.map((url) => basename(url))).toEqual(['main.js', 'part-core.js'])
  expect(asked.length - own.length).toBeLessThanOrEqual(5)
})

test('behavior: what is not needed for the root is not in these files', () => {
  const rooms = paths.flatMap((path) =>
    [
      ...readFileSync(path, 'utf8').matchAll(
        /^\/\/(?:#region)? ?packages\/([\w-]+)\/src\/(\S+)$/gm,
      ),
    ].map(([, room, file]) => ({ room, file })),
  )
  expect(rooms.length).toBeGreaterThan(20)
  const used = new Set(rooms.map(({ room }) => room))
  expect([...used].sort()).toEqual(['base', 'cli', 'formats', 'manager', 'merkle'])
  const later = /^(rule|manage-|match|verify|lint|diff|explain|help|open-zeppelin)/
  expect(rooms.filter(({ file }) => later.test(file!))).toEqual([])
  // The rest of a file is read, compared and printed where more than its root is asked for.
  const other = /\/(rust|binary|compare|deviation|solidity-(print|check|match|read))/
  expect(rooms.filter(({ file }) => other.test(file!))).toEqual([])
})

test('behavior: a page of help loads no library but the parser', () => {
  const help = loadedBy(['tree', 'root', '--help'])
  expect(help.filter((url) => url.includes('node_modules/') && !parser.test(url))).toEqual([])
})

test('behavior: settings are read without a project file by no library of schemas', () => {
  const env = { VAULTWRIGHT_CHAIN: 'local' }
  const shown = loadedBy(['tree', 'show', example], env)
  expect(shown.filter((url) => schemas.test(url))).toEqual([])
})

test('behavior: no command loads the large libraries', () => {
  const all = loadedBy(['tree', 'check', example])
  expect(all.filter((url) => /viem|openzeppelin|node_modules\/yargs\//.test(url))).toEqual([])
})

const main3 = join(root, 'fixtures/chain/trees/local-eth-main-3.json')
const definition = join(root, 'fixtures/definitions/local-eth.yaml')
const supply = ['--set', 'asset=USDC', '--set', 'amount=1', '--chain', '31337']

test.each([
  ['actions list', ['actions', 'list', main3]],
  ['action build', ['action', 'build', 'aave_v3/supply', '--tree', main3, ...supply]],
])('behavior: without a node, %s loads nothing that talks to one', (_, words) => {
  expect(loadedBy(words).filter((url) => /viem|node:net|node:http/.test(url))).toEqual([])
})

/** What the API and its database are made of. */
const served = /fastify|kysely|better-sqlite3|\/pg\/|packages\/(store|api|client|wire)\//
/** What reads definitions, and describes the interface. */
const schemas = /typebox/

test.each([
  ['tree build', ['tree', 'build', definition, '--strategist', 'main']],
  ['actions list', ['actions', 'list', main3]],
  ['action build', ['action', 'build', 'aave_v3/supply', '--tree', main3, ...supply]],
])('behavior: %s loads nothing of the API and its database', (_, words) => {
  expect(loadedBy(words).filter((url) => served.test(url))).toEqual([])
})

test.each([
  ['tree check', ['tree', 'check', example]],
  ['key create --help', ['key', 'create', '--help']],
  ['serve --help', ['serve', '--help']],
])('behavior: %s loads no schemas, and nothing of the API and its database', (_, words) => {
  const loaded = loadedBy(words)
  expect(loaded.filter((url) => served.test(url) || schemas.test(url))).toEqual([])
})

test('behavior: a command of the database loads no server, and one by an API no database', () => {
  const other = { VAULTWRIGHT_API_KEY: 'x', VAULTWRIGHT_DATA_DIR: join(root, 'no-such-folder') }
  const database = loadedBy(['user', 'list'], other)
  expect(database.some((url) => url.includes('/kysely/'))).toBe(true)
  expect(database.filter((url) => /fastify|packages\/(api|client)\//.test(url))).toEqual([])
  const api = loadedBy(['user', 'list', '--url', 'http://127.0.0.1:9'], other)
  expect(api.some((url) => url.includes('packages/client/'))).toBe(true)
  expect(api.filter((url) => /fastify|kysely|packages\/(api|store)\//.test(url))).toEqual([])
})
