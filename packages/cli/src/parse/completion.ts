import { type Command, families } from '../command/command.ts'
import { entryOf, firstWords, verbsOf } from '../commands/catalogue/catalogue.ts'
import { optionsOf } from './arguments.ts'

/** Lists the words that may complete a command line; none where the shell should complete file names. */
export async function completionsFor(words: readonly string[]): Promise<readonly string[]> {
  const typed = words.at(-1) ?? ''
  const [, option, begun] = /^(--[a-z-]+)=(.*)$/s.exec(typed) ?? []
  if (option !== undefined && begun !== undefined) {
    const values = await completionsAt([...words.slice(0, -1), option], begun)
    return values.map((value) => `${option}=${value}`).filter((word) => word.startsWith(typed))
  }
  const completions = await completionsAt(words.slice(0, -1), typed)
  return completions.filter((word) => word.startsWith(typed))
}

async function completionsAt(before: readonly string[], typed: string): Promise<readonly string[]> {
  const [noun] = before
  if (noun === undefined) return firstWords()
  if (before.length === 1 && Object.hasOwn(families, noun)) {
    return verbsOf(noun)
  }
  const command = await entryOf(before)?.load()
  if (command === undefined) return []
  const options = optionsOf(command)
  const last = before.at(-1)?.replace(/^--/, '') ?? ''
  const open = before.at(-1)?.startsWith('--') ? options[last] : undefined
  if (open !== undefined && open.kind !== 'flag') return open.choices ?? []
  if (!typed.startsWith('-')) return choicesAt(command, before)
  return [...Object.keys(options), 'help', 'version']
    .map((name) => `--${name}`)
    .filter((name) => !before.includes(name) || options[name.slice(2)]?.kind === 'list')
}

/** The choices of the next positional; none after the first option. */
function choicesAt({ name, positionals }: Command, before: readonly string[]): readonly string[] {
  if (before.some((word) => word.startsWith('-'))) return []
  const place = before.length - name.split(' ').length
  return Object.values(positionals)[place]?.choices ?? []
}
