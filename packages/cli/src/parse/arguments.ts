import {
  type Command,
  commonOptions,
  type Option,
  type Options,
  olderChain,
} from '../command/command.ts'
import { UsageError } from '../command/usage.ts'

/** The arguments of a command line before they are checked. */
export type RawArguments = { readonly [name: string]: string | boolean | readonly string[] }

/** A command line taken apart by the options of a command. */
export type ParsedLine = {
  /** Words that are no option and no value of one, in their order. */
  readonly words: readonly string[]
  readonly options: RawArguments
  /** Options that are not described, without dashes. */
  readonly unknown: readonly string[]
}

/** Options that print something in place of running a command. */
export const pageOptions = {
  help: { kind: 'flag', describe: 'Show help' },
  version: { kind: 'flag', describe: 'Show version number' },
} as const satisfies Options

const aliases = { help: 'h', version: 'V' } as const
/** Stands before words that the parser would lose or misread: `-`, empty words, and all after `--`. */
const mark = '\u0000'

const configuration = {
  'boolean-negation': false,
  'camel-case-expansion': false,
  'dot-notation': false,
  'duplicate-arguments-array': true,
  'greedy-arrays': false,
  'parse-numbers': false,
  'parse-positional-numbers': false,
} as const

/** Every option of a command: its own and those of all commands. */
export function optionsOf(command: Command): Options {
  return { ...command.options, ...commonOptions }
}

/** Every option that a command reads, older names included. */
export function readOptionsOf(command: Command): Options {
  const options = optionsOf(command)
  const chain = options.chain
  return chain?.kind === 'text' ? { ...options, [olderChain]: chain } : options
}

/**
 * Takes a command line apart: options with their values, and the other words.
 *
 * Throws a UsageError if a flag has a value, or another option has none.
 */
export async function parseLine(line: readonly string[], described: Options): Promise<ParsedLine> {
  // Words alone are not taken apart, and to load the parser takes longer than many a command.
  if (!line.some((word) => word.startsWith('-'))) return { words: line, options: {}, unknown: [] }
  const { default: parser } = await import('yargs-parser/browser')
  const options: Options = { ...described, ...pageOptions }
  assertBareFlags(line, options)
  const names = Object.keys(options)
  const isFlag = (name: string) => options[name]!.kind === 'flag'
  const { argv } = parser.detailed([...markedOf(line)], {
    alias: aliases,
    boolean: names.filter(isFlag),
    string: ['_', ...names.filter((name) => !isFlag(name))],
    configuration,
  })
  const skipped = new Set(['_', ...names, ...Object.values(aliases)])
  const givenNames = names.filter((name) => argv[name] !== undefined && argv[name] !== false)
  for (const name of givenNames) {
    if ([argv[name]].flat().includes('')) throw new UsageError(`--${name} needs a value.`)
  }
  return {
    words: argv._.map((word) => unmarked(String(word)) as string),
    options: Object.fromEntries(givenNames.map((name) => [name, unmarked(argv[name])])),
    unknown: Object.keys(argv).filter((name) => !skipped.has(name)),
  }
}

/**
 * Checks the arguments of a command: every option is present, counts are numbers, `--out -` is standard output.
 *
 * Throws a UsageError for an option given twice, a bad count or choice, an empty file name, or a second `-`.
 */
export function argumentsOf(command: Command, raw: RawArguments): Record<string, unknown> {
  const positionals = Object.entries(command.positionals).map(([name, { many }]) => [
    name,
    raw[name] ?? (many ? [] : undefined),
  ])
  const described = Object.entries(readOptionsOf(command))
  const options = described
    .filter(([name]) => name !== olderChain || raw[name] !== undefined)
    .map(([name, option]) => [name, checkedValue(name, option, raw[name])])
  const args = Object.fromEntries([...positionals, ...options])
  if (args.out === '-') args.out = undefined
  const count = Object.values(args)
    .flat()
    .filter((value) => value === '-').length
  if (count <= 1) return args
  throw new UsageError(
    `Standard input is asked for ${count} times and can be read once. Give "-" once, and files.`,
  )
}

function checkedValue(
  name: string,
  option: Option,
  raw: RawArguments[string] | undefined,
): unknown {
  if (option.kind === 'flag') return raw === true
  if (option.kind === 'list') return raw === undefined ? [] : [raw].flat()
  if (raw === undefined) return undefined
  if (typeof raw !== 'string') {
    throw new UsageError(`--${name} is given more than once. Give it once.`, { option: name })
  }
  if (option.choices !== undefined && !option.choices.includes(raw)) {
    const choices = option.choices.join(', ')
    throw new UsageError(`--${name} cannot be ${JSON.stringify(raw)}. Choose one of: ${choices}.`, {
      option: name,
      value: raw,
      choices: option.choices,
    })
  }
  if (option.value === 'file' && raw === '') {
    throw new UsageError(`--${name} is empty. Give the name of a file.`, { option: name })
  }
  if (option.kind !== 'count') return raw
  if (/^\d{1,9}$/.test(raw)) return Number(raw)
  throw new UsageError(
    `--${name} takes a whole number from 0, not ${JSON.stringify(raw)}. Give digits only.`,
    { option: name, value: raw },
  )
}

/** A flag is given or not; a value behind its `=` is refused instead of dropped. */
function assertBareFlags(line: readonly string[], options: Options): void {
  for (const word of beforeDashes(line)) {
    const [, name = ''] = /^--([a-z-]+)=/.exec(word) ?? []
    if (!Object.hasOwn(options, name) || options[name]!.kind !== 'flag') continue
    throw new UsageError(`--${name} takes no value. Give it alone, or leave it out.`, {
      words: line,
    })
  }
}

export function beforeDashes(line: readonly string[]): readonly string[] {
  const end = line.indexOf('--')
  return end < 0 ? line : line.slice(0, end)
}

function markedOf(line: readonly string[]): readonly string[] {
  const open = beforeDashes(line)
  return [
    ...open.map((word) => {
      if (word === '-' || word === '') return `${mark}${word}`
      return /^--[^=]+=$/.test(word) ? `${word}${mark}` : word
    }),
    ...line.slice(open.length + 1).map((word) => `${mark}${word}`),
  ]
}

function unmarked(value: unknown): RawArguments[string] {
  if (Array.isArray(value)) return value.map((item) => unmarked(item) as string)
  return typeof value === 'string' && value.startsWith(mark)
    ? value.slice(mark.length)
    : (value as string | boolean)
}
