import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { example, main, root, run, scratch } from '../program.ts'

test.each(['18.20.8', '20.18.3', '16.0.0'])(
  'refuses: Node %s, with one line, before anything else is loaded',
  (version) => {
    const script = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
    const preload = `data:text/javascript,${encodeURIComponent(script)}`
    const program = join(root, 'packages/cli/dist/bin.js')
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', preload, program, 'tree', 'root', example],
      { encoding: 'utf8' },
    )
    expect([status, stdout, stderr]).toEqual([
      4,
      '',
      `vaultwright needs Node 20.19 or newer, and this is Node ${version}. Install a newer one from https://nodejs.org.\n`,
    ])
  },
)

test('law: what the program starts with imports nothing before it has looked at the version', () => {
  const text = readFileSync(join(root, 'packages/cli/dist/bin.js'), 'utf8')
  expect(text).not.toMatch(/^import/m)
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, 'packages/cli/dist/bin.js'), 'tree', 'root', example],
    { encoding: 'utf8' },
  )
  expect([status, stdout]).toEqual([0, run(['tree', 'root', example]).out])
})

test('refuses: a Node 22 whose binary interface is older than that of the binding', () => {
  const script = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.13.1', napi: '9' } })`
  const preload = `data:text/javascript,${encodeURIComponent(script)}`
  const file = join(scratch(), 'old.sqlite')
  const words = ['db', 'migrate', '--database', `sqlite:${file}`, '--json']
  const { status, stdout } = spawnSync(process.execPath, ['--import', preload, main, ...words])
  const { error } = JSON.parse(stdout.toString())
  expect([status, error.code]).toEqual([4, 'store_runtime'])
  expect(error.message).toMatch(/needs Node 22\.14 or newer, and this is Node 22\.13\.1/)
  expect(existsSync(file)).toBe(false)
})
