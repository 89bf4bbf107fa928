import { type Command, commonOptions, type Option, type Options } from './command.ts'
import { UsageError } from './usage.ts'

/** Words and options under their names, still texts: what both parsers agree on. */
export type RawArguments = { readonly [name: string]: string | boolean | readonly string[] }

/** Tells every option of a command, its own and those of all commands. */
export function optionsOf(command: Command): Options {
  return { ...command.options, ...commonOptions }
}

/**
 * Reads plain command lines at once: `--name value`, `--name=value`, `--flag`, words, and `--` before words
 * that begin with a dash.
 *
 * Loading a full parser costs more than most commands do. This one answers only where there is nothing
 * to discuss; everything else (help, mistakes, short options) is for the full parser.
 *
 * @returns the arguments, equal to those of the full parser; null when that one shall decide.
 */
export function parsePlainly(command: Command, words: readonly string[]): RawArguments | null {
  const options = optionsOf(command)
  const taken: Record<string, string | boolean | string[]> = {}
  const rest: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (word === '--') {
      rest.push(...words.slice(at + 1))
      break
    }
    if (word === '-' || !word.startsWith('-')) {
      rest.push(word)
      continue
    }
    const [, name = '', given] = /^--([a-z][a-z-]*)(?:=(.+))?$/s.exec(word) ?? []
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    if (option === undefined) return null
    if (option.kind === 'flag') {
      if (given !== undefined || name in taken) return null
      taken[name] = true
      continue
    }
    const value = given ?? words[++at]
    if (value === undefined || value === '' || (value !== '-' && value.startsWith('-'))) return null
    if (option.choices !== undefined && !option.choices.includes(value)) return null
    if (option.kind !== 'list' && name in taken) return null
    if (option.kind === 'count' && !/^\d{1,9}$/.test(value)) return null
    if (option.kind !== 'list') taken[name] = value
    else taken[name] = [...((taken[name] as string[] | undefined) ?? []), value]
  }
  const placed = placedOf(command, rest)
  return placed === null ? null : { ...taken, ...placed }
}

/**
 * Turns texts into what a command is called with: every option present, counts as numbers.
 *
 * @throws {UsageError} when an option is given twice, a count is none, a choice is not offered, the name of a
 * file is empty, or standard input is asked for more than once.
 */
export function argumentsOf(command: Command, raw: RawArguments): Record<string, unknown> {
  const words = Object.entries(command.positionals).map(([name, { many }]) => [
    name,
    raw[name] ?? (many ? [] : undefined),
  ])
  const options = Object.entries(optionsOf(command)).map(([name, option]) => [
    name,
    settledOf(name, option, raw[name]),
  ])
  const args = Object.fromEntries([...words, ...options])
  if (args.out === '-') args.out = undefined
  const asked = Object.values(args)
    .flat()
    .filter((value) => value === '-').length
  if (asked <= 1) return args
  throw new UsageError(
    `Standard input is asked for ${asked} times and can be read once. Give "-" once, and files.`,
  )
}

function settledOf(name: string, option: Option, raw: RawArguments[string] | undefined): unknown {
  if (option.kind === 'flag') return raw === true
  if (option.kind === 'list') return raw === undefined ? [] : [raw].flat()
  if (raw === undefined) return undefined
  if (typeof raw !== 'string') {
    throw new UsageError(`--${name} is given more than once. Give it once.`, { option: name })
  }
  if (option.choices !== undefined && !option.choices.includes(raw)) {
    const offer = option.choices.join(', ')
    throw new UsageError(`--${name} cannot be ${JSON.stringify(raw)}. Choose one of: ${offer}.`, {
      option: name,
      value: raw,
      choices: option.choices,
    })
  }
  if (option.value === 'file' && raw === '') {
    throw new UsageError(`--${name} is empty where a file is wanted. Name one.`, { option: name })
  }
  if (option.kind !== 'count') return raw
  if (/^\d{1,9}$/.test(raw)) return Number(raw)
  throw new UsageError(
    `--${name} takes a whole number from 0, not ${JSON.stringify(raw)}. Give digits only.`,
    { option: name, value: raw },
  )
}

function placedOf(command: Command, rest: readonly string[]): RawArguments | null {
  const names = Object.entries(command.positionals)
  const placed: Record<string, string | string[]> = {}
  let at = 0
  for (const [name, { optional, many }] of names) {
    const found = many ? rest.slice(at) : rest.slice(at, at + 1)
    if (found.length === 0 && !optional) return null
    if (many) placed[name] = found
    else if (found.length > 0) placed[name] = found[0]!
    at += found.length
  }
  return at === rest.length ? placed : null
}
