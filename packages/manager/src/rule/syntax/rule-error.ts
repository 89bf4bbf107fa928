import { BaseError } from '@vaultwright/base'

/** The location of an error in the rules. */
type RuleLocation = {
  readonly decoder: string
  readonly signature: string
  /** The text of the term, check or declaration. */
  readonly term: string
}

/** A rule of a decoder does not follow the notation. */
export class RuleError extends BaseError {
  override readonly code = 'invalid_rule'
  override readonly kind = 'bug'

  constructor(place: RuleLocation, at: number, why: string) {
    super({
      message: `The rule of ${place.decoder} for ${place.signature} is wrong: ${why} (character ${at} of ${JSON.stringify(place.term)}). Correct the rule where its protocol is described.`,
      facts: { ...place, at, why },
    })
  }
}
