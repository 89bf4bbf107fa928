import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import type { Command } from '../command/command.ts'
import { UsageError } from '../command/usage.ts'
import { argumentsOf, optionsOf } from './arguments.ts'
import { parseRequest } from './request.ts'

const commands = await Promise.all(catalogue.map((entry) => entry.load()))

/** A value that no option or word is mistaken for, for every kind of option. */
const text = fc.stringMatching(/^[a-z0-9@/][a-z0-9 ="'.,@/-]{0,8}$/)

const lineFor = (command: Command) => {
  const words = fc.tuple(
    ...Object.values(command.positionals).map(({ many, choices }) =>
      many
        ? fc.array(text, { minLength: 1, maxLength: 3 })
        : choices
          ? fc.constantFrom(...choices)
          : text,
    ),
  )
  const options = fc.record(
    Object.fromEntries(
      Object.entries(optionsOf(command)).map(([name, { kind, choices }]) => {
        if (kind === 'flag') return [name, fc.constant(true as const)]
        if (kind === 'count') return [name, fc.nat({ max: 999_999_999 })]
        const choice = choices === undefined ? text : fc.constantFrom(...choices)
        return [name, kind === 'list' ? fc.array(choice, { minLength: 1, maxLength: 3 }) : choice]
      }),
    ),
    { requiredKeys: [] },
  )
  return fc.record({ words, options, isJoined: fc.boolean(), isDashed: fc.boolean() })
}

test('law: what is written as words and options is read back', async () => {
  const call = fc
    .constantFrom(...commands)
    .chain((command) => lineFor(command).map((line) => ({ command, ...line })))
  await fc.assert(
    fc.asyncProperty(call, async ({ command, words, options, isJoined, isDashed }) => {
      const written = Object.entries(options).flatMap(([name, value]) =>
        value === true
          ? [`--${name}`]
          : [value]
              .flat()
              .flatMap((one) => (isJoined ? [`--${name}=${one}`] : [`--${name}`, `${one}`])),
      )
      const line = [
        ...command.name.split(' '),
        ...written,
        ...(isDashed ? ['--'] : []),
        ...words.flat(),
      ]
      const names = Object.keys(command.positionals)
      const expected = argumentsOf(command, {
        ...Object.fromEntries(names.map((name, index) => [name, words[index]!])),
        ...Object.fromEntries(
          Object.entries(options).map(([name, value]) => [
            name,
            typeof value === 'number' ? String(value) : value,
          ]),
        ),
      } as never)
      expect(await parseRequest(line)).toEqual({ kind: 'run', command, args: expected })
    }),
    { numRuns: runsOf(3) },
  )
})

test('law: any words are a request or a usage error', async () => {
  const word = fc.oneof(
    fc.constantFrom(...catalogue.flatMap(({ name }) => name.split(' '))),
    fc.constantFrom(
      '--',
      '-',
      '-h',
      '--json',
      '--json=no',
      '--out',
      '--out=',
      '--x',
      '-7',
      '--__proto__',
    ),
    fc.string({ maxLength: 6 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 6 }), async (words) => {
      try {
        expect((await parseRequest(words)).kind).toMatch(/^(run|help|version)$/)
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError)
      }
    }),
    { numRuns: runsOf(3) },
  )
})

const argsOf = async (...line: string[]) => {
  const request = await parseRequest(line)
  return request.kind === 'run' ? request.args : request
}

test('golden: every option is present, counts are numbers, lists are lists', async () => {
  expect(await argsOf('tree', 'check', 'a.json', '--strict', 'b.json', '--out=x')).toEqual({
    file: ['a.json', 'b.json'],
    addresses: false,
    policy: undefined,
    'rpc-url': [],
    chain: undefined,
    block: undefined,
    manager: undefined,
    'logs-from': undefined,
    strategist: [],
    strict: true,
    all: false,
    json: false,
    out: 'x',
    force: false,
    wide: false,
    quiet: false,
  })
  expect(await argsOf('calldata', 'explain', '0x', '--near', '7')).toMatchObject({ near: 7 })
  expect(await argsOf('tree', 'show', 'a', '--leaf', '1')).toMatchObject({ leaf: ['1'] })
  expect(await argsOf('--quiet', 'tree', 'root', 'a')).toMatchObject({ file: 'a', quiet: true })
})

test('golden: after -- a word may begin with a dash', async () => {
  const args = await argsOf('--quiet', 'tree', 'check', '--', '-a.json', '--json', '-')
  expect(args).toMatchObject({ file: ['-a.json', '--json', '-'], quiet: true, json: false })
})

test('golden: --out - is standard output', async () => {
  const args = await argsOf('tree', 'check', '-', '--out', '-')
  expect(args).toMatchObject({ file: ['-'], out: undefined })
})

test('golden: a page of help or the version is asked for', async () => {
  expect(await parseRequest(['--help'])).toEqual({ kind: 'help', page: [] })
  expect(await parseRequest(['tree', '-h'])).toEqual({ kind: 'help', page: ['tree'] })
  expect(await parseRequest(['tree', 'check', 'a', '--help', '--nope'])).toEqual({
    kind: 'help',
    page: ['tree', 'check'],
  })
  expect(await parseRequest(['-V'])).toEqual({ kind: 'version' })
  expect(await parseRequest(['version'])).toEqual({ kind: 'version' })
  expect(await parseRequest([])).toEqual({ kind: 'help', page: [] })
  expect(await parseRequest(['tree'])).toEqual({ kind: 'help', page: ['tree'] })
  expect(await parseRequest(['help'])).toEqual({ kind: 'help', page: [] })
  expect(await parseRequest(['help', 'tree'])).toEqual({ kind: 'help', page: ['tree'] })
  expect(await parseRequest(['help', 'tree', 'check'])).toEqual({
    kind: 'help',
    page: ['tree', 'check'],
  })
  expect(await parseRequest(['help', 'simulate', 'hold'])).toEqual({
    kind: 'help',
    page: ['simulate', 'hold'],
  })
})

test.each([
  ['tree check a --json=no', '--json takes no value'],
  ['tree diff a', '<after> is missing. Run "vaultwright tree diff --help" for help.'],
  ['tree check a --nope', 'There is no option "--nope"'],
  ['tree check a --constructor x', 'There is no option "--constructor"'],
  ['tree check a --out', '--out needs a value'],
  ['tree check a --out b --out c', '--out is given more than once'],
  ['tree check a --out=', '--out is empty'],
  ['tree convert a --to xml', 'Choose one of: '],
  ['calldata explain 0x --near -1', 'whole number'],
  ['tree check - -', 'asked for 2 times'],
  ['tree root a b', 'There is no place for "b"'],
  ['tree --nope', 'There is no option "--nope"'],
  ['help tree chekc', 'Did you mean "check"?'],
  ['help tre', 'Did you mean "tree"?'],
  ['help tree check x', 'There is no place for "x"'],
  ['tree diff a b --chian 1', 'Did you mean "--chain"?'],
])('refuses: %s', async (line, message) => {
  await expect(parseRequest(line.split(' '))).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(message),
  })
})
