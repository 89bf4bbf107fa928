import type { AbiValue } from '@vaultwright/manager'
import type { CallArgument } from './argument.ts'
import { type ArgumentUse, guessUse } from './argument-use.ts'

/** The meaning of one argument of an action's call. */
export type ArgumentMeaning = {
  /** As in `CallArgument`: `params.tokenIn`, `orders[].maker`. */
  readonly pattern: string
  readonly use: ArgumentUse
  /** Names of the parameters that it is made of; one unless it is derived, none for constants. */
  readonly parameters: readonly string[]
  /** The action's value there, where it is always the same; null otherwise. */
  readonly constant: AbiValue | null
  /** Guessed from the argument's name and type, because no action says it. */
  readonly isGuessed: boolean
}

/**
 * Guesses what the arguments of a function mean, from their names and types alone.
 *
 * @param argument - of a call of the function.
 * @returns a meaning that says it is guessed.
 */
export function guessedMeaningOf({
  pattern,
  type,
}: Pick<CallArgument, 'pattern' | 'type'>): ArgumentMeaning {
  return { pattern, use: guessUse(pattern, type), parameters: [], constant: null, isGuessed: true }
}
