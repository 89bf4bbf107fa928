import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import type { Command } from '../command/command.ts'
import { parseRequest } from '../parse/request.ts'
import type { Context } from '../terminal/context.ts'
import { fillSettings } from './fill.ts'
import { isFilled } from './filled.ts'

const folder = mkdtempSync(join(tmpdir(), 'vaultwright-setting-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let folders = 0
/** A folder with a definition, and a project file beside it. */
function project(text: string): { readonly file: string; readonly definition: string } {
  const here = join(folder, `project-${folders++}`)
  mkdirSync(here)
  writeFileSync(join(here, 'vaultwright.yaml'), text)
  writeFileSync(join(here, 'vault.yaml'), 'name: T\n')
  return { file: join(here, 'vaultwright.yaml'), definition: join(here, 'vault.yaml') }
}

async function filled(line: readonly string[], variables: Record<string, string> = {}) {
  const notes: string[] = []
  const context = {
    config: { variables, color: { stderr: false } },
    stderr: { write: (text: string) => notes.push(text) > 0 },
  } as unknown as Context
  const request = await parseRequest(line, { columns: 100, version: () => '0' })
  if (request.kind !== 'run') throw new Error('The line runs nothing.')
  const args = await fillSettings(request.command as Command, request.args, context)
  return { args, note: notes.join('') }
}

const chain = fc.constantFrom('mainnet', 'base', '10')
const maybe = fc.option(chain, { nil: undefined })

test('law: the command line goes before the variable, and that before the project file', async () => {
  await fc.assert(
    fc.asyncProperty(maybe, maybe, maybe, async (flag, variable, file) => {
      const { definition } = project(file === undefined ? '' : `chain: ${file}\n`)
      const line = ['tree', 'plan', definition, ...(flag === undefined ? [] : ['--chain', flag])]
      const env = variable === undefined ? {} : { VAULTWRIGHT_CHAIN: variable }
      const { args, note } = await filled(line, env as Record<string, string>)
      expect(args.chain).toBe(flag ?? variable ?? file)
      const source = variable !== undefined ? 'VAULTWRIGHT_CHAIN' : 'vaultwright.yaml'
      const isNoted = flag === undefined && (variable ?? file) !== undefined
      expect(isFilled(args, 'chain')).toBe(isNoted)
      if (isNoted) expect(note).toContain(source)
      else expect(note).toBe('')
    }),
    { numRuns: runsOf(2) },
  )
})

test('golden: a project file gives each of its keys, files beside it', async () => {
  const keys =
    'chain: local\ndefinition: vault.yaml\nlock: l.json\npolicy: p.yaml\nstrategist: main\n'
  const { file, definition } = project(keys)
  const built = await filled(['tree', 'build', definition])
  expect(built.args).toMatchObject({ chain: 'local', strategist: 'main' })
  expect(resolve(String(built.args.lock))).toBe(join(file, '../l.json'))
  expect(built.note).toMatch(
    /^note {2}chain local, lock .*l\.json, strategist main \(.*vaultwright\.yaml\)\n$/,
  )
  // Whose tree is meant says nothing where a tree is given.
  const { args } = await filled([
    'action',
    'build',
    'a/b',
    '--tree',
    't',
    '--definition',
    definition,
  ])
  expect(args).toMatchObject({ chain: 'local', strategist: undefined, tree: 't' })
})

test('golden: the project file of another definition does not count', async () => {
  const { definition } = project('chain: base\ndefinition: other.yaml\n')
  expect((await filled(['tree', 'plan', definition])).args.chain).toBeUndefined()
})

test('golden: a chain alone makes no command ask a node that asks none without one', async () => {
  const env = { VAULTWRIGHT_CHAIN: 'base' }
  expect((await filled(['tree', 'check', 'a.json'], env)).args.chain).toBeUndefined()
  const line = ['tree', 'check', 'a.json', '--rpc-url', 'http://127.0.0.1:1']
  expect((await filled(line, env)).args.chain).toBe('base')
})

test('golden: the older name of --chain is read, and a database is not said', async () => {
  expect((await filled(['tree', 'risk', 'a', '--chain-id', '8453'])).args.chain).toBe('8453')
  const both = ['tree', 'risk', 'a', '--chain-id', '8453', '--chain', 'base']
  expect((await filled(both)).args.chain).toBe('base')
  const secret = { VAULTWRIGHT_DATABASE: 'postgres://me:secret@host/base' }
  const { args, note } = await filled(['user', 'list'], secret)
  expect(args.database).toBe(secret.VAULTWRIGHT_DATABASE)
  expect(note).toBe('')
})

test.each([
  ['vault: 0x12\n', /:1:1: "vault" is not a key of a project file, which has chain, definition/],
  ['strategist: main\nchain: mainet\n', /:2:1: chain: "mainet" is not a known chain/],
  ['chain: [1]\n', /:1:1: chain: must be the name or the id of a chain/],
  ['lock: 7\npolicy: 8\n', /:1:1: lock: .*\n.*:2:1: policy: /],
  ['chain: {\n', /vaultwright\.yaml:\d+:\d+: /],
])('refuses: the project file %j', async (text, message) => {
  const { definition } = project(text)
  await expect(filled(['tree', 'plan', definition])).rejects.toMatchObject({
    code: 'project_file',
    shortMessage: expect.stringMatching(message),
  })
})

test('refuses: two chains, and a word that nothing fills in', async () => {
  const line = ['tree', 'risk', 'a', '--chain-id', '1', '--chain', 'base']
  await expect(filled(line)).rejects.toMatchObject({ code: 'usage' })
  await expect(filled(['tree', 'plan'])).rejects.toMatchObject({
    code: 'usage',
    shortMessage: expect.stringContaining('set VAULTWRIGHT_DEFINITION'),
  })
})

test('law: every option that a setting fills in keeps its name, so that --help tells where it is from', async () => {
  for (const entry of catalogue) {
    const { options } = await entry.load()
    for (const [name, { setting, kind }] of Object.entries(options)) {
      if (setting === undefined) continue
      expect(name).toBe(setting.name)
      expect(kind).toBe('text')
    }
  }
})
