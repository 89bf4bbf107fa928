import { nearestOf } from '@vaultwright/base'
import { optionsOf } from './argv.ts'
import { catalogue, entryOf, firstWords } from './catalogue.ts'
import type { Command } from './command.ts'
import { families } from './family.ts'
import { UsageError } from './usage.ts'

/** What the program is called. */
export const program = 'vaultwright'

/** A command line, and the commands that were loaded for it. */
export type Seen = {
  readonly words: readonly string[]
  readonly commands: ReadonlyMap<string, Command>
}

/**
 * Turns a complaint of the parser into one that says what to do.
 *
 * @returns the error to throw, with the nearest name where one is unknown, and the page to read.
 */
export function usageErrorOf(error: Pick<Error, 'name' | 'message'>, seen: Seen): unknown {
  if (error.name !== 'YError') return error
  const complaint = error.message.replaceAll('\0', '')
  const { words } = seen
  const command = entryOf(words)?.name
  const noun = Object.hasOwn(families, words[0] ?? '') ? words[0] : undefined
  const unknown = /^Unknown (?:argument|command)s?: ([^,]+)/.exec(complaint)?.[1]
  const page = [program, command ?? noun, '--help'].filter((word) => word !== undefined).join(' ')
  const said =
    unknown === undefined
      ? complaintOf(complaint, seen.commands.get(command ?? ''))
      : refusalOf(unknown, seen)
  return new UsageError(`${said} Run "${page}" for what there is.`, { words })
}

function complaintOf(message: string, command: Command | undefined): string {
  const missing = /^Not enough arguments following: (.+)$/.exec(message)?.[1]
  if (missing !== undefined) return `--${missing} wants a value.`
  const few = /^Not enough non-option arguments: got (\d+), need at least (\d+)$/.exec(message)
  if (few !== null) return missingOf(Number(few[1]), command)
  return message
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\.?$/, '.')
}

/** Names the words that are missing, as the help page does. */
function missingOf(given: number, command: Command | undefined): string {
  const wanted = Object.entries(command?.positionals ?? {}).filter(([, { optional }]) => !optional)
  const names = wanted.slice(given).map(([name]) => `<${name}>`)
  return `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} missing.`
}

function refusalOf(unknown: string, { words, commands }: Seen): string {
  const command = commands.get(entryOf(words)?.name ?? '')
  const end = words.indexOf('--')
  const open = end < 0 ? words : words.slice(0, end)
  const isOption = open.some((word) => word.startsWith('-') && word.includes(unknown))
  const reason = isOption ? command?.without?.[unknown] : undefined
  if (reason !== undefined) return `--${unknown} is not for this command. ${reason}`
  const dashes = isOption ? (unknown.length === 1 ? '-' : '--') : ''
  const kind = isOption ? 'option' : command === undefined ? 'command' : 'place for'
  const offers = isOption ? optionNamesOf(command) : command === undefined ? namesFor(words) : []
  const nearest = nearestOf(unknown, offers)
  const hint = nearest === null ? '' : ` Did you mean "${isOption ? '--' : ''}${nearest}"?`
  return `There is no ${kind} "${dashes}${unknown}".${hint}`
}

function optionNamesOf(command: Command | undefined): readonly string[] {
  return command === undefined ? [] : [...Object.keys(optionsOf(command)), 'help', 'version']
}

function namesFor(words: readonly string[]): readonly string[] {
  const noun = words[0] ?? ''
  if (!Object.hasOwn(families, noun)) return firstWords()
  const mine = catalogue.filter(({ name }) => name.startsWith(`${noun} `))
  return mine.map(({ name }) => name.slice(noun.length + 1))
}
