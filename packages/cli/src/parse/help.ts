import { purpose } from '@vaultwright/base'
import { catalogue, type Entry, entryOf } from '../catalogue/catalogue.ts'
import {
  type Command,
  commonOptions,
  families,
  type Option,
  type Options,
  type Positional,
  type Positionals,
  variableOf,
} from '../command/command.ts'
import { program } from '../command/usage.ts'
import { wrapWords } from '../terminal/table-fit.ts'
import { pageOptions } from './arguments.ts'
import { columnLines, exampleLines } from './help-layout.ts'

const programExamples = [
  ['tree check tree.json', 'Is this tree sound?'],
  ['tree proof tree.json --leaf 3', 'The proof of leaf 3'],
  ['calldata verify @call.hex --tree tree.json', 'Would the Manager allow it?'],
] as const

/** The last two lines of every page. */
const footer = [
  'Exit codes: 0 yes · 1 no, refused · 2 usage · 3 input · 4 node, database · 5 bug',
  `With --json errors are {"error": {code, message, facts}}. See ${program} help`,
]

/** Prints a page of help, `columns` wide: of the program, of a noun, or of a command. */
export async function printHelp(page: readonly string[], columns: number): Promise<string> {
  const { usage, describe, sections, examples } = await pageOf(page)
  const common = { ...commonOptions, ...pageOptions }
  const blocks = [
    wrapWords(usage, columns),
    wrapWords(describe, columns),
    ...sections.map((section) => layOut(section, columns)),
    layOut({ title: 'Options of every command', rows: optionRows(common) }, columns),
    examples.length === 0 ? [] : ['Examples:', ...exampleLines(exampleRows(examples), columns)],
    footer,
  ]
  const filled = blocks.filter((lines) => lines.length > 0)
  const text = filled.map((lines) => lines.join('\n')).join('\n\n')
  return `${text.replaceAll(unbroken, ' ')}\n`
}

/** The parts of a page, in order. */
type HelpPage = {
  readonly usage: string
  readonly describe: string
  readonly sections: readonly Section[]
  readonly examples: Command['examples']
}

/** A heading and the rows below it, in two columns. */
type Section = { readonly title: string; readonly rows: readonly HelpRow[] }
type HelpRow = readonly [name: string, text: string]

async function pageOf(page: readonly string[]): Promise<HelpPage> {
  const [noun] = page
  if (noun === undefined) return programPage()
  const command = await entryOf(page)?.load()
  return command?.name === page.join(' ') ? commandPage(command) : groupPage(noun)
}

async function programPage(): Promise<HelpPage> {
  const nouns = Object.entries(families).map(([name, text]) => [`${name} …`, text] as const)
  const single = catalogue.filter(({ name }) => !name.includes(' '))
  const rows = [...nouns, ...(await usageRows(single))]
  return {
    usage: `${program} <command>`,
    describe: purpose,
    sections: [{ title: 'Commands', rows }],
    examples: programExamples,
  }
}

async function groupPage(noun: string): Promise<HelpPage> {
  const entries = catalogue.filter(({ name }) => name.startsWith(`${noun} `))
  return {
    usage: `${program} ${noun} <command>`,
    describe: families[noun as keyof typeof families],
    sections: [{ title: 'Commands', rows: await usageRows(entries) }],
    examples: [],
  }
}

async function commandPage(command: Command): Promise<HelpPage> {
  const { name, describe, positionals, options, examples } = command
  const beneath = catalogue.filter((entry) => entry.name.startsWith(`${name} `))
  return {
    usage: `${program} ${name}${placeholdersOf(positionals)} [options]`,
    describe,
    sections: [
      { title: 'Arguments', rows: wordRows(positionals) },
      { title: 'Options of this command', rows: optionRows(options) },
      { title: 'Subcommands', rows: await usageRows(beneath) },
    ],
    examples,
  }
}

function layOut({ title, rows }: Section, columns: number): readonly string[] {
  return rows.length === 0 ? [] : [`${title}:`, ...columnLines(rows, columns)]
}

async function usageRows(entries: readonly Entry[]): Promise<readonly HelpRow[]> {
  return Promise.all(
    entries.map(async ({ name, load }) => {
      const { positionals, summary } = await load()
      return [`${name}${placeholdersOf(positionals)}`, summary] as const
    }),
  )
}

function exampleRows(examples: Command['examples']): readonly HelpRow[] {
  return examples.map(([line, what]) => [
    line.startsWith('eval') ? line : `${program} ${line}`,
    what,
  ])
}

/** `<file>…`: the words of a command, those in brackets it works without. */
function placeholdersOf(positionals: Positionals): string {
  return Object.entries(positionals)
    .map(([name, positional]) => ` ${placeholderOf(name, positional)}`)
    .join('')
}

function placeholderOf(name: string, { optional, many, setting }: Positional): string {
  const word = `<${name}>${many ? '…' : ''}`
  return optional || setting !== undefined ? `[${word}]` : word
}

function wordRows(positionals: Positionals): readonly HelpRow[] {
  return Object.entries(positionals).map(([name, positional]) => [
    placeholderOf(name, positional),
    textOf(positional),
  ])
}

const letters: Readonly<Record<string, string>> = { help: '-h', version: '-V' }

function optionRows(options: Options): readonly HelpRow[] {
  return Object.entries(options).map(([name, option]) => {
    const letter = letters[name]
    const front = letter === undefined ? '' : `${letter}, `
    return [`${front}--${name}${valueText(option)}`, textOf(option)]
  })
}

/** The text after an option: `<file>`; of one that may be repeated, `<file>…`. */
function valueText({ kind, value, choices }: Option): string {
  if (kind === 'flag') return ''
  const what = value ?? (choices === undefined ? (kind === 'count' ? 'number' : 'text') : 'choice')
  return ` <${what}>${kind === 'list' ? '…' : ''}`
}

/** A space at which no line is broken. */
const unbroken = '\u00a0'

/** The description, then what marks it: required, its choices, its variable. */
function textOf(part: Option | Positional): string {
  const { describe, choices, setting } = part
  const marks = [
    ...('required' in part ? ['[required]'] : []),
    ...(choices === undefined ? [] : [`[one${unbroken}of:${unbroken}${choices.join(', ')}]`]),
    ...(setting === undefined ? [] : [`[env:${unbroken}${variableOf(setting.name)}]`]),
  ]
  return [describe, ...marks].join(' ')
}
