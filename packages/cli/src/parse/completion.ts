import { catalogue, entryOf, firstWords } from '../catalogue/catalogue.ts'
import { type Command, commonOptions, type Options } from '../command/command.ts'
import { program } from '../command/usage.ts'
import type { Context } from '../terminal/context.ts'
import { commandsOf, programOf } from './program.ts'
import { parseRequest } from './request.ts'

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

/** The words typed so far, and what they may be looked up in. */
type TypedLine = { readonly before: readonly string[]; readonly context: Context }

/** Lists values of an option; none where the shell should complete file names. */
async function optionValues(
  option: string,
  command: Command,
  place: TypedLine,
): Promise<readonly string[]> {
  if (option === 'chain' || option === 'chain-id') return chainNames()
  if (option === 'venue') return venueRoutes()
  if (option === 'strategist') return strategistNames(command, place)
  if (option === 'vault' && 'database' in command.options) return vaultNames(command, place)
  return []
}

/** Lists what may stand as a word of a command; none where the shell should complete file names. */
async function wordValues(
  word: string,
  command: Command,
  place: TypedLine,
): Promise<readonly string[]> {
  if (word === 'route') return actionRoutes()
  if (word === 'vault' && 'database' in command.options) return vaultNames(command, place)
  return []
}

async function chainNames(): Promise<readonly string[]> {
  const { chains } = await import('@vaultwright/registry')
  return chains.map(({ slug }) => slug)
}

async function venueRoutes(): Promise<readonly string[]> {
  const { swapVenues } = await import('@vaultwright/protocols')
  return [...new Set(swapVenues.map(({ route }) => route))]
}

async function actionRoutes(): Promise<readonly string[]> {
  const [{ protocols }, { svmTemplates }] = await Promise.all([
    import('@vaultwright/protocols'),
    import('@vaultwright/svm-builder'),
  ])
  const routes = protocols.flatMap(({ actions }) => actions.map(({ route }) => route))
  return [...new Set([...routes, ...svmTemplates.map(({ route }) => route)])]
}

/** The strategists of the definition that the line, a variable or the project file names. */
async function strategistNames(command: Command, place: TypedLine): Promise<readonly string[]> {
  return silently(async () => {
    const args = await argumentsBefore(command, place)
    if (typeof args.definition !== 'string') return []
    const { readDefinition } = await import('../input/definition.ts')
    const lock = typeof args.lock === 'string' ? args.lock : undefined
    const source = await readDefinition({ definition: args.definition, lock }, place.context)
    const names = source.definition.chains.flatMap(({ strategists }) =>
      strategists.map(({ name }) => name),
    )
    return [...new Set(names)]
  })
}

/** The vaults of the database, which has its own names for them. */
async function vaultNames(command: Command, place: TypedLine): Promise<readonly string[]> {
  return silently(async () => {
    const args = await argumentsBefore(command, place)
    const database = typeof args.database === 'string' ? args.database : undefined
    const { withStore } = await import('../admin/open.ts')
    const names = await withStore({ database }, place.context, async (store) => [
      ...(await store.vaults.everywhere()).map(({ name }) => name),
      ...(await store.svmVaults.everywhere()).map(({ name }) => name),
    ])
    return [...new Set(names)]
  })
}

/** The arguments on the line before the typed option, and the filled-in ones. */
async function argumentsBefore(
  command: Command,
  { before, context }: TypedLine,
): Promise<Readonly<Record<string, unknown>>> {
  const line = before.at(-1)?.startsWith('--') ? before.slice(0, -1) : before
  const request = await parseRequest(line, { columns: 100, version: () => '' })
  if (request.kind !== 'run') return {}
  const { fillSettings } = await import('../setting/fill.ts')
  return fillSettings(command, { ...request.args, quiet: true }, context)
}

/** Completion prints nothing on an error. */
async function silently(find: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await find()
  } catch {
    return []
  }
}
