import { BaseError, type Facts } from '@vaultwright/base'
import type { SwapRefusal } from '@vaultwright/swap'

/** Makes the error of a refusal: the caller can repair the request. */
export function errorOfRefusal({ code, message }: SwapRefusal, facts: Facts = {}): BaseError {
  const Refusal = refusals.get(code)
  return Refusal === undefined
    ? new SwapRefusedError(code, message, facts)
    : new Refusal(message, facts)
}

/** The output is less than the policy permits. */
export class PriceOutOfBoundError extends BaseError {
  override readonly code = 'price_out_of_bound'
  override readonly kind = 'invalid_input'

  constructor(message: string, facts: Facts) {
    super({ message, facts })
  }
}

/** The worth of the tokens is unknown. */
export class PriceUnknownError extends BaseError {
  override readonly code = 'price_unknown'
  override readonly kind = 'invalid_input'

  constructor(reason: string) {
    super({
      message: `What the tokens are worth is not known, so nothing bounds the swap. ${reason} Accept it without a bound and give the least that must be bought, or mend the prices.`,
      facts: { reason },
    })
  }
}

/** The amount moves the price further than the policy allows. */
export class ImpactTooHighError extends BaseError {
  override readonly code = 'impact_too_high'
  override readonly kind = 'invalid_input'

  constructor(message: string, facts: Facts) {
    super({ message, facts })
  }
}

/** The calldata or the leaf pays another account than the vault. */
export class RecipientNotVaultError extends BaseError {
  override readonly code = 'recipient_not_vault'
  override readonly kind = 'invalid_input'

  constructor(message: string, facts: Facts) {
    super({ message, facts })
  }
}

/** A third party's calldata accepts less than the policy. */
export class LeastBelowBoundError extends BaseError {
  override readonly code = 'least_below_bound'
  override readonly kind = 'invalid_input'

  constructor(message: string, facts: Facts) {
    super({ message, facts })
  }
}

/** A router would keep what comes out above its quote. */
export class SurplusForfeitedError extends BaseError {
  override readonly code = 'surplus_forfeited'
  override readonly kind = 'invalid_input'

  constructor(message: string, facts: Facts) {
    super({ message, facts })
  }
}

/** A third party's calldata sets flags that were not asked for. */
export class FlagsRefusedError extends BaseError {
  override readonly code = 'flags_refused'
  override readonly kind = 'invalid_input'

  constructor(message: string, facts: Facts) {
    super({ message, facts })
  }
}

/** A third party's calldata pays fees. */
export class FeeRefusedError extends BaseError {
  override readonly code = 'fee_refused'
  override readonly kind = 'invalid_input'

  constructor(message: string, facts: Facts) {
    super({ message, facts })
  }
}

/** A third party's calldata sells another amount. */
export class AmountMismatchError extends BaseError {
  override readonly code = 'amount_mismatch'
  override readonly kind = 'invalid_input'

  constructor(message: string, facts: Facts) {
    super({ message, facts })
  }
}

/** A third party's calldata is not what its action calls. */
export class SwapCalldataRefusedError extends BaseError {
  override readonly code = 'calldata_refused'
  override readonly kind = 'invalid_input'

  constructor(message: string, facts: Facts) {
    super({ message, facts })
  }
}

/** No leaf permits a third party's calldata. */
export class CalldataNotPermittedError extends BaseError {
  override readonly code = 'calldata_not_permitted'
  override readonly kind = 'invalid_input'

  constructor(message: string, facts: Facts) {
    super({ message, facts })
  }
}

/** The amounts that left the vault or arrived differ from the stated ones. */
export class TokenMovesOtherwiseError extends BaseError {
  override readonly code = 'token_moves_otherwise'
  override readonly kind = 'invalid_input'

  constructor(message: string, facts: Facts) {
    super({ message, facts })
  }
}

/** A venue refuses, or is not ready. */
class SwapRefusedError extends BaseError {
  override readonly code = 'swap_refused'
  override readonly kind = 'invalid_input'

  constructor(reason: string, message: string, facts: Facts) {
    super({ message, facts: { ...facts, reason } })
  }
}

type RefusalClass = new (message: string, facts: Facts) => BaseError

const refusals: ReadonlyMap<string, RefusalClass> = new Map<string, RefusalClass>([
  ['price_out_of_bound', PriceOutOfBoundError],
  ['impact_too_high', ImpactTooHighError],
  ['recipient_not_vault', RecipientNotVaultError],
  ['least_below_bound', LeastBelowBoundError],
  ['surplus_forfeited', SurplusForfeitedError],
  ['flags_refused', FlagsRefusedError],
  ['fee_refused', FeeRefusedError],
  ['amount_mismatch', AmountMismatchError],
  ['calldata_refused', SwapCalldataRefusedError],
  ['calldata_not_permitted', CalldataNotPermittedError],
  ['token_moves_otherwise', TokenMovesOtherwiseError],
])
