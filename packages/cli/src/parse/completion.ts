import { catalogue, entryOf, firstWords } from '../catalogue/catalogue.ts'
import { type Command, commonOptions, type Options } from '../command/command.ts'
import { program } from '../command/usage.ts'
import type { Context } from '../terminal/context.ts'
import { optionValues, type TypedLine, wordValues } from './completion-value.ts'
import { commandsOf, programOf } from './program.ts'

/** Lists the words that may complete a command line; none where the shell should complete file names. */
export async function completionsFor(
  words: readonly string[],
  context: Context,
): Promise<readonly string[]> {
  const typed = words.at(-1) ?? ''
  const [, option, begun] = /^(--[a-z-]+)=(.*)$/s.exec(typed) ?? []
  if (option !== undefined && begun !== undefined) {
    const values = await completionsFor([...words.slice(0, -1), option, begun], context)
    return values.map((value) => `${option}=${value}`)
  }
  const isPage = words[0] === 'help' && words.length > 1
  const line = isPage ? words.slice(1) : words
  if (line.length > 1 && !firstWords().includes(line[0]!)) return []
  const entry = entryOf(line.slice(0, -1))
  const command = isPage ? undefined : await entry?.load()
  const values = command === undefined ? null : await valuesAt(command, { line, context })
  const offers = values ?? (await wordsAt(line, command))
  return offers.filter((word) => word.startsWith(typed) && (typed !== '' || !word.startsWith('-')))
}

type Typing = { readonly line: readonly string[]; readonly context: Context }

/** Values that stand in no command: of an option that waits for one, or of a word; null where words of yargs do. */
async function valuesAt(
  command: Command,
  { line, context }: Typing,
): Promise<readonly string[] | null> {
  const options: Options = { ...command.options, ...commonOptions }
  const before = line.slice(0, -1)
  const place: TypedLine = { before, context }
  const [typed = '', last = ''] = [line.at(-1), before.at(-1)]
  const open = last.startsWith('--') ? options[last.slice(2)] : undefined
  if (open !== undefined && open.kind !== 'flag') {
    return open.choices ?? optionValues(last.slice(2), command, place)
  }
  if (typed.startsWith('-') || before.some((word) => word.startsWith('-'))) return null
  const position = before.length - command.name.split(' ').length
  const [name, positional] = Object.entries(command.positionals)[position] ?? []
  if (name === undefined || positional === undefined) return null
  const values = positional.choices ?? (await wordValues(name, command, place))
  return values.length === 0 ? null : values
}

const key = '--get-yargs-completions'

/** The commands and options that yargs proposes; an option that may be repeated is not taken for used up. */
async function wordsAt(
  line: readonly string[],
  command: Command | undefined,
): Promise<readonly string[]> {
  const options = { ...command?.options }
  const before = line.slice(0, -1).filter((word) => options[word.slice(2)]?.kind !== 'list')
  const entries = catalogue.filter(({ name }) => name === command?.name)
  const words = [key, program, ...before, line.at(-1) ?? '']
  const reading = { line: words, commands: await commandsOf(entries), page: [] as string[] }
  const root = programOf({ ...reading, command: null, parsed: null }, { columns: 100, version: '' })
  let offers: readonly string[] = []
  // yargs parses once more at each level, and one of them has something to say.
  await root.parseAsync(words, {}, (_error, _argv, output) => {
    if (output !== '') offers = output.split('\n').map(bare)
  })
  const pages = line.length < 2 ? ['help', 'version'] : []
  return [...offers, ...pages]
}

/** For zsh and fish yargs puts the description behind a word. */
function bare(offer: string): string {
  return offer.replace(/\t.*|(?<!\\):.*/s, '').replaceAll('\\:', ':')
}
