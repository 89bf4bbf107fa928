import { type Address, BaseError, isSameAddress } from '@vaultwright/base'

/** A strategist as a definition names one. */
export type Strategist = {
  readonly name: string
  /** Null if not given. */
  readonly address: Address | null
}

/**
 * Finds the strategist that is meant, and guesses none.
 *
 * @param named - name or address in any letter case; null if not given.
 * @returns the strategist; the only one where there is one and none is named.
 * @throws {AmbiguousStrategistError} when several could be meant.
 * @throws {UnknownStrategistError} when there is none of that name.
 */
export function strategistOf<One extends Strategist>(
  strategists: readonly One[],
  named: string | null,
): One {
  const meant =
    named === null
      ? strategists
      : strategists.filter(
          ({ name, address }) =>
            name === named || (address !== null && isSameAddress(address, named)),
        )
  const [only, second] = meant
  if (only === undefined) throw new UnknownStrategistError(strategists, named)
  if (second !== undefined) throw new AmbiguousStrategistError(meant)
  return only
}

/** Several strategists could be meant. */
export class AmbiguousStrategistError extends BaseError {
  override readonly code = 'ambiguous_strategist'
  override readonly kind = 'invalid_input'

  constructor(strategists: readonly Strategist[]) {
    const names = strategists.map(({ name, address }) => address ?? name)
    super({
      message: `${names.length} strategists could be meant, and each may do something else. Name one of ${names.join(', ')}.`,
      facts: { strategists: names },
    })
  }
}

/** The vault has no such strategist. */
export class UnknownStrategistError extends BaseError {
  override readonly code = 'unknown_strategist'
  override readonly kind = 'not_found'

  constructor(strategists: readonly Strategist[], named: string | null) {
    const names = strategists.map(({ name }) => name)
    const hint =
      names.length === 0 ? 'Add one to the definition' : `Name one of ${names.join(', ')}`
    const wrong =
      named === null
        ? 'The vault has no strategist'
        : `${JSON.stringify(named)} is not a strategist of the vault`
    super({
      message: `${wrong}. ${hint}.`,
      facts: { named, strategists: names },
    })
  }
}
