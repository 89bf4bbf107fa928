import { entryOf, firstWords } from '../catalogue/catalogue.ts'
import { type Command, families } from '../command/command.ts'
import { UsageError, withPage } from '../command/usage.ts'
import { printJson } from '../terminal/json.ts'
import { argumentsOf, type RawArguments } from './arguments.ts'

/** The request of a command line: a command to run, or a page: of help, or the version alone. */
type Request = RunRequest | { readonly kind: 'page'; readonly text: string }

export type RunRequest = {
  readonly kind: 'run'
  readonly command: Command
  readonly args: Record<string, unknown>
}

/** The width of pages, and the version that the program states. */
type PageSettings = { readonly columns: number; readonly version: () => string }

/**
 * Reads a command line.
 *
 * Throws a UsageError that names the mistake and the page of help to read.
 */
export async function parseRequest(
  line: readonly string[],
  settings: PageSettings,
): Promise<Request> {
  const plain = await plainRequest(line)
  if (plain !== null) return plain
  const version = settings.version()
  const [noun, ...words] = line
  if (noun === 'version' && words.length === 0) return { kind: 'page', text: `${version}\n` }
  if (noun === 'help' && words.at(-1) === '--json') {
    const named = words.slice(0, -1)
    // Words that name nothing are refused as those of a page are.
    if (named.length > 0) await parseRequest([noun, ...named], settings)
    const { commandJsonOf } = await import('../catalogue/command-json.ts')
    return { kind: 'page', text: printJson(await commandJsonOf(named)) }
  }
  const pageLine = noun === 'help' ? pageWordsOf(words) : line
  const { readLine } = await import('./program.ts')
  const result = await readLine(pageLine, { columns: settings.columns, version })
  if ('page' in result) return { kind: 'page', text: result.page }
  const { command, argv } = result
  return runOf(command, argv)
}

/**
 * Takes a line of words alone apart: nothing is an option or the value of one, and yargs takes longer to load than
 * many a command runs.
 *
 * @returns null for a line with options, and for one whose words are too few or too many: yargs says what is wrong.
 */
async function plainRequest(line: readonly string[]): Promise<RunRequest | null> {
  const entry = entryOf(line)
  if (entry === undefined || line.some((word) => /^-./s.test(word))) return null
  const command = await entry.load()
  const words = line.slice(command.name.split(' ').length)
  const raw: Record<string, string | readonly string[]> = {}
  for (const [name, { optional, many, setting }] of Object.entries(command.positionals)) {
    const [word] = words
    if (word !== undefined) raw[name] = many ? words.splice(0) : words.shift()!
    else if (!optional && setting === undefined) return null
  }
  return words.length > 0 ? null : runOf(command, raw)
}

function runOf(command: Command, raw: RawArguments): RunRequest {
  try {
    return { kind: 'run', command, args: argumentsOf(command, raw) }
  } catch (error) {
    throw withPage(error, command.name.split(' '))
  }
}

/** The line that asks for the page that words name; of words that name none, the line that is refused for it. */
function pageWordsOf(words: readonly string[]): readonly string[] {
  const [noun, verb] = words
  const page = entryOf(words)?.name.split(' ') ?? words.slice(0, 1)
  const isKnown = noun === undefined || firstWords().includes(noun)
  if (!isKnown || (Object.hasOwn(families, noun ?? '') && verb !== undefined && page.length < 2))
    return words
  const [stray] = words.slice(page.length)
  if (stray === undefined) return [...page, '--help']
  throw withPage(new UsageError(`There is no place for "${stray}".`), page)
}
