import { BaseError } from '@vaultwright/base'

/** A text is no exact decimal. */
export class InvalidDecimalError extends BaseError {
  override readonly code = 'invalid_decimal'

  constructor(field: string, value: string) {
    super({
      message: `${field} is ${JSON.stringify(value)}, which is no exact decimal. Give digits with at most one point, as in 1234.5.`,
      facts: { field, value },
    })
  }
}
