import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { catalogue } from '../../packages/cli/src/catalogue.ts'
import { canRun } from '../support/skip-unless.ts'
import { main, run } from './program.ts'

const pages = [
  '',
  'tree',
  'definition',
  'actions',
  'action',
  'calldata',
  'decoder',
  'leaf',
  'db',
  'tenant',
  'user',
  'key',
  'vault',
  'index',
  'audit',
  'dev',
  ...catalogue.map(({ name }) => name),
]

test.each(pages)('behavior: the help of "%s"', (name) => {
  const words = name === '' ? [] : name.split(' ')
  const { code, out, err } = run([...words, '--help'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('Exit codes: 0 yes')
  expect(out).toMatchSnapshot()
})

test.each(catalogue)(
  'behavior: the help of "$name" has examples that the program can read',
  async (entry) => {
    const command = await entry.load()
    expect(command.name).toBe(entry.name)
    expect(command.examples.length).toBeGreaterThan(0)
    const { parsePlainly } = await import('../../packages/cli/src/argv.ts')
    for (const [line] of command.examples) {
      const words = (line.split(' < ')[0] ?? '').match(/'[^']*'|\S+/g) ?? []
      const { length } = command.name.split(' ')
      expect(words.slice(0, length).join(' ')).toBe(command.name)
      expect(parsePlainly(command, words.slice(length)), line).not.toBeNull()
    }
  },
)

test('behavior: the version is that of the manifest', async () => {
  const { default: manifest } = await import('../../packages/cli/package.json', {
    with: { type: 'json' },
  })
  expect(run(['--version'])).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' })
})

test('behavior: completion prints a script and knows commands and options', () => {
  expect(run(['completion'], { env: { SHELL: '/bin/bash' } }).out).toContain(
    'complete -o bashdefault',
  )
  expect(run(['completion'], { env: { SHELL: '/bin/zsh' } }).out).toContain('#compdef vaultwright')
  expect(run(['completion', 'zsh']).out).toContain('#compdef vaultwright')
  expect(run(['completion', 'fish']).code).toBe(2)
  expect(run(['completion', 'bash', '--out', 'x']).code).toBe(2)
  const offers = (...words: string[]) =>
    run(['--offer-words', ...words])
      .out.split('\n')
      .slice(0, -1)
  expect(offers('')).toEqual([
    ...['tree', 'definition', 'actions', 'action', 'calldata', 'decoder', 'leaf'],
    ...['db', 'tenant', 'user', 'key', 'vault', 'index', 'audit', 'dev'],
    ...['simulate', 'serve', 'completion'],
  ])
  expect(offers('s')).toEqual(['simulate', 'serve'])
  expect(offers('user', '')).toEqual(['create', 'list', 'deactivate'])
  expect(offers('user', 'create', 'x', '--role', '')).toEqual([
    ...['viewer', 'strategist', 'curator', 'admin'],
  ])
  expect(offers('simulate', '--engine', '')).toEqual(['node', 'fork', 'both'])
  expect(offers('dev', '')).toEqual(['chain', 'serve'])
  expect(offers('tree', 'c')).toEqual(['check', 'convert'])
  expect(offers('tree', 'check', 'a.json', '--s')).toEqual(['--strategist', '--strict'])
  expect(offers('tree', 'convert', '--to', '')).toContain('rust')
  expect(offers('tree', 'convert', '--to=r')).toEqual(['--to=rust'])
  expect(offers('completion', 'b')).toEqual(['bash'])
  expect(offers('tree', 'check', '')).toEqual([])
  expect(offers('nothing', 'here', '')).toEqual([])
})

test.each([
  [['chekc'], 'There is no command "chekc".'],
  [['tree', 'chekc'], 'Did you mean "check"?'],
  [['tre'], 'Did you mean "tree"?'],
  [['tree', 'check', 'x', '--strikt'], 'Did you mean "--strict"?'],
  [['tree', 'check'], '<file> is missing'],
  [['tree', 'diff', 'a'], '<after> is missing'],
  [['tree', 'diff', '-', '-'], 'asked for 2 times'],
  [['tree', 'root', 'a', '--quiet=xyz'], '--quiet takes no value'],
  [['tree', 'root', 'a', '--out='], '--out is empty'],
  [['calldata', 'explain', '0x', '--tree', 'a', '--tree', 'b'], '--tree is given more than once'],
  [['tree', 'root', 'a', 'b'], 'no place for "b"'],
  [['tree', 'root', '--', '-x', '-y'], 'no place for "-y"'],
  [['tree', 'root', 'a', '--out'], '--out wants a value'],
  [['tree', 'convert', 'a', '--to', 'xml'], 'Choices'],
  [['tree', 'convert', 'a'], '--to is missing'],
  [['tenants', 'list'], 'Did you mean "tenant"?'],
  [['key', 'creat', 'x'], 'Did you mean "create"?'],
  [['user', 'create', 'x', '--rol', 'admin'], 'Did you mean "--role"?'],
  [['tenant', 'list', '--url', 'http://x'], '--url is not for this command. Only who has the'],
  [['simulat'], 'Did you mean "simulate"?'],
  [['dev', 'chian'], 'Did you mean "chain"?'],
  [['simulate', '--engin', 'node'], 'Did you mean "--engine"?'],
  [['simulate', '0x', '--engine', 'x'], 'Choices'],
  [['tree', 'proof', 'a', '--leaf', 'x'], ''],
  [[], 'Name a command.'],
  [['tree'], 'Name a command of "tree".'],
] as [string[], string][])('error: UsageError for %j', (words, hint) => {
  const { code, out, err } = run(words)
  if (words.includes('proof')) return expect(code).toBe(3) // the file is looked at first
  expect(code).toBe(2)
  expect(out).toBe('')
  expect(err).toContain(hint)
  expect(err).toContain('code: usage')
})

test.skipIf(!canRun(spawnSync('bash', ['--version']).status === 0, 'there is no bash'))(
  'behavior: bash completes commands, options and values',
  () => {
    const { out: script } = run(['completion', 'bash'])
    const offers = (...words: string[]) => {
      const line = `${script}
vaultwright() { "$NODE" "$MAIN" "$@"; }
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _vaultwright; echo "\${COMPREPLY[*]}"`
      const env = { NODE: process.execPath, MAIN: main, PATH: process.env.PATH }
      const { stdout } = spawnSync('bash', ['-c', line, 'bash', 'vaultwright', ...words], { env })
      return stdout.toString().trim()
    }
    expect(offers('tr')).toBe('tree')
    expect(offers('tree', 'che')).toBe('check')
    expect(offers('tree', 'convert', 'a b.json', '--to', 'ru')).toBe('rust')
    expect(offers('tree', 'convert', 'a.json', '--to', '=')).toContain('solidity')
    expect(offers('tree', 'convert', 'a.json', '--to', '=', 'bi')).toBe('binary')
    expect(offers('tree', 'check', 'fix')).toBe('')
    expect(offers('calldata', 'verify', '@', 'package.js')).toBe('@package.json')
  },
)
