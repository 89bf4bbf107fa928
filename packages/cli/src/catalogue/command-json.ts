import { commonOptions, type Option, type Positional, variableOf } from '../command/command.ts'
import { program } from '../command/usage.ts'
import type { Json } from '../terminal/context.ts'
import { catalogue } from './catalogue.ts'

/**
 * Describes commands for a program that calls them: what each does, its words and options, and lines to type.
 *
 * @param words - the first words of the commands to describe; none for all.
 */
export async function commandJsonOf(words: readonly string[]): Promise<Json> {
  const beginning = words.join(' ')
  const entries = catalogue.filter(
    ({ name }) => words.length === 0 || name === beginning || name.startsWith(`${beginning} `),
  )
  const commands = await Promise.all(entries.map(({ load }) => load()))
  return {
    program,
    commands: commands.map(({ name, summary, describe, positionals, options, examples }) => ({
      name,
      summary,
      description: describe,
      arguments: Object.entries(positionals).map(([word, positional]) => ({
        ...partOf(word, positional),
        isRequired: positional.optional !== true,
        isRepeated: positional.many === true,
      })),
      options: Object.entries(options).map(optionOf),
      examples: examples.map(([line, description]) => ({
        line: `${program} ${line}`,
        description,
      })),
    })),
    commonOptions: Object.entries(commonOptions).map(optionOf),
  }
}

function optionOf([name, option]: readonly [string, Option]): Json {
  return {
    ...partOf(`--${name}`, option),
    kind: option.kind,
    isRequired: option.required === true,
    isRepeated: option.kind === 'list',
  }
}

/** Facts of a word and of an option alike; a variable that fills it in is named. */
function partOf(name: string, { describe, value, choices, setting }: Option | Positional) {
  return {
    name,
    description: describe,
    value: value ?? null,
    choices: choices ?? null,
    variable: setting === undefined ? null : variableOf(setting.name),
  }
}
