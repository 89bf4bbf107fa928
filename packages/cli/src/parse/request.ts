import { nearestOf } from '@vaultwright/base'
import { entryOf, firstWords, verbsOf } from '../catalogue/catalogue.ts'
import { type Command, commonOptions, families } from '../command/command.ts'
import { UsageError, withPage } from '../command/usage.ts'
import {
  argumentsOf,
  beforeDashes,
  optionsOf,
  type ParsedLine,
  parseLine,
  type RawArguments,
  readOptionsOf,
} from './arguments.ts'

/** The request of a command line: a command to run, a page of help, or the version. */
export type Request =
  | RunRequest
  | { readonly kind: 'help'; readonly page: readonly string[] }
  | { readonly kind: 'version' }

export type RunRequest = {
  readonly kind: 'run'
  readonly command: Command
  readonly args: Record<string, unknown>
}

/** Reads a command line. Throws a UsageError that names the mistake and the page of help to read. */
export async function parseRequest(line: readonly string[]): Promise<Request> {
  const entry = entryOf(line) ?? entryOf((await parseLine(line, commonOptions)).words)
  if (entry === undefined) return parseFamily(line)
  const command = await entry.load()
  const page = command.name.split(' ')
  try {
    const parsed = await parseLine(line, readOptionsOf(command))
    const { options } = parsed
    if (options.help === true) return { kind: 'help', page }
    if (options.version === true) return { kind: 'version' }
    const [unknown] = parsed.unknown
    if (unknown !== undefined) throw unknownOption(unknown, line, command)
    const positionals = positionalsOf(command, parsed.words.slice(page.length))
    const args = argumentsOf(command, { ...options, ...positionals })
    return { kind: 'run', command, args }
  } catch (error) {
    throw withPage(error, page)
  }
}

/** A line without a command asks for a page or the version; anything else is a mistake. */
async function parseFamily(line: readonly string[]): Promise<Request> {
  const { words, options, unknown }: ParsedLine = await parseLine(line, commonOptions)
  const [noun, verb] = words
  if (noun === 'help') return { kind: 'help', page: pageMeant(words.slice(1)) }
  const isFamily = noun !== undefined && Object.hasOwn(families, noun)
  const page = isFamily ? [noun] : []
  const missing = isFamily ? verb : noun
  if (noun === 'version' && verb === undefined) return { kind: 'version' }
  if (missing !== undefined) throw unknownCommand(missing, page)
  if (options.version === true) return { kind: 'version' }
  const [option] = unknown
  if (option !== undefined && options.help !== true) {
    throw withPage(unknownOption(option, line, null), page)
  }
  return { kind: 'help', page }
}

/** The page that words name: of the program, of a noun or of a command. */
function pageMeant(words: readonly string[]): readonly string[] {
  const [noun, verb] = words
  if (noun === undefined) return []
  const command = entryOf(words)?.name.split(' ')
  const isFamily = Object.hasOwn(families, noun)
  const page = command ?? (isFamily ? [noun] : [])
  const further = words.slice(page.length)
  if (further.length === 0) return page
  if (command !== undefined)
    throw withPage(new UsageError(`There is no place for "${further[0]}".`), page)
  throw unknownCommand(isFamily ? verb! : noun, page)
}

function unknownCommand(word: string, page: readonly string[]): unknown {
  const [noun] = page
  const names = noun === undefined ? firstWords() : verbsOf(noun)
  return withPage(new UsageError(`There is no command "${word}".${hintFor(word, names, '')}`), page)
}

function positionalsOf(command: Command, words: readonly string[]): RawArguments {
  const placed: Record<string, string | readonly string[]> = {}
  const missing: string[] = []
  let next = 0
  for (const [name, { optional, many, setting }] of Object.entries(command.positionals)) {
    const taken = many ? words.slice(next) : words.slice(next, next + 1)
    next += taken.length
    if (taken.length === 0) {
      if (!optional && setting === undefined) missing.push(`<${name}>`)
      continue
    }
    placed[name] = many ? taken : taken[0]!
  }
  if (missing.length > 0) {
    throw new UsageError(`${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`)
  }
  if (next < words.length) throw new UsageError(`There is no place for "${words[next]}".`)
  return placed
}

function unknownOption(name: string, line: readonly string[], command: Command | null): UsageError {
  const reason = command?.without?.[name]
  if (reason !== undefined) return new UsageError(`--${name} is not for this command. ${reason}`)
  const isShort = !beforeDashes(line).some((word) => word.startsWith(`--${name}`))
  const names = [
    ...Object.keys(command === null ? commonOptions : optionsOf(command)),
    'help',
    'version',
  ]
  const hint = isShort ? '' : hintFor(name, names, '--')
  return new UsageError(`There is no option "${isShort ? '-' : '--'}${name}".${hint}`)
}

function hintFor(word: string, names: readonly string[], dashes: string): string {
  const nearest = nearestOf(word, names)
  return nearest === null ? '' : ` Did you mean "${dashes}${nearest}"?`
}
