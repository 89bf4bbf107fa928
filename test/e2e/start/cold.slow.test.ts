import { join } from 'node:path'
import { expect, test } from 'vitest'
import { example, root } from '../program.ts'
import { loadedBy } from './cold.ts'

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

/** The modules of the API and its database. */
const served = /fastify|kysely|better-sqlite3|\/pg\/|packages\/(store|api|client|wire)\//
/** The module that reads definitions, and describes the interface. */
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
  const otherVariables = {
    VAULTWRIGHT_API_KEY: 'x',
    VAULTWRIGHT_DATA_DIR: join(root, 'no-such-folder'),
  }
  const database = loadedBy(['user', 'list'], otherVariables)
  expect(database.some((url) => url.includes('/kysely/'))).toBe(true)
  expect(database.filter((url) => /fastify|packages\/(api|client)\//.test(url))).toEqual([])
  const api = loadedBy(['user', 'list', '--url', 'http://127.0.0.1:9'], otherVariables)
  expect(api.some((url) => url.includes('packages/client/'))).toBe(true)
  expect(api.filter((url) => /fastify|kysely|packages\/(api|store)\//.test(url))).toEqual([])
})
