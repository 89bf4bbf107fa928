import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import {
  type Command,
  olderChain,
  type Setting,
  type SettingName,
  variableOf,
} from '../command/command.ts'
import { UsageError, withPage } from '../command/usage.ts'
import type { Context } from '../terminal/context.ts'
import { writeWarning } from '../terminal/warning.ts'
import { filledNames } from './filled.ts'
import type { Project } from './project-file.ts'

/** The name of a project file. */
const projectFileName = 'vaultwright.yaml'

/** The settings of a project file; the rest are of a person, not of a vault. */
const projectNames: ReadonlySet<SettingName> = new Set([
  'chain',
  'definition',
  'lock',
  'policy',
  'strategist',
])

/** The tree first, for whether it is given decides what else counts. */
const order: readonly SettingName[] = [
  'tree',
  'definition',
  'chain',
  'lock',
  'policy',
  'strategist',
  'from',
  'database',
]

type Given = Readonly<Record<string, unknown>>
/** A word or an option of a command that a setting may fill in. */
type Fillable = { readonly name: string; readonly setting: Setting }
/** The filled-in setting and its source; the value of a database may be a secret. */
type FilledSetting = Fillable & { readonly value: string; readonly source: string }

/**
 * Fills in what the command line does not give: a variable goes before the project file.
 *
 * Throws a UsageError when a word is missing that nothing fills in, or when `--chain` is given by both its
 * names and they differ.
 */
export async function fillSettings(
  command: Command,
  line: Given,
  context: Context,
): Promise<Record<string, unknown>> {
  let args: Record<string | symbol, unknown> = { ...(await withOneChain(line)) }
  const fillables = fillablesOf(command)
  const filled: FilledSetting[] = []
  let project: Project | null | undefined
  for (const fillable of fillables) {
    const { name, setting } = fillable
    if (args[name] !== undefined || !counts(setting, args)) continue
    const variable = variableOf(setting.name)
    const stated = context.config.variables[variable] ?? ''
    if (stated === '' && projectNames.has(setting.name) && project === undefined) {
      project = await projectFor(fillables, args)
    }
    const value = stated === '' ? project?.values[setting.name as keyof Project['values']] : stated
    if (value === undefined) continue
    args[name] = value
    const source = stated === '' ? project!.path : variable
    filled.push({ ...fillable, value, source })
  }
  assertWords(command, args)
  if (filled.length > 0) args = { ...args, [filledNames]: new Set(filled.map(({ name }) => name)) }
  const note = noteOf(filled)
  if (note !== '') writeWarning(note, { context, quiet: args.quiet === true })
  return args
}

function fillablesOf({ positionals, options }: Command): readonly Fillable[] {
  return Object.entries({ ...positionals, ...options })
    .flatMap(([name, { setting }]) => (setting === undefined ? [] : [{ name, setting }]))
    .sort((one, other) => order.indexOf(one.setting.name) - order.indexOf(other.setting.name))
}

function counts({ beside, unless = [] }: Setting, args: Given): boolean {
  if (unless.some((name) => isGiven(args[name]))) return false
  return beside === undefined || beside.some((name) => isGiven(args[name]))
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false
}

/** The project file beside the definition that is given, else in this folder or one above it. */
async function projectFor(fillables: readonly Fillable[], args: Given): Promise<Project | null> {
  const option = fillables.find(({ setting }) => setting.name === 'definition')?.name
  const value = option === undefined ? undefined : (args[option] as string | undefined)
  const definition = value === '-' ? undefined : value
  const beside = definition === undefined ? [] : [join(dirname(definition), projectFileName)]
  const path = [...beside, ...pathsAbove(process.cwd())].find((one) => existsSync(one))
  // A definition of this name is given as what it is.
  if (path === undefined || (definition !== undefined && resolve(path) === resolve(definition))) {
    return null
  }
  const { isAbout, readProject } = await import('./project-file.ts')
  const project = readProject(nearPath(path))
  return definition === undefined || isAbout(project, definition) ? project : null
}

function pathsAbove(folder: string): readonly string[] {
  const above = dirname(folder)
  const path = join(folder, projectFileName)
  return above === folder ? [path] : [path, ...pathsAbove(above)]
}

function assertWords({ name, positionals }: Command, args: Given): void {
  for (const [word, { optional, setting }] of Object.entries(positionals)) {
    if (optional || setting === undefined || args[word] !== undefined) continue
    const where = `Give it, set ${variableOf(setting.name)}, or name it in ${projectFileName} (${setting.name}: …).`
    throw withPage(new UsageError(`<${word}> is missing. ${where}`), name.split(' '))
  }
}

/** Both names of `--chain` may be given where they mean the same. */
async function withOneChain(line: Given): Promise<Given> {
  const { [olderChain]: older, ...args } = line
  if (older === undefined) return args
  const { chainOfWord } = await import('../input/chain.ts')
  if (args.chain === undefined) return { ...args, chain: older }
  const [chainId, olderChainId] = [args.chain, older].map(
    (word) => chainOfWord(word as string, 'chain').id,
  )
  if (chainId === olderChainId) return args
  throw new UsageError(
    `--chain ${args.chain} and --${olderChain} ${older} are two chains, and --${olderChain} is an older name of --chain. Give --chain alone.`,
    { option: 'chain', value: args.chain as string, older: older as string },
  )
}

/** Says what was filled in and from where; a database is not said, for its URL may hold a password. */
function noteOf(filled: readonly FilledSetting[]): string {
  const shown = filled.filter(({ setting }) => setting.name !== 'database')
  const sources = [...new Set(shown.map(({ source }) => source))]
  return sources
    .map((source) => {
      const sourceSettings = shown.filter((one) => one.source === source)
      return `${sourceSettings.map(({ setting, value }) => `${setting.name} ${value}`).join(', ')} (${source})`
    })
    .join('; ')
}

/** A path as a person in this folder would write it. */
function nearPath(path: string): string {
  const near = relative(process.cwd(), path)
  return near.length < path.length ? near : path
}
