import type { Command, Options } from '../command/command.ts'
import { beforeDashes, UsageError } from '../command/usage.ts'
import { unknownOption } from './refusal.ts'

/** Stands before words that yargs would lose or misread: `-`, empty words, `help` as a word, and all after `--`. */
const mark = '\u0000'

/** Marks words that yargs takes for what they are not. */
export function markedOf(line: readonly string[]): readonly string[] {
  const open = beforeDashes(line)
  const marked = open.map((word, at) => {
    const isMisread = word === '-' || word === '' || (word === 'help' && at > 0)
    return isMisread ? `${mark}${word}` : word
  })
  return [...marked, ...line.slice(open.length + 1).map((word) => `${mark}${word}`)]
}

export function unmarked<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(unmarked) as Value
  return typeof value === 'string' ? (value.replace(/^\0/, '') as Value) : value
}

/** Refuses a value behind the `=` of a flag, which yargs drops, and an option with the name of a word, which it takes. */
export function assertOptionWords(
  line: readonly string[],
  options: Options,
  command: Command | null = null,
): void {
  for (const word of beforeDashes(line)) {
    const [, name = '', joint] = /^--([a-z-]+)(=)?/.exec(word) ?? []
    const isOption = Object.hasOwn(options, name)
    if (!isOption && Object.hasOwn(command?.positionals ?? {}, name)) {
      throw unknownOption(name, line, command)
    }
    if (joint === undefined || !isOption || options[name]!.kind !== 'flag') continue
    throw new UsageError(`--${name} takes no value. Give it alone, or leave it out.`, {
      words: line,
    })
  }
}
