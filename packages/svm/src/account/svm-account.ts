import { BaseError } from '@vaultwright/base'
import type { SvmAddress } from '../address/address.ts'

/** An account as a node answers it. */
export type SvmAccount = {
  readonly lamports: bigint
  /** The program that may change it. */
  readonly owner: SvmAddress
  readonly data: Uint8Array
  readonly executable: boolean
}

/**
 * Asserts who owns an account.
 *
 * @throws {ForeignAccountError} when it is another program.
 */
export function assertOwner(
  what: string,
  { owner }: SvmAccount,
  programs: readonly SvmAddress[],
): void {
  if (!programs.includes(owner)) throw new ForeignAccountError(what, owner, programs)
}

/** An account belongs to another program than the one that writes such accounts. */
export class ForeignAccountError extends BaseError {
  override readonly code = 'foreign_account'
  override readonly kind = 'invalid_input'

  constructor(what: string, owner: SvmAddress, programs: readonly SvmAddress[]) {
    super({
      message: `The account is not a ${what}: it belongs to ${owner} and not to ${programs.join(' or ')}. Check the address and the program.`,
      facts: { what, owner, programs },
    })
  }
}

/** An account of the right program has a kind or a length that this version does not read. */
export class UnknownLayoutError extends BaseError {
  override readonly code = 'unknown_layout'
  override readonly kind = 'unsupported'

  constructor(what: string, length: number, reason: string) {
    super({
      message: `The account of ${length} bytes is not a ${what}: ${reason}. Check the address; the program may be newer than this version reads.`,
      facts: { what, length, reason },
    })
  }
}

/** An account's bytes break off or contradict themselves. */
export class MalformedAccountError extends BaseError {
  override readonly code = 'malformed_account'
  override readonly kind = 'damaged_data'

  constructor(what: string, offset: number, reason: string) {
    super({
      message: `The ${what} cannot be read at byte ${offset}: ${reason}. Read the account again, or ask another node.`,
      facts: { what, offset, reason },
    })
  }
}
