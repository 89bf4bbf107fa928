import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import { type Command, commonOptions, type Options } from '../command/command.ts'
import { UsageError } from '../command/usage.ts'
import { argumentsOf } from './arguments.ts'
import { parseRequest as parse } from './request.ts'

const parseRequest = (line: readonly string[]) =>
  parse(line, { columns: 100, version: () => '1.2.3' })

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
      Object.entries({ ...command.options, ...commonOptions } as Options).map(
        ([name, { kind, choices }]) => {
          if (kind === 'flag') return [name, fc.constant(true as const)]
          if (kind === 'count') return [name, fc.nat({ max: 999_999_999 })]
          const choice = choices === undefined ? text : fc.constantFrom(...choices)
          return [name, kind === 'list' ? fc.array(choice, { minLength: 1, maxLength: 3 }) : choice]
        },
      ),
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
        expect((await parseRequest(words)).kind).toMatch(/^(run|page)$/)
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError)
      }
    }),
    { numRuns: runsOf(3) },
  )
})

const plainWord = fc.oneof(
  fc.constantFrom(
    '',
    'a=b',
    '"quoted"',
    "'quoted'",
    '1e3',
    '007',
    '=',
    'a-b',
    '@file',
    'true',
    'help',
  ),
  fc.string({ unit: 'binary' }).filter((word) => !word.startsWith('-') && !word.includes('\0')),
)

test('law: words alone are read as yargs reads them beside an option', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(plainWord, { minLength: 1, maxLength: 6 }), async (words) => {
      const line = ['tree', 'check', ...words]
      const alone = await argsOf(...line)
      expect(alone).toMatchObject({ file: words, json: false })
      expect(await argsOf(...line, '--json')).toEqual({ ...alone, json: true })
    }),
    { numRuns: runsOf(1) },
  )
})

test('refuses: an option that is named as a word is, and a flag with a value', async () => {
  for (const line of ['tree root --file a', 'tree root a --json=1', 'action build --route=x']) {
    await expect(parseRequest(line.split(' '))).rejects.toMatchObject({ code: 'usage' })
  }
})

const argsOf = async (...line: string[]) => {
  const request = await parseRequest(line)
  return request.kind === 'run' ? request.args : request
}

test('golden: every option is present, counts are numbers, lists are lists', async () => {
  expect(await argsOf('tree', 'check', 'a.json', '--strict', 'b.json', '--out=x')).toEqual({
    file: ['a.json', 'b.json'],
    addresses: false,
    'allow-old-checkpoint': false,
    beacon: [],
    final: false,
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

const pageOf = async (...line: string[]) => {
  const request = await parseRequest(line)
  return request.kind === 'page' ? request.text.split('\n')[0] : request
}

test('golden: a page of help or the version is asked for', async () => {
  const [program, noun] = ['vaultwright <command>', 'vaultwright tree <command>']
  const check = 'vaultwright tree check <file..> [options]'
  expect(await pageOf('--help')).toBe(program)
  expect(await pageOf('tree', '-h')).toBe(noun)
  expect(await pageOf('tree', 'check', 'a', '--help', '--nope')).toBe(check)
  expect(await pageOf('-V')).toBe('1.2.3')
  expect(await pageOf('version')).toBe('1.2.3')
  expect(await pageOf('tree', 'check', '--version')).toBe('1.2.3')
  expect(await pageOf()).toBe(program)
  expect(await pageOf('tree')).toBe(noun)
  expect(await pageOf('tree', '--json')).toBe(noun)
  expect(await pageOf('help')).toBe(program)
  expect(await pageOf('help', 'tree')).toBe(noun)
  expect(await pageOf('help', 'tree', 'check')).toBe(check)
  expect(await pageOf('help', 'simulate', 'hold')).toContain('simulate hold <witness>')
})

test('law: help --json describes every command as its page does, and one or a noun alone', async () => {
  const describe = async (...words: string[]) => {
    const request = await parseRequest(['help', ...words, '--json'])
    return request.kind === 'page' ? JSON.parse(request.text) : null
  }
  const { commands: described, commonOptions: common } = await describe()
  expect(described.map(({ name }: { readonly name: string }) => name)).toEqual(
    catalogue.map(({ name }) => name),
  )
  expect(common.map(({ name }: { readonly name: string }) => name)).toContain('--json')
  expect((await describe('tree', 'root')).commands).toMatchInlineSnapshot(`
    [
      {
        "arguments": [
          {
            "choices": null,
            "description": "Tree file of any format, or - for standard input",
            "isRepeated": false,
            "isRequired": true,
            "name": "file",
            "value": null,
            "variable": null,
          },
        ],
        "description": "Computes the root of a tree from its leaves. Exits with 1 if the file states another root. To check the whole file, use tree check.",
        "examples": [
          {
            "description": "Print the root",
            "line": "vaultwright tree root tree.json",
          },
          {
            "description": "The same for a program, with the root that the file states",
            "line": "vaultwright tree root tree.json --json",
          },
        ],
        "name": "tree root",
        "options": [],
        "summary": "Compute the root of a tree file from its leaves",
      },
    ]
  `)
  expect((await describe('leaf')).commands).toHaveLength(1)
  await expect(parseRequest(['help', 'tre', '--json'])).rejects.toThrow('Did you mean "tree"?')
})

test.each([
  ['tree check a --json=no', '--json takes no value'],
  ['tree diff a', '<after> is missing. Run "vaultwright tree diff --help" for help.'],
  ['tree check a --nope', 'There is no option "--nope"'],
  ['control replay a --act mint', 'There is no option "--act"'],
  ['control replay a --witness=b --block-hash 0x11', 'There is no option "--witness"'],
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
