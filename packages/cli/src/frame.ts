import yargs, { type Argv } from 'yargs'
import { program, type Seen, usageErrorOf } from './advice.ts'
import { optionsOf, type RawArguments } from './argv.ts'
import { catalogue, type Entry, entryOf } from './catalogue.ts'
import { type Command, commonOptions, type Option, type Options } from './command.ts'
import { completionKey, completionScript, type Shell, shells } from './completion.ts'
import { families } from './family.ts'
import { offersFor } from './offer.ts'
import { UsageError } from './usage.ts'

/** What the full parser made of a command line: something to print, or a command to run. */
export type Framed =
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'run'; readonly command: Command; readonly raw: RawArguments }

const completionLine = 'Print the completion script for bash or zsh'
/** Stands before words that yargs would lose or misread: `-`, and all that follow `--`. */
const mark = '\u0000'
const epilogue = `Exit codes: 0 yes · 1 the answer is no · 2 usage · 3 input unreadable or invalid
4 node, database, network or Anvil · 5 internal
With --json an error is {"error": {code, message, facts}} on standard output, too.`

/**
 * Reads any command line in full: help pages, the version, the completion script, mistakes.
 *
 * @throws {UsageError} when the words are no call of the program.
 */
export async function parseFully(words: readonly string[], shape: FrameShape): Promise<Framed> {
  if (words[0] === completionKey) {
    const offers = await offersFor(words.slice(1))
    return { kind: 'print', text: offers.map((offer) => `${offer}\n`).join('') }
  }
  const commands = await commandsFor(words)
  assertBareFlags(words, commands.get(entryOf(words)?.name ?? ''))
  let run: Framed | undefined
  const seen = { words, commands }
  const frame = framed(seen, shape)
  const add = (family: Argv, entry: Entry) => {
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
  for (const [noun, about] of Object.entries(families)) {
    frame.command(noun, about, (family) => {
      for (const entry of catalogue.filter(({ name }) => name.startsWith(`${noun} `))) {
        add(family, entry)
      }
      return family.demandCommand(1, `Name a command of "${noun}".`).epilogue(epilogue)
    })
  }
  for (const entry of catalogue.filter(({ name }) => !name.includes(' '))) add(frame, entry)
  frame.command(
    'completion [shell]',
    completionLine,
    (page) => pageOfCompletion(page),
    (raw) => {
      assertNoPlace(raw)
      run = { kind: 'print', text: completionScript((raw.shell as Shell) ?? shape.shell) }
    },
  )
  const text = await new Promise<string>((resolve, reject) => {
    frame
      .parseAsync(markedOf(words), {}, (error, _args, output) =>
        error ? reject(usageErrorOf(error, seen)) : resolve(output),
      )
      .catch((error: unknown) => reject(usageErrorOf(error as Error, seen)))
  })
  if (run !== undefined && text === '') return run
  return { kind: 'print', text: text.endsWith('\n') ? text : `${text}\n` }
}

/** What a frame needs to know of the world around it. */
export type FrameShape = {
  readonly version: string
  readonly columns: number
  readonly shell: Shell
}

function framed(seen: Seen, shape: FrameShape): Argv {
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
    .usage(
      `${program} <command>\n\nTrees, proofs and Manager calldata, offline; simulation on a chain; an API for both.`,
    )
    .example(`${program} tree check tree.json`, 'Is this tree sound?')
    .example(`${program} tree proof tree.json --leaf 3`, 'The proof of leaf 3')
    .example(`${program} calldata verify @call.hex --tree tree.json`, 'Would the Manager allow it?')
    .strict()
    .demandCommand(1, 'Name a command.')
    .help('help')
    .alias('help', 'h')
    .version(shape.version)
    .alias('version', 'V')
    .updateStrings({ 'Options:': 'Options of every command:' })
    .wrap(shape.columns)
    .epilogue(epilogue)
    .exitProcess(false)
    .fail((message, error) => {
      throw usageErrorOf(error ?? { name: 'YError', message }, seen)
    })
}

function pageOf(page: Argv, command: Command): Argv {
  page.usage(
    `${[program, ...command.name.split(' ').slice(0, -1), usageOf(command, command)].join(' ')}\n\n${command.describe}`,
  )
  for (const [name, { describe }] of Object.entries(command.positionals)) {
    page.positional(name, { describe, type: 'string' })
  }
  for (const [name, option] of Object.entries(command.options)) {
    page.option(name, { ...shapeOf(option), group: 'Options of this command:' })
  }
  for (const [line, what] of command.examples) page.example(`${program} ${line}`, what)
  return page.epilogue(epilogue)
}

function shapeOf({ kind, describe, choices }: Option) {
  if (kind === 'flag') return { describe, type: 'boolean' } as const
  return { describe, type: 'string', requiresArg: true, ...(choices ? { choices } : {}) } as const
}

function pageOfCompletion(page: Argv): Argv {
  const shell = { describe: 'bash or zsh; the one that you use when not given', choices: shells }
  return page
    .usage(`${program} completion [shell]\n\n${completionLine}`)
    .positional('shell', shell)
    .example(`eval "$(${program} completion bash)"`, 'In ~/.bashrc')
    .example(`eval "$(${program} completion zsh)"`, 'In ~/.zshrc, after compinit')
    .epilogue(epilogue)
}

function assertNoPlace({ json, out }: { readonly [name: string]: unknown }): void {
  if (json === undefined && out === undefined) return
  throw new UsageError(
    'A completion script is no JSON and goes to standard output. Send it on: > file.',
  )
}

/** A flag is there or not; what stands behind its `=` must not be dropped in silence. */
function assertBareFlags(words: readonly string[], command: Command | undefined): void {
  const options = command === undefined ? commonOptions : optionsOf(command)
  const end = words.indexOf('--')
  for (const word of end < 0 ? words : words.slice(0, end)) {
    const [, name = ''] = /^--([a-z-]+)=/.exec(word) ?? []
    if ((options as Options)[name]?.kind !== 'flag') continue
    throw new UsageError(`--${name} takes no value. Give it alone, or leave it out.`, { words })
  }
}

function markedOf(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--')
  const open = end < 0 ? words : words.slice(0, end)
  const rest = end < 0 ? [] : words.slice(end + 1)
  return [
    ...open.map((word) => (word === '-' ? `${mark}-` : word)),
    ...rest.map((word) => `${mark}${word}`),
  ]
}

/** `check <file..>`: the verb with its words, as yargs reads and shows them. */
function usageOf({ name }: { readonly name: string }, command: Command | undefined): string {
  const words = Object.entries(command?.positionals ?? {}).map(([word, { optional, many }]) => {
    const text = many ? `${word}..` : word
    return optional ? `[${text}]` : `<${text}>`
  })
  return [name.split(' ').at(-1), ...words].join(' ')
}

/** The commands whose pages may be needed: the one named, or all for a completion. */
async function commandsFor(words: readonly string[]): Promise<ReadonlyMap<string, Command>> {
  const bare = words.filter((word) => !word.startsWith('-'))
  const wanted = catalogue.filter(
    ({ name }) =>
      name === bare[0] || name === `${bare[0]} ${bare[1]}` || name.startsWith(`${bare[0]} `),
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
  if (Array.isArray(value)) return value.map((item) => unmarked(item) as string)
  return typeof value === 'string' && value.startsWith(mark)
    ? value.slice(mark.length)
    : (value as string | boolean)
}
