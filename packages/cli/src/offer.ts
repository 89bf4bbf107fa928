import { optionsOf } from './argv.ts'
import { catalogue, entryOf, firstWords } from './catalogue.ts'
import { shells } from './completion.ts'
import { families } from './family.ts'

/**
 * Tells how a command line that is being typed may go on.
 *
 * @returns the words that fit, in the order of the help; none where the shell should offer files.
 */
export async function offersFor(words: readonly string[]): Promise<readonly string[]> {
  const typed = words.at(-1) ?? ''
  const [, option, begun] = /^(--[a-z-]+)=(.*)$/s.exec(typed) ?? []
  if (option !== undefined && begun !== undefined) {
    const values = await offersAt([...words.slice(0, -1), option], begun)
    return values.map((value) => `${option}=${value}`).filter((offer) => offer.startsWith(typed))
  }
  const offers = await offersAt(words.slice(0, -1), typed)
  return offers.filter((offer) => offer.startsWith(typed))
}

async function offersAt(before: readonly string[], typed: string): Promise<readonly string[]> {
  const [noun] = before
  if (noun === 'completion') return before.length === 1 ? shells : []
  if (noun === undefined) return firstWords()
  if (before.length === 1 && Object.hasOwn(families, noun)) {
    const mine = catalogue.filter(({ name }) => name.startsWith(`${noun} `))
    return mine.map(({ name }) => name.slice(noun.length + 1))
  }
  const command = await entryOf(before)?.load()
  if (command === undefined) return []
  const options = optionsOf(command)
  const last = before.at(-1)?.replace(/^--/, '') ?? ''
  const open = before.at(-1)?.startsWith('--') ? options[last] : undefined
  if (open !== undefined && open.kind !== 'flag') return open.choices ?? []
  if (!typed.startsWith('-')) return []
  return [...Object.keys(options), 'help', 'version']
    .map((name) => `--${name}`)
    .filter((name) => !before.includes(name) || options[name.slice(2)]?.kind === 'list')
}
