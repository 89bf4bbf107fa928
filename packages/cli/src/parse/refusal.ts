import { nearestOf } from '@vaultwright/base'
import { firstWords, verbsOf } from '../catalogue/catalogue.ts'
import { type Command, commonOptions, type Options } from '../command/command.ts'
import { beforeDashes, UsageError } from '../command/usage.ts'

/** Words and options of a line as yargs parsed them. */
export type ParsedWords = { readonly _: readonly string[]; readonly [name: string]: unknown }

/** A line that is refused, and how far yargs came with it. */
type RefusedLine = {
  readonly line: readonly string[]
  readonly page: readonly string[]
  readonly command: Command | null
  readonly argv: ParsedWords
}

/** Puts a refusal of yargs into a sentence that says what to do. */
export function refusalOf(message: string, refused: RefusedLine): UsageError {
  const { line, page, command, argv } = refused
  if (message.startsWith('Not enough non-option')) return missingWords(command!, message)
  const [, proposed] = /^Did you mean (.+)\?$/.exec(message) ?? []
  if (proposed !== undefined) return unknownCommand(argv._[page.length] ?? '', proposed)
  const [, unknown] = /^Unknown arguments?: (.*)$/s.exec(message) ?? []
  if (unknown === undefined) return new UsageError(message)
  const option = Object.keys(argv).find((name) => unknown.split(', ').includes(name))
  if (option !== undefined) return unknownOption(option, line, command)
  const word = (argv._[page.length] ?? unknown).replace(/^\0/, '')
  if (command !== null) return new UsageError(`There is no place for "${word}".`)
  const nearest = nearestOf(word, page.length === 0 ? firstWords() : verbsOf(page[0]!))
  return unknownCommand(word, nearest)
}

function missingWords({ positionals }: Command, message: string): UsageError {
  const [, count] = /got (\d+)/.exec(message) ?? []
  const names = Object.entries(positionals)
    .filter(([, { optional, setting }]) => !optional && setting === undefined)
    .map(([name]) => `<${name}>`)
    .slice(Number(count))
  return new UsageError(`${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} missing.`)
}

function unknownCommand(word: string, nearest: string | null): UsageError {
  return new UsageError(`There is no command "${word}".${hintOf(nearest, '')}`)
}

function unknownOption(name: string, line: readonly string[], command: Command | null): UsageError {
  const reason = command?.without?.[name]
  if (reason !== undefined) return new UsageError(`--${name} is not for this command. ${reason}`)
  const isShort = !line.some((word) => word.startsWith(`--${name}`))
  const names = [...Object.keys({ ...command?.options, ...commonOptions }), 'help', 'version']
  const hint = isShort ? '' : hintOf(nearestOf(name, names), '--')
  return new UsageError(`There is no option "${isShort ? '-' : '--'}${name}".${hint}`)
}

function hintOf(nearest: string | null, dashes: string): string {
  return nearest === null ? '' : ` Did you mean "${dashes}${nearest}"?`
}

/** Stands before words that yargs would lose or misread: `-`, empty words, `help` as a word, and all after `--`. */
const mark = '\u0000'

/** Marks words that yargs takes for what they are not. */
export function markedOf(line: readonly string[]): readonly string[] {
  const open = beforeDashes(line)
  const marked = open.map((word, at) => {
    const isMisread = word === '-' || word === '' || (word === 'help' && at > 0)
    return isMisread ? `${mark}${word}` : word
  })
  return [...marked, ...line.slice(open.length + 1).map((word) => `${mark}${word}`)]
}

export function unmarked<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(unmarked) as Value
  return typeof value === 'string' ? (value.replace(/^\0/, '') as Value) : value
}

/** Refuses a value behind the `=` of a flag, which yargs drops, and an option with the name of a word, which it takes. */
export function assertOptionWords(
  line: readonly string[],
  options: Options,
  command: Command | null = null,
): void {
  for (const word of beforeDashes(line)) {
    const [, name = '', joint] = /^--([a-z-]+)(=)?/.exec(word) ?? []
    const isOption = Object.hasOwn(options, name)
    if (!isOption && Object.hasOwn(command?.positionals ?? {}, name)) {
      throw unknownOption(name, line, command)
    }
    if (joint === undefined || !isOption || options[name]!.kind !== 'flag') continue
    throw new UsageError(`--${name} takes no value. Give it alone, or leave it out.`, {
      words: line,
    })
  }
}
