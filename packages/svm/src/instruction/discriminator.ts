import { BaseError } from '@vaultwright/base'

/** Tells whether data begins with a discriminator. */
export function hasDiscriminator(data: Uint8Array, discriminator: Uint8Array): boolean {
  return (
    data.length >= discriminator.length &&
    discriminator.every((byte, index) => data[index] === byte)
  )
}

/** Data names an instruction and does not hold what it needs. */
export class MalformedInstructionError extends BaseError {
  override readonly code = 'malformed_instruction'
  override readonly kind = 'invalid_input'

  constructor(name: string, offset: number, reason: string) {
    super({
      message: `${name} cannot be read at byte ${offset}: ${reason}. Give the instruction whole.`,
      facts: { instruction: name, offset, reason },
    })
  }
}
