import type { Command } from '../command/command.ts'
import type { Context } from '../terminal/context.ts'
import { parseRequest } from './request.ts'

/** The words typed so far, and what they may be looked up in. */
export type TypedLine = { readonly before: readonly string[]; readonly context: Context }

/** Lists values of an option; none where the shell should complete file names. */
export async function optionValues(
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
export async function wordValues(
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
