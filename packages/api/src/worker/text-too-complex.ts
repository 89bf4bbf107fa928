import { BaseError } from '@vaultwright/base'

/** A text is nested too deep, or holds more than any of its kind. */
export class TextTooComplexError extends BaseError {
  override readonly code = 'text_too_complex'
  override readonly kind = 'invalid_input'

  constructor({ msg, type }: { readonly msg: string; readonly type: string }) {
    super({
      message: `The text holds more than can be read: ${msg}. Give a smaller one.`,
      facts: { excess: type },
    })
  }
}
