import { BaseError } from '@vaultwright/base'

/** A name is not one that the store takes. */
export class InvalidNameError extends BaseError {
  override readonly code = 'invalid_name'
  override readonly kind = 'invalid_input'

  constructor(what: string, name: string, rule: string) {
    super({
      message: `${JSON.stringify(name)} is not a name for a ${what}: ${rule}.`,
      facts: { what, name, rule },
    })
  }
}
