import type { Context } from '../context.ts'
import { UsageError } from '../usage.ts'
import { explainServed } from './explain-served.ts'
import { type ExplainWords, explainStored } from './explain-stored.ts'
import type { Explained } from './explained.ts'

/** What a person wants explained: a value of the database, or a receipt from somewhere. */
export type AnyExplainWords = Omit<ExplainWords, 'vault' | 'day'> & {
  readonly vault: string | undefined
  readonly day: string | undefined
  readonly receipt: string | undefined
}

/**
 * Explains what a person means.
 *
 * @throws {UsageError} when it is not clear what is meant.
 */
export function explainWords(words: AnyExplainWords, context: Context): Promise<Explained> {
  const { vault, day, receipt } = words
  if (receipt === undefined) {
    if (vault !== undefined && day !== undefined)
      return explainStored({ ...words, vault, day }, context)
    const missing = vault === undefined ? '<vault> and <day> are' : '<day> is'
    throw new UsageError(`${missing} missing. Name the vault and a day, or give --receipt.`)
  }
  const said = (['kind', 'as-of', 'database', 'tenant', 'chain'] as const).filter(
    (name) => words[name] !== undefined,
  )
  if (said.length > 0) {
    const names = said.map((name) => `--${name}`).join(', ')
    throw new UsageError(`A receipt says all that there is to it. Leave ${names} out.`)
  }
  // With a receipt the only word, if any, is the day.
  if (day !== undefined) {
    throw new UsageError('With --receipt only a day may be named. Leave the vault out.')
  }
  return explainServed({ receipt, day: vault }, context)
}
