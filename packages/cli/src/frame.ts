import yargs, { type Argv } from 'yargs'
import { program, type Seen, usageErrorOf } from './advice.ts'
import { optionsOf, type RawArguments } from './argv.ts'
import { catalogue, families } from './catalogue.ts'
import { type Command, commonOptions, type Option } from './command.ts'
import { offersFor } from './offer.ts'

/** What the full parser made of a command line: something to print, or a command to run. */
export type Framed =
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'run'; readonly command: Command; readonly raw: RawArguments }

/** What the completion script calls the program with. */
const completionKey = '--get-yargs-completions'
/** Stands for `-`, which yargs loses among words that may be many. */
const stdinMark = '\u0000-'
const epilogue =
  'Exit codes: 0 yes · 1 the answer is no · 2 usage · 3 input unreadable or invalid · 5 internal'

/**
 * Reads any command line in full: help pages, the version, the completion script, mistakes.
 *
 * @param words - the words after the program's name.
 * @param shape - the program's version, and the width of its help pages in columns.
 * @returns a text to print, or the command to run with its arguments.
 * @throws {UsageError} when the words are no call of the program.
 */
export async function parseFully(
  words: readonly string[],
  shape: { readonly version: string; readonly columns: number },
): Promise<Framed> {
  if (words[0] === completionKey) {
    const offers = await offersFor(words.slice(2))
    return { kind: 'print', text: offers.map((offer) => `${offer}\n`).join('') }
  }
  const commands = await commandsFor(words)
  let run: Framed | undefined
  const seen = { words, commands }
  const frame = framed(seen, shape)
  for (const [noun, about] of Object.entries(families)) {
    frame.command(noun, about, (family) => {
      for (const entry of catalogue.filter(({ name }) => name.startsWith(`${noun} `))) {
        const command = commands.get(entry.name)
        family.command(
          usageOf(entry, command),
          entry.describe,
          (page) => (command === undefined ? page : pageOf(page, command)),
          (raw) => {
            if (command !== undefined) run = { kind: 'run', command, raw: rawOf(command, raw) }
          },
        )
      }
      return family.demandCommand(1, `Name a command of "${noun}".`).epilogue(epilogue)
    })
  }
  const text = await new Promise<string>((resolve, reject) => {
    frame

      .parseAsync(
        words.map((word) => (word === '-' ? stdinMark : word)),
        {},
        (error, _args, output) => (error ? reject(usageErrorOf(error, seen)) : resolve(output)),
      )
      .catch((error: unknown) => reject(usageErrorOf(error as Error, seen)))
  })
  if (run !== undefined && text === '') return run
  return { kind: 'print', text: text.endsWith('\n') ? text : `${text}\n` }
}

function framed(seen: Seen, shape: { version: string; columns: number }): Argv {
  const shared = Object.entries(commonOptions).map(([name, option]) => [name, shapeOf(option)])
  return yargs()
    .options(Object.fromEntries(shared))
    .scriptName(program)
    .locale('en')
    .parserConfiguration({
      'camel-case-expansion': false,
      'boolean-negation': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'duplicate-arguments-array': true,
      'greedy-arrays': false,
    })
    .usage(`${program} <command>\n\nTrees, proofs and Manager calldata, offline.`)
    .example(`${program} tree check tree.json`, 'Is this tree sound?')
    .example(`${program} tree proof tree.json --leaf 3`, 'The proof of leaf 3')
    .example(`${program} calldata verify @call.hex --tree tree.json`, 'Would the Manager allow it?')
    .strict()
    .demandCommand(1, 'Name a command.')
    .completion('completion', 'Print the completion script for bash or zsh')
    .help('help')
    .alias('help', 'h')
    .version(shape.version)
    .alias('version', 'V')
    .wrap(shape.columns)
    .epilogue(epilogue)
    .exitProcess(false)
    .fail((message, error) => {
      throw usageErrorOf(error ?? { name: 'YError', message }, seen)
    })
}

function pageOf(page: Argv, command: Command): Argv {
  page.usage(
    `${program} ${command.name.split(' ')[0]} ${usageOf(command, command)}\n\n${command.describe}`,
  )
  for (const [name, { describe }] of Object.entries(command.positionals)) {
    page.positional(name, { describe, type: 'string' })
  }
  for (const [name, option] of Object.entries(optionsOf(command))) {
    page.option(name, shapeOf(option))
  }
  for (const [line, what] of command.examples) page.example(`${program} ${line}`, what)
  return page.epilogue(epilogue)
}

function shapeOf({ kind, describe, choices }: Option) {
  if (kind === 'flag') return { describe, type: 'boolean' } as const
  return { describe, type: 'string', requiresArg: true, ...(choices ? { choices } : {}) } as const
}

/** `check <file..>`: the verb with its words, as yargs reads and shows them. */
function usageOf({ name }: { readonly name: string }, command: Command | undefined): string {
  const words = Object.entries(command?.positionals ?? {}).map(([word, { optional, many }]) => {
    const text = many ? `${word}..` : word
    return optional ? `[${text}]` : `<${text}>`
  })
  return [name.split(' ')[1], ...words].join(' ')
}

/** The commands whose pages may be needed: the one named, or all for a completion. */
async function commandsFor(words: readonly string[]): Promise<ReadonlyMap<string, Command>> {
  const bare = words.filter((word) => !word.startsWith('-'))
  const wanted = catalogue.filter(
    ({ name }) => name === `${bare[0]} ${bare[1]}` || name.startsWith(`${bare[0]} `),
  )
  return new Map(
    await Promise.all(wanted.map(async (entry) => [entry.name, await entry.load()] as const)),
  )
}

function rawOf(command: Command, parsed: Record<string, unknown>): RawArguments {
  const names = [...Object.keys(command.positionals), ...Object.keys(optionsOf(command))]
  const given = names.filter((name) => parsed[name] !== undefined && parsed[name] !== false)
  return Object.fromEntries(given.map((name) => [name, unmarked(parsed[name])]))
}

function unmarked(value: unknown): RawArguments[string] {
  if (Array.isArray(value)) return value.map((item) => (item === stdinMark ? '-' : item))
  return value === stdinMark ? '-' : (value as string | boolean)
}
