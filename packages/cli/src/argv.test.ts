import fc from 'fast-check'
import { expect, test } from 'vitest'
import { argumentsOf, optionsOf, parsePlainly, type RawArguments } from './argv.ts'
import { catalogue } from './catalogue.ts'
import type { Command } from './command.ts'
import { parseFully } from './frame.ts'

const numRuns = Number(process.env.FUZZ_RUNS ?? 100)
const shape = { version: '0.0.0', columns: 80, shell: 'bash' } as const
const commands = await Promise.all(catalogue.map((entry) => entry.load()))

/** Words that are likely to mean something to a command, and some that are not. */
const wordFor = (command: Command) => {
  const options = Object.entries(optionsOf(command))
  const values = [
    'a.json',
    '-',
    '0x12',
    '7',
    '07',
    '-1',
    '--',
    '@f',
    'rust',
    '',
    'a b',
    '--x',
    '-h',
    '="',
  ]
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...options.map(([name]) => `--${name}`)) },
    { weight: 3, arbitrary: fc.constantFrom(...values) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...options.map(([name]) => name)), fc.constantFrom(...values))
        .map(([name, value]) => `--${name}=${value}`),
    },
    { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
  )
}

test('behavior: where the plain parser answers, the full one answers the same', async () => {
  let answered = 0
  const line = fc.constantFrom(...commands).chain((command) =>
    fc.record({
      command: fc.constant(command),
      words: fc.array(wordFor(command), { maxLength: 6 }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(line, async ({ command, words }) => {
      const plain = parsePlainly(command, words)
      if (plain === null) return
      answered++
      const full = await parseFully([...command.name.split(' '), ...words], shape)
      expect(full.kind).toBe('run')
      if (full.kind !== 'run') return
      expect(full.command.name).toBe(command.name)
      expect(settledOf(command, full.raw)).toEqual(settledOf(command, plain))
    }),
    { numRuns: numRuns * 10 },
  )
  expect(answered).toBeGreaterThan(numRuns / 2)
})

const check = commands.find(({ name }) => name === 'tree check')!
const convert = commands.find(({ name }) => name === 'tree convert')!
const explain = commands.find(({ name }) => name === 'calldata explain')!
const show = commands.find(({ name }) => name === 'tree show')!

test('default', () => {
  expect(parsePlainly(check, ['a.json', '--strict', 'b.json', '--out=x'])).toEqual({
    file: ['a.json', 'b.json'],
    strict: true,
    out: 'x',
  })
  expect(argumentsOf(check, { file: ['a'], strict: true })).toEqual({
    file: ['a'],
    'rpc-url': [],
    chain: undefined,
    block: undefined,
    manager: undefined,
    'logs-from': undefined,
    strategist: [],
    strict: true,
    all: false,
    json: false,
    out: undefined,
    quiet: false,
  })
  expect(argumentsOf(explain, { near: '7' }).near).toBe(7)
  expect(argumentsOf(show, { file: 'a', leaf: ['1', '2'] }).leaf).toEqual(['1', '2'])
  expect(argumentsOf(show, { file: 'a', leaf: '1' }).leaf).toEqual(['1'])
})

test.each([
  ['no word where one is wanted', check, []],
  ['an unknown option', check, ['a', '--nope']],
  ['a name of an object', check, ['a', '--constructor', 'x']],
  ['a value for a flag', check, ['a', '--strict=yes']],
  ['an option without its value', check, ['a', '--out']],
  ['an option given twice', check, ['a', '--out', 'b', '--out', 'c']],
  ['a choice that is none', convert, ['a', '--to', 'xml']],
  ['help', check, ['a', '--help']],
  ['a short option', check, ['-h']],
  ['a count that is none', explain, ['--near', 'many']],
] as [string, Command, string[]][])('behavior: %s is for the full parser', (_, command, words) => {
  expect(parsePlainly(command, words)).toBeNull()
})

test('behavior: after -- a word may begin with a dash', async () => {
  expect(parsePlainly(check, ['--strict', '--', '-a.json', '--json', '-'])).toEqual({
    file: ['-a.json', '--json', '-'],
    strict: true,
  })
  const full = await parseFully(['--quiet', 'tree', 'check', '--', '-a.json', '--json'], shape)
  expect(full).toMatchObject({ raw: { file: ['-a.json', '--json'], quiet: true } })
})

test('behavior: --out - is standard output', () => {
  expect(argumentsOf(check, { file: ['-'], out: '-' })).toMatchObject({
    file: ['-'],
    out: undefined,
  })
})

test('error: UsageError', async () => {
  expect(() => argumentsOf(check, { file: ['-', '-'] })).toThrow('asked for 2 times')
  expect(() => argumentsOf(check, { file: ['a'], out: '' })).toThrow('--out is empty')
  await expect(parseFully(['tree', 'check', 'a', '--json=no'], shape)).rejects.toThrow(
    '--json takes no value',
  )
  await expect(parseFully(['tree', 'diff', 'a'], shape)).rejects.toThrow('<after> is missing')
  expect(() => argumentsOf(check, { out: ['a', 'b'] })).toThrow('more than once')
  expect(() => argumentsOf(explain, { near: '-1' })).toThrow('whole number')
  expect(() => argumentsOf(convert, { to: 'xml' })).toThrow('Choose one of')
  await expect(parseFully(['tree', 'check', 'a', '--nope'], shape)).rejects.toMatchObject({
    code: 'usage',
  })
})

/** Arguments, or the refusal of them. */
function settledOf(command: Command, raw: RawArguments) {
  try {
    return argumentsOf(command, raw)
  } catch (error) {
    return String(error)
  }
}
