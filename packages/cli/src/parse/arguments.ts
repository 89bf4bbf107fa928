import {
  type Command,
  commonOptions,
  type Option,
  type Options,
  olderChain,
} from '../command/command.ts'
import { UsageError } from '../command/usage.ts'

/** The arguments of a command line before they are checked. */
export type RawArguments = {
  readonly [name: string]: string | boolean | readonly string[] | undefined
}

/**
 * Checks the arguments of a command: every option is present, counts are numbers, `--out -` is standard output.
 *
 * Throws a UsageError for an option given twice, a bad count or choice, an empty file name, or a second `-`.
 */
export function argumentsOf(command: Command, raw: RawArguments): Record<string, unknown> {
  const positionals = Object.entries(command.positionals).map(([name, { many }]) => [
    name,
    raw[name] ?? (many ? [] : undefined),
  ])
  const all: Options = { ...command.options, ...commonOptions }
  const described = Object.entries(all)
  const { chain } = command.options
  if (chain !== undefined && raw[olderChain] !== undefined) described.push([olderChain, chain])
  const options = described.map(([name, option]) => [name, checkedValue(name, option, raw[name])])
  const args = Object.fromEntries([...positionals, ...options])
  if (args.out === '-') args.out = undefined
  const count = Object.values(args)
    .flat()
    .filter((value) => value === '-').length
  if (count <= 1) return args
  throw new UsageError(
    `Standard input is asked for ${count} times and can be read once. Give "-" once, and files.`,
  )
}

function checkedValue(
  name: string,
  option: Option,
  raw: RawArguments[string] | undefined,
): unknown {
  if (option.kind === 'flag') return raw === true
  if (option.kind === 'list') return raw === undefined ? [] : [raw].flat()
  if (raw === undefined) return undefined
  if (typeof raw !== 'string') {
    throw new UsageError(`--${name} is given more than once. Give it once.`, { option: name })
  }
  if (option.choices !== undefined && !option.choices.includes(raw)) {
    const choices = option.choices.join(', ')
    throw new UsageError(`--${name} cannot be ${JSON.stringify(raw)}. Choose one of: ${choices}.`, {
      option: name,
      value: raw,
      choices: option.choices,
    })
  }
  if (option.value === 'file' && raw === '') {
    throw new UsageError(`--${name} is empty. Give the name of a file.`, { option: name })
  }
  if (option.kind !== 'count') return raw
  if (/^\d{1,9}$/.test(raw)) return Number(raw)
  throw new UsageError(
    `--${name} takes a whole number from 0, not ${JSON.stringify(raw)}. Give digits only.`,
    { option: name, value: raw },
  )
}
