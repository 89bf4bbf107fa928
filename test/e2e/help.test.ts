import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catalogue } from '../../packages/cli/src/catalogue/catalogue.ts'
import { families } from '../../packages/cli/src/command/command.ts'
import { parseRequest } from '../../packages/cli/src/parse/request.ts'
import { root, run } from './program.ts'
import type { Outcome } from './resident/resident.ts'

const pages = ['', ...Object.keys(families), ...catalogue.map(({ name }) => name)]

const outcomes = new Map<string, Outcome>()

/** The page of a name, which is asked of the program once. */
function pageOf(name: string): Outcome {
  const cached = outcomes.get(name)
  if (cached !== undefined) return cached
  const outcome = run([...(name === '' ? [] : name.split(' ')), '--help'])
  outcomes.set(name, outcome)
  return outcome
}

/** The sections that a page has, in their order. */
const sections = {
  program: ['Commands:', 'Options of every command:', 'Examples:', 'Exit codes: 0 yes'],
  noun: ['Commands:', 'Options of every command:', 'Exit codes: 0 yes'],
  command: ['Options of every command:', 'Examples:', 'Exit codes: 0 yes'],
} as const

test.each(pages)(
  'law: the help of "%s" has every section, and names all that it is about',
  async (name) => {
    const { code, out, err } = pageOf(name)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const kind = name === '' ? 'program' : Object.hasOwn(families, name) ? 'noun' : 'command'
    const places = sections[kind].map((section) => out.indexOf(section))
    expect(places.filter((place) => place < 0)).toEqual([])
    expect(places.toSorted((one, other) => one - other)).toEqual(places)
    const about = catalogue.filter((entry) => kind === 'noun' && entry.name.startsWith(`${name} `))
    for (const entry of about) expect(unwrapped(out)).toContain((await entry.load()).summary)
    for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100)
  },
)

test.each(pages)('law: the help of "%s" fits 80 columns, and says the same in them', (name) => {
  const words = [...(name === '' ? [] : name.split(' ')), '--help']
  const { code, out } = run(words, { env: { COLUMNS: '80' } })
  expect(code).toBe(0)
  for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  expect(unwrapped(out)).toBe(unwrapped(pageOf(name).out))
})

test.each(catalogue)(
  'law: the help of "$name" shows its words, options and examples',
  async (entry) => {
    const command = await entry.load()
    const page = pageOf(entry.name).out
    const shown = new Set(page.replaceAll('[', ' [').split(/\s+/))
    const missing = (text: string) => text.split(/\s+/).filter((word) => !shown.has(word))
    expect(missing(command.describe)).toEqual([])
    for (const [name, { describe }] of Object.entries(command.positionals)) {
      expect(page).toContain(name)
      expect(missing(describe)).toEqual([])
    }
    for (const [name, { describe }] of Object.entries(command.options)) {
      expect(page).toContain(`--${name}`)
      expect(missing(describe)).toEqual([])
    }
    for (const [line, what] of command.examples) {
      expect(missing(line)).toEqual([])
      expect(missing(what)).toEqual([])
    }
  },
)

test.each(['', 'tree', 'tree check', 'action build', 'index run'])(
  'golden: the help of "%s"',
  (name) => {
    expect(pageOf(name).out).toMatchSnapshot()
  },
)

test.each(catalogue)('law: the program can read the examples of "$name"', async (entry) => {
  const command = await entry.load()
  expect(command.name).toBe(entry.name)
  expect(command.examples.length).toBeGreaterThan(0)
  for (const [line] of command.examples.filter(([text]) => !text.startsWith('eval'))) {
    const words = (line.split(/ [<|] /)[0] ?? '').match(/'[^']*'|\S+/g) ?? []
    expect(await parseRequest(words, { columns: 100, version: () => '0' }), line).toMatchObject({
      kind: 'run',
      command,
    })
  }
})

/** A page without what its columns add: the breaks of lines, and of commands. */
function unwrapped(text: string): string {
  return text.replace(/\s+(\\\n\s+)?/g, ' ')
}

test('behavior: words and a bare group do what the options do', () => {
  expect(run(['help', 'tree', 'check'])).toEqual(pageOf('tree check'))
  expect(run(['help'])).toEqual(pageOf(''))
  expect(run([])).toEqual(pageOf(''))
  for (const noun of Object.keys(families)) expect(run([noun])).toEqual(pageOf(noun))
  expect(run(['version'])).toEqual(run(['--version']))
})

test('law: the help marks what is required, what a variable fills in, and says both in two last lines', async () => {
  for (const entry of catalogue) {
    const { options } = await entry.load()
    const page = unwrapped(pageOf(entry.name).out)
    for (const [name, { required, setting, kind }] of Object.entries(options)) {
      const [, text = ''] = page.split(` --${name}${kind === 'flag' ? ' ' : ' <'}`)
      const head = text.split(/ --[a-z]/)[0]
      if (required) expect(head, `${entry.name} --${name}`).toContain('[required]')
      if (setting !== undefined) {
        expect(page).toContain(`[env: VAULTWRIGHT_${setting.name.toUpperCase()}]`)
      }
    }
    const lines = pageOf(entry.name).out.trimEnd().split('\n')
    expect(lines.at(-3)).toBe('')
    expect(lines.slice(-2)).toEqual([
      'Exit codes: 0 yes · 1 no, refused · 2 usage · 3 input · 4 node, database · 5 bug',
      'With --json errors are {"error": {code, message, facts}}. See vaultwright help',
    ])
  }
})

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
  expect(run(['completion'], { env: { SHELL: '/usr/bin/fish' } }).out).toContain(
    'complete -c vaultwright',
  )
  expect(run(['completion', 'csh']).code).toBe(2)
  expect(run(['completion', 'bash', '--out', 'x']).code).toBe(2)
  const offers = (...words: string[]) =>
    run(['--offer-words', ...words])
      .out.split('\n')
      .slice(0, -1)
  expect(offers('')).toEqual([
    'tree',
    'definition',
    'policy',
    'actions',
    'action',
    'protocols',
    'swap',
    'calldata',
    'nav',
    'queue',
    'exit',
    'safe',
    'solana',
    'decoder',
    'leaf',
    'block',
    'db',
    'tenant',
    'user',
    'key',
    'vault',
    'index',
    'audit',
    'dev',
    'init',
    'packet',
    'check',
    'control',
    'simulate',
    'serve',
    'console',
    'completion',
    'help',
    'version',
  ])
  expect(offers('help', 'tree', 'ro')).toEqual(['root'])
  expect(offers('s')).toEqual(['swap', 'safe', 'solana', 'simulate', 'serve'])
  expect(offers('user', '')).toEqual(['create', 'invite', 'list', 'deactivate'])
  expect(offers('user', 'create', 'x', '--role', '')).toEqual([
    'viewer',
    'strategist',
    'curator',
    'admin',
  ])
  expect(offers('simulate', '--engine', '')).toEqual([
    'node',
    'fork',
    'both',
    'proven',
    'all',
    'edr',
  ])
  expect(offers('dev', '')).toEqual(['chain', 'serve'])
  expect(offers('tree', 'c')).toEqual(['check', 'convert'])
  expect(offers('tree', 'check', 'a.json', '--s')).toEqual(['--strategist', '--strict'])
  expect(offers('tree', 'convert', '--to', '')).toContain('rust')
  expect(offers('tree', 'convert', '--to=r')).toEqual(['--to=rust'])
  expect(offers('completion', 'b')).toEqual(['bash'])
  expect(offers('tree', 'check', '')).toEqual([])
  expect(offers('nothing', 'here', '')).toEqual([])
  expect(offers('action', 'build', 'aave_v3/su')).toEqual(['aave_v3/supply'])
  expect(offers('swap', 'quote', '--venue', 'uniswap_v3/')).toContain('uniswap_v3/swap')
  expect(offers('tree', 'show', 'a', '--chain', 'main')).toEqual(['mainnet'])
  expect(offers('simulate', 'h')).toEqual(['hold'])
  const definition = join(root, 'fixtures/definitions/local-eth.yaml')
  expect(offers('tree', 'build', definition, '--strategist', 'tr')).toEqual(['trader'])
  expect(offers('tree', 'build', 'nowhere.yaml', '--strategist', '')).toEqual([])
  expect(offers('index', 'status', '--vault', '')).toEqual([])
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
  [['tree', 'root', 'a', '--out'], '--out needs a value'],
  [['tree', 'convert', 'a', '--to', 'xml'], 'Choose one of'],
  [['tree', 'convert', 'a'], '--to is missing'],
  [['tenants', 'list'], 'Did you mean "tenant"?'],
  [['key', 'creat', 'x'], 'Did you mean "create"?'],
  [['user', 'create', 'x', '--rol', 'admin'], 'Did you mean "--role"?'],
  [
    ['tenant', 'list', '--url', 'http://x'],
    '--url is not for this command. This command needs the database itself',
  ],
  [['simulat'], 'Did you mean "simulate"?'],
  [['dev', 'chian'], 'Did you mean "chain"?'],
  [['simulate', '--engin', 'node'], 'Did you mean "--engine"?'],
  [['simulate', '0x', '--engine', 'x'], 'Choose one of'],
  [['tree', 'proof', 'a', '--leaf', 'x'], ''],
  [['tree', '--nope'], 'There is no option "--nope"'],
  [['tree', 'plan'], '<definition> is missing. Give it, set VAULTWRIGHT_DEFINITION'],
  [['swap', 'quote', '--sel', 'WETH'], 'Did you mean "--sell"?'],
  [
    ['tree', 'risk', 'a', '--chain', 'base', '--chain-id', '1'],
    '--chain base and --chain-id 1 are two chains',
  ],
] as [string[], string][])('error: UsageError for %j', (words, hint) => {
  const { code, out, err } = run(words)
  if (words.includes('proof')) return expect(code).toBe(3) // the file is looked at first
  expect(code).toBe(2)
  expect(out).toBe('')
  expect(err).toContain(hint)
  expect(err).toContain('code: usage')
})
