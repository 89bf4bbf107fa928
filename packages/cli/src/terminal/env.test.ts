import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { configOf } from './env.ts'

const terminal = { isTerminal: true, columns: 120 }
const file = { isTerminal: false, columns: null }

test('default', () => {
  expect(configOf({ stdout: terminal, stderr: terminal }, {})).toEqual({
    color: { stdout: true, stderr: true },
    progress: 120,
    columns: 120,
    pageColumns: 110,
    shell: 'bash',
    rpcUrls: {},
    variables: {},
    databaseUrl: null,
    dataFolder: null,
    apiKey: null,
  })
  expect(configOf({ stdout: file, stderr: file }, {})).toEqual({
    color: { stdout: false, stderr: false },
    progress: null,
    columns: null,
    pageColumns: 100,
    shell: 'bash',
    rpcUrls: {},
    variables: {},
    databaseUrl: null,
    dataFolder: null,
    apiKey: null,
  })
})

test.each([
  [{ NO_COLOR: '1' }, false],
  [{ NO_COLOR: '' }, true],
  [{ NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  [{ FORCE_COLOR: '0' }, false],
  [{ TERM: 'dumb' }, false],
] as [Record<string, string>, boolean][])('behavior: on a terminal, %j', (env, hasColor) => {
  expect(configOf({ stdout: terminal, stderr: file }, env).color.stdout).toBe(hasColor)
})

test('behavior: a pipe is coloured by force only, and no bar is drawn in CI', () => {
  expect(configOf({ stdout: file, stderr: file }, { FORCE_COLOR: '1' }).color.stdout).toBe(true)
  expect(configOf({ stdout: file, stderr: terminal }, { CI: 'true' }).progress).toBe(null)
})

test.each([
  ['80', 80],
  ['200', 110],
  ['', 90],
  ['0', 90],
  ['wide', 90],
])('behavior: COLUMNS %j makes pages of help %d wide, and no table', (COLUMNS, pageColumns) => {
  const stdout = { isTerminal: true, columns: 90 }
  expect(configOf({ stdout, stderr: file }, { COLUMNS })).toMatchObject({
    pageColumns,
    columns: 90,
  })
})

test('behavior: only the variables that name nodes are kept', () => {
  const env = { BASE_RPC_URL: 'http://a', RPC_URL: 'http://b', HOME: '/', MAINNET_RPC_URL: '' }
  const { rpcUrls } = configOf({ stdout: file, stderr: file }, env)
  expect(rpcUrls).toEqual({ BASE_RPC_URL: 'http://a', MAINNET_RPC_URL: '' })
})

test('behavior: where the data is and whose key it is comes from the environment, if it says something', () => {
  const env = { DATABASE_URL: 'postgres://x', VAULTWRIGHT_DATA_DIR: '', VAULTWRIGHT_API_KEY: 'k' }
  expect(configOf({ stdout: file, stderr: file }, env)).toMatchObject({
    databaseUrl: 'postgres://x',
    dataFolder: null,
    apiKey: 'k',
  })
})

test('behavior: a secret comes from a file, which is read when it is asked for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'url')
  writeFileSync(path, 'postgres://me:pw@host/db\n')
  const env = { DATABASE_URL_FILE: path, MAINNET_RPC_URL_FILE: join(folder, 'none') }
  const config = configOf({ stdout: file, stderr: file }, { DATABASE_URL_FILE: path })
  expect(config.databaseUrl).toBe('postgres://me:pw@host/db')
  expect(config.variables).toEqual({ DATABASE_URL: 'postgres://me:pw@host/db' })
  const bad = configOf({ stdout: file, stderr: file }, env)
  expect(bad.columns).toBeNull()
  expect(() => bad.rpcUrls).toThrow(/^MAINNET_RPC_URL_FILE names a file .* \(ENOENT\)\./)
})
