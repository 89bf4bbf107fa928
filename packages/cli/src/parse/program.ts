import { purpose } from '@vaultwright/base'
import yargs, { type Argv } from 'yargs'
import { catalogue, type Entry, firstWords, verbsOf } from '../catalogue/catalogue.ts'
import {
  type Command,
  commonOptions,
  families,
  type Option,
  olderChain,
  type Positional,
  variableOf,
} from '../command/command.ts'
import { program, withPage } from '../command/usage.ts'
import type { RawArguments } from './arguments.ts'
import { assertOptionWords, markedOf, type ParsedWords, refusalOf, unmarked } from './refusal.ts'

/** A command with what a line gives it. */
type ParsedCommand = { readonly command: Command; readonly argv: RawArguments }

/** The reading of a line: a command to run, or a page to print. */
type ProgramResult = ParsedCommand | { readonly page: string }

type ProgramSettings = { readonly columns: number; readonly version: string }

/** Heading of the options that every command takes. */
const common = 'Options of every command:'

/** The last two lines of every page. */
const footer = [
  'Exit codes: 0 yes · 1 no, refused · 2 usage · 3 input · 4 node, database · 5 bug',
  `With --json errors are {"error": {code, message, facts}}. See ${program} help`,
].join('\n')

const programExamples = [
  ['tree check tree.json', 'Is this tree sound?'],
  ['tree proof tree.json --leaf 3', 'The proof of leaf 3'],
  ['calldata verify @call.hex --tree tree.json', 'Would the Manager allow it?'],
] as const

/** yargs 18 has these, and its types do not say so. */
type Level = Argv & {
  readonly usageConfiguration: (settings: { readonly 'hide-types': boolean }) => Level
  readonly recommendCommands: (isOn?: boolean) => Level
}

/** A line that is read, and where reading has come to. */
type Reading = {
  readonly line: readonly string[]
  /** Those that are loaded, by their names. */
  readonly commands: ReadonlyMap<string, Command>
  /** The words of the page of help that describes what was come to. */
  page: readonly string[]
  command: Command | null
  parsed: ParsedCommand | null
}

/**
 * Lets yargs read a line: it parses and checks the line, proposes commands, and lays out pages.
 *
 * Throws a UsageError that names the mistake and the page of help to read.
 */
export async function readLine(
  line: readonly string[],
  settings: ProgramSettings,
): Promise<ProgramResult> {
  const commands = await commandsOf(catalogue.filter(({ name }) => isLoaded(name, line)))
  const reading: Reading = { line, commands, page: [], command: null, parsed: null }
  let page = ''
  try {
    programOf(reading, settings).parse([...markedOf(line)], {}, (_error, argv, output) => {
      page = output
      const { page: words, command } = reading
      const isPageOfOther = output !== '' && command === null && argv._.length > words.length
      if (isPageOfOther) throw refusalOf('Unknown argument: ', { ...reading, argv: argv as never })
    })
  } catch (error) {
    throw withPage(error, reading.page)
  }
  if (page !== '') return { page: `${page.trimEnd()}\n` }
  if (reading.parsed !== null) assertOwnOptions(reading.parsed, reading)
  // A noun alone is a question for its page.
  return reading.parsed ?? readLine([...reading.page, '--help'], settings)
}

/** Refuses an option of the command above: yargs lets a command beneath it take that, and nothing would read it. */
function assertOwnOptions({ command, argv }: ParsedCommand, { line, page }: Reading): void {
  const parts = { ...command.options, ...command.positionals, ...commonOptions }
  const isGiven = (name: string) =>
    line.some((word) => word === `--${name}` || word.startsWith(`--${name}=`))
  const foreign = Object.keys(argv).find(
    (name) => isGiven(name) && name !== olderChain && !Object.hasOwn(parts, name),
  )
  if (foreign === undefined) return
  const refused = { line, page, command, argv: argv as ParsedWords }
  throw withPage(refusalOf(`Unknown argument: ${foreign}`, refused), page)
}

/** Those that the line names; all of a noun, or of the program, where it names none of them. */
function isLoaded(name: string, line: readonly string[]): boolean {
  const [noun = '', verb] = name.split(' ')
  const isNamed = (word: string) => line.includes(word)
  if (!isNamed(noun)) return verb === undefined && !firstWords().some(isNamed)
  return verb === undefined || isNamed(verb) || !verbsOf(noun).some(isNamed)
}

export async function commandsOf(entries: readonly Entry[]): Promise<ReadonlyMap<string, Command>> {
  const rows = entries.map(async ({ name, load }) => [name, await load()] as const)
  return new Map(await Promise.all(rows))
}

/** The whole program; commands that are not loaded are words alone. */
export function programOf(reading: Reading, { columns, version }: ProgramSettings): Argv {
  const root = yargs([...reading.line]) as Level
  root
    .usageConfiguration({ 'hide-types': true })
    .scriptName('')
    .exitProcess(false)
    .detectLocale(false)
    .updateStrings(sentences)
    .parserConfiguration(parsing)
    .wrap(columns)
    .help('help', 'Show help')
    .alias('help', 'h')
    .version('version', 'Show version number', version)
    .alias('version', 'V')
    .strict()
    .fail((message: string) => {
      const { argv } = root.parsed as { argv: ParsedWords }
      throw refusalOf(message, { ...reading, argv })
    })
  addOptions(root, commonOptions, common)
  root.group(['help', 'version'], common)
  dress(root, { usage: '<command>', describe: purpose, examples: programExamples })
  for (const [noun, describe] of Object.entries(families)) {
    root.command(noun, describe, (inner) => addVerbs(inner, noun, reading))
  }
  for (const { name } of catalogue) if (!name.includes(' ')) addCommand(root, name, reading)
  return root.recommendCommands()
}

/** Sentences of yargs that are shown as they are; {@link refusalOf} has the others. */
const sentences = {
  'Commands:': 'Commands:',
  'Positionals:': 'Arguments:',
  'Options:': 'Options of this command:',
  'Not enough arguments following: %s': '--%s needs a value.',
}

const parsing = {
  'boolean-negation': false,
  'camel-case-expansion': false,
  'dot-notation': false,
  'duplicate-arguments-array': true,
  'greedy-arrays': false,
  'parse-numbers': false,
  'parse-positional-numbers': false,
} as const

function addVerbs(level: Argv, noun: string, reading: Reading): Argv {
  reading.page = [noun]
  assertOptionWords(reading.line, commonOptions)
  const describe = families[noun as keyof typeof families]
  dress(level, { usage: `${noun} <command>`, describe, examples: [] })
  for (const verb of verbsOf(noun)) addCommand(level, `${noun} ${verb}`, reading)
  return level.recommendCommands()
}

function addCommand(level: Argv, name: string, reading: Reading): void {
  const word = name.split(' ').at(-1)!
  const command = reading.commands.get(name)
  if (command === undefined) level.command(word, '')
  else {
    level.command(
      `${word}${placeholdersOf(command)}`,
      command.summary,
      (inner) => addParts(inner, command, reading),
      (argv) => {
        const raw = Object.entries(argv).map(([name, value]) => [name, unmarked(value)])
        reading.parsed ??= { command, argv: Object.fromEntries(raw) }
      },
    )
  }
}

/** Adds the words, options and examples of a command, and the commands beneath it. */
function addParts(level: Argv, command: Command, reading: Reading): Argv {
  const { name, describe, positionals, options, examples } = command
  reading.page = name.split(' ')
  reading.command = command
  assertOptionWords(reading.line, { ...options, ...commonOptions }, command)
  for (const [word, positional] of Object.entries(positionals)) {
    level.positional(word, { type: 'string', describe: textOf(positional) })
  }
  addOptions(level, options, 'Options of this command:')
  if (options.chain?.kind === 'text') {
    level.option(olderChain, { ...typeOf(options.chain), hidden: true })
  }
  const usage = `${name}${placeholdersOf(command)} [options]`
  dress(level, { usage, describe, examples })
  for (const verb of verbsOf(name)) addCommand(level, `${name} ${verb}`, reading)
  // A word of its own may look like the verb of a command beneath it.
  return (level as Level).recommendCommands(false)
}

function addOptions(level: Argv, options: Command['options'], heading: string): void {
  for (const [name, option] of Object.entries(options)) {
    const text = `${valueText(option)}${textOf(option)}`
    level.option(name, { ...typeOf(option), describe: text, group: heading })
  }
}

function typeOf({ kind }: Option) {
  if (kind === 'flag') return { type: 'boolean' } as const
  return { type: 'string', nargs: 1, array: kind === 'list' } as const
}

type Page = Pick<Command, 'describe' | 'examples'> & { readonly usage: string }

/** Gives a page what stands above and below its columns. */
function dress(level: Argv, { usage, describe, examples }: Page): void {
  level.usage(`${program} ${usage}\n\n${describe}`)
  for (const example of examples) level.example(exampleText(example), '')
  level.epilogue(footer)
}

/** `<file..>`: the words of a command as yargs reads them, those in brackets it works without. */
function placeholdersOf({ positionals }: Command): string {
  return Object.entries(positionals)
    .map(([name, { optional, many, setting }]) => {
      const word = `${name}${many ? '..' : ''}`
      return optional || setting !== undefined ? ` [${word}]` : ` <${word}>`
    })
    .join('')
}

/** The value after an option: `<file>`; of one that may be repeated, `<file>…`. */
function valueText({ kind, value, choices }: Option): string {
  if (kind === 'flag') return ''
  const what = value ?? (choices === undefined ? (kind === 'count' ? 'number' : 'text') : 'choice')
  return `<${what}>${kind === 'list' ? '…' : ''} `
}

/** The description, then what marks it: required, its choices, its variable. */
function textOf(part: Option | Positional): string {
  const { describe, choices, setting } = part
  const marks = [
    ...('required' in part ? ['[required]'] : []),
    ...(choices === undefined ? [] : [`[one of: ${choices.join(', ')}]`]),
    ...(setting === undefined ? [] : [`[env: ${variableOf(setting.name)}]`]),
  ]
  return [describe, ...marks].join(' ')
}

/** An example: what it is for, and below it the command in lines that a shell joins. */
function exampleText([line, what]: readonly [line: string, what: string]): string {
  return `# ${what}\n${shellLines(line.startsWith('eval') ? line : `${program} ${line}`)}`
}

/** Example lines fit the narrowest page that is laid out for. */
const exampleColumns = 74

/** Breaks a command before options, and before other words only where an option alone is too long. */
function shellLines(command: string): string {
  const token = /(?:'[^']*'|"[^"]*"|[^\s'"])+/.source
  const words = command.match(new RegExp(`--\\S+ (?!--)${token}|${token}`, 'g')) ?? [command]
  return words.reduce((text, word) => {
    const last = text.slice(text.lastIndexOf('\n') + 1)
    return last.length + word.length + 3 > exampleColumns
      ? `${text} \\\n  ${word}`
      : `${text} ${word}`
  })
}
