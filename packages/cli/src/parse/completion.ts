import { entryOf, firstWords, verbsOf } from '../catalogue/catalogue.ts'
import { type Command, families } from '../command/command.ts'
import type { Context } from '../terminal/context.ts'
import { optionsOf } from './arguments.ts'
import { optionValues, type TypedLine, wordValues } from './completion-value.ts'

/** Lists the words that may complete a command line; none where the shell should complete file names. */
export async function completionsFor(
  words: readonly string[],
  context: Context,
): Promise<readonly string[]> {
  const typed = words.at(-1) ?? ''
  const [, option, begun] = /^(--[a-z-]+)=(.*)$/s.exec(typed) ?? []
  if (option !== undefined && begun !== undefined) {
    const values = await completionsAt([...words.slice(0, -1), option], { typed: begun, context })
    return values.map((value) => `${option}=${value}`).filter((word) => word.startsWith(typed))
  }
  const completions = await completionsAt(words.slice(0, -1), { typed, context })
  return completions.filter((word) => word.startsWith(typed))
}

type Typing = { readonly typed: string; readonly context: Context }

async function completionsAt(
  before: readonly string[],
  { typed, context }: Typing,
): Promise<readonly string[]> {
  const [noun] = before
  if (noun === undefined) return firstWords()
  if (noun === 'help') return pagesAfter(before.slice(1))
  const command = await entryOf(before)?.load()
  const verbs = before.length === 1 ? verbsOf(noun).filter((verb) => verb.startsWith(typed)) : []
  // A command of one word takes words of its own, too: verbs are offered once one is begun.
  if (verbs.length > 0 && (command === undefined || typed !== '')) return verbs
  if (command === undefined) return []
  const options = optionsOf(command)
  const last = before.at(-1) ?? ''
  const open = last.startsWith('--') ? options[last.slice(2)] : undefined
  if (open !== undefined && open.kind !== 'flag') {
    return open.choices ?? optionValues(last.slice(2), command, { before, context })
  }
  if (!typed.startsWith('-')) return wordsAt(command, { before, context })
  return [...Object.keys(options), 'help', 'version']
    .map((name) => `--${name}`)
    .filter((name) => !before.includes(name) || options[name.slice(2)]?.kind === 'list')
}

/** The words after `help`: a noun, then its verb. */
function pagesAfter(words: readonly string[]): readonly string[] {
  const [noun, ...verbs] = words
  if (noun === undefined) return firstWords()
  return verbs.length === 0 && Object.hasOwn(families, noun) ? verbsOf(noun) : []
}

/** The possible next words; none after the first option, whose value it may be. */
function wordsAt(
  command: Command,
  place: TypedLine,
): Promise<readonly string[]> | readonly string[] {
  const { name, positionals } = command
  const { before } = place
  if (before.some((word) => word.startsWith('-'))) return []
  const [word, positional] =
    Object.entries(positionals)[before.length - name.split(' ').length] ?? []
  if (word === undefined || positional === undefined) return []
  return positional.choices ?? wordValues(word, command, place)
}
