import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { example, main, root, run, scratch } from '../program.ts'

/** A Node of this machine that SQLite's binding does not run on; undefined when there is none. */
const old = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find((node) => existsSync(node) && /^v(20|21)\./.test(versionOf(node)))

const none = 'No Node 20 or 21 is on the PATH'

/** Preloaded: says on standard error which CommonJS modules are there at the end. */
const hook = `data:text/javascript,${encodeURIComponent(
  "import { _cache } from 'node:module'; process.on('exit', () => { for (const name of Object.keys(_cache)) console.error(name) })",
)}`

function versionOf(node: string): string {
  return spawnSync(node, ['--version']).stdout?.toString() ?? ''
}

function runOn(node: string, words: readonly string[]) {
  const args = ['--import', hook, main, ...words]
  const { status, stdout, stderr } = spawnSync(node, args, { env: { PATH: process.env.PATH } })
  return { code: status, out: stdout.toString(), err: stderr.toString() }
}

test('error: StoreRuntimeError on an old Node, and the binding is never loaded', (context) => {
  if (old === undefined) return context.skip(none)
  const file = join(scratch(), 'store.sqlite')
  const words = (rest: readonly string[]) => [...rest, '--database', `sqlite:${file}`, '--json']
  for (const command of [['db', 'migrate'], ['serve']]) {
    const { code, out, err } = runOn(old, words(command))
    expect([code, JSON.parse(out).error.code], err).toEqual([4, 'store_runtime'])
    expect(err).not.toMatch(/better.sqlite3/)
  }
  expect(existsSync(file)).toBe(false)
  expect(runOn(process.execPath, words(['db', 'migrate'])).err).toMatch(/better.sqlite3/)
  const later = runOn(old, words(['tenant', 'list']))
  expect([later.code, JSON.parse(later.out).error.code]).toEqual([4, 'store_runtime'])
})

test('behavior: what needs no store says the same on an old Node', (context) => {
  if (old === undefined) return context.skip(none)
  const definition = join(root, 'fixtures/definitions/local-eth.yaml')
  const commands = [
    ['tree', 'root', example],
    ['tree', 'check', example],
    ['definition', 'check', definition],
    ['actions', 'list', join(root, 'fixtures/chain/trees/local-eth-main-3.json')],
    ['--help'],
  ]
  for (const words of commands) {
    const { code, out, err } = runOn(old, words)
    expect([words, code, out]).toEqual([words, 0, run(words).out])
    expect(err).not.toMatch(/better.sqlite3/)
  }
})
