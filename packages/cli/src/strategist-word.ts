import { type ChainDefinition, strategistIn } from '@vaultwright/definition'
import { UsageError } from './usage.ts'

/**
 * Chooses the strategist that is meant.
 *
 * @throws {UsageError} when it is not said and there are several.
 * @throws {MissingPartError} when the chain has no such strategist.
 */
export function strategistMeant(chain: ChainDefinition, word: string | undefined): string {
  if (word !== undefined) return strategistIn(chain, word).name
  const [only, ...others] = chain.strategists
  if (only !== undefined && others.length === 0) return only.name
  const names = chain.strategists.map(({ name }) => name).join(', ')
  throw new UsageError(`Whose tree? Choose one with --strategist: ${names || '(there is none)'}.`)
}
