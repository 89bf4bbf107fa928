import yargs, { type Argv } from 'yargs'
import type { Entry } from '../command/catalogue-entry.ts'
import { type Command, commonOptions, families, type Option } from '../command/command.ts'
import { catalogue } from '../commands/catalogue/catalogue.ts'
import { program } from './request.ts'

const epilogue = `Exit codes: 0 yes · 1 the answer is no · 2 usage · 3 input unreadable or invalid
4 node, database, network or Anvil · 5 internal
With --json an error is {"error": {code, message, facts}} on standard output as well.`

type HelpOptions = { readonly columns: number; readonly version: string }

/** Prints a page of help, `columns` wide: of the program, of a noun, or of a command. */
export async function printHelp(page: readonly string[], options: HelpOptions): Promise<string> {
  const commands = await commandsOn(page)
  const pages = pagesOf(options)
  const add = (family: Argv, entry: Entry) => {
    const command = commands.get(entry.name)
    family.command(usageOf(entry, command), entry.describe, (inner) =>
      command === undefined ? inner : describeCommand(inner, command),
    )
  }
  for (const [noun, about] of Object.entries(families)) {
    pages.command(noun, about, (family) => {
      for (const entry of catalogue.filter(({ name }) => name.startsWith(`${noun} `))) {
        add(family, entry)
      }
      return family.demandCommand(1).epilogue(epilogue)
    })
  }
  for (const entry of catalogue.filter(({ name }) => !name.includes(' '))) {
    const beneath = catalogue.filter(({ name }) => name.startsWith(`${entry.name} `))
    // A page shows what stands beneath a command of one word when it is asked for.
    if (page.length > 1 && page[0] === entry.name) {
      pages.command(entry.name, entry.describe, (inner) => {
        for (const one of beneath) add(inner, one)
        return inner
      })
    } else add(pages, entry)
  }
  const text = await new Promise<string>((resolve, reject) => {
    pages
      .parseAsync([...page, '--help'], {}, (error, _args, output) =>
        error ? reject(error) : resolve(output),
      )
      .catch(reject)
  })
  return text.endsWith('\n') ? text : `${text}\n`
}

/** The commands that a page shows, by name. */
async function commandsOn(page: readonly string[]): Promise<ReadonlyMap<string, Command>> {
  const [noun] = page
  const own = catalogue.filter(({ name }) => name === page.join(' '))
  const listed = catalogue.filter(({ name }) =>
    noun === undefined ? !name.includes(' ') : name === noun || name.startsWith(`${noun} `),
  )
  const shown = own.length > 0 ? own : listed
  return new Map(
    await Promise.all(shown.map(async (entry) => [entry.name, await entry.load()] as const)),
  )
}

function pagesOf({ columns, version }: HelpOptions): Argv {
  const common = Object.entries(commonOptions).map(([name, option]) => [name, shapeOf(option)])
  return yargs()
    .options(Object.fromEntries(common))
    .scriptName(program)
    .locale('en')
    .usage(
      `${program} <command>\n\nTrees, proofs and Manager calldata, offline; simulation on a chain; an API for both.`,
    )
    .example(`${program} tree check tree.json`, 'Is this tree sound?')
    .example(`${program} tree proof tree.json --leaf 3`, 'The proof of leaf 3')
    .example(`${program} calldata verify @call.hex --tree tree.json`, 'Would the Manager allow it?')
    .demandCommand(1)
    .help('help')
    .alias('help', 'h')
    .version(version)
    .alias('version', 'V')
    .updateStrings({ 'Options:': 'Options of every command:' })
    .wrap(columns)
    .epilogue(epilogue)
    .exitProcess(false)
}

function describeCommand(page: Argv, command: Command): Argv {
  page.usage(
    `${[program, ...command.name.split(' ').slice(0, -1), usageOf(command, command)].join(' ')}\n\n${command.describe}`,
  )
  for (const [name, { describe, choices }] of Object.entries(command.positionals)) {
    page.positional(name, { describe, type: 'string', ...(choices ? { choices } : {}) })
  }
  for (const [name, option] of Object.entries(command.options)) {
    page.option(name, { ...shapeOf(option), group: 'Options of this command:' })
  }
  for (const [line, what] of command.examples) {
    page.example(line.startsWith('eval') ? line : `${program} ${line}`, what)
  }
  return page.epilogue(epilogue)
}

function shapeOf({ kind, describe, choices }: Option) {
  if (kind === 'flag') return { describe, type: 'boolean' } as const
  return { describe, type: 'string', requiresArg: true, ...(choices ? { choices } : {}) } as const
}

/** `check <file..>`: the verb with its words, as yargs reads and shows them. */
function usageOf({ name }: { readonly name: string }, command: Command | undefined): string {
  const placeholders = Object.entries(command?.positionals ?? {}).map(
    ([word, { optional, many }]) => {
      const text = many ? `${word}..` : word
      return optional ? `[${text}]` : `<${text}>`
    },
  )
  return [name.split(' ').at(-1), ...placeholders].join(' ')
}
