import { type Address, BaseError } from '@vaultwright/base'
import type { Actor } from './audit.ts'

/** The maximum number of names of one tenant. */
export const maxAccountNames = 10_000

/** An account that a tenant names. */
export type NamedAccount = {
  /** Slug; null for every chain of the EVM. */
  readonly chain: string | null
  readonly address: Address
}

/** A name that is to be kept. */
export type AccountNameDraft = NamedAccount & {
  readonly name: string
  /** The name as a hurried reader sees it: two accounts may not have one. */
  readonly shape: string
}

/** A name that is kept, with who gave it and when. */
export type StoredAccountName = NamedAccount & {
  readonly name: string
  /** As `Actor`. */
  readonly namedBy: string
  readonly namedAtUnix: bigint
}

/** The address book of a tenant in the store. */
export type AccountNameStore = {
  /** @returns all names, by name. */
  readonly list: (tenantId: string) => Promise<readonly StoredAccountName[]>
  /** Names an account, in place of the name that it has. @throws {NameTakenError} {TooManyNamesError} {InvalidAddressError} */
  readonly put: (tenantId: string, draft: AccountNameDraft, by: Actor) => Promise<StoredAccountName>
  /** Takes a name away. @throws {AccountNameNotFoundError} */
  readonly remove: (
    tenantId: string,
    account: NamedAccount,
    by: Actor,
  ) => Promise<StoredAccountName>
}

/** Another account has a name that looks the same. */
export class NameTakenError extends BaseError {
  override readonly code = 'name_taken'
  override readonly kind = 'conflict'

  constructor(name: string, address: Address) {
    super({
      message: `${JSON.stringify(name)} looks like the name of ${address}. Choose one that tells them apart.`,
      facts: { name, address },
    })
  }
}

/** The tenant has as many names as a tenant may. */
export class TooManyNamesError extends BaseError {
  override readonly code = 'too_many_names'
  override readonly kind = 'conflict'

  constructor() {
    super({
      message: `The address book has ${maxAccountNames} names, the most that it may. Remove one first.`,
      facts: { limit: maxAccountNames },
    })
  }
}

/** The tenant does not name the account. */
export class AccountNameNotFoundError extends BaseError {
  override readonly code = 'name_not_found'
  override readonly kind = 'not_found'

  constructor({ chain, address }: NamedAccount) {
    const place = chain === null ? 'every chain' : chain
    super({
      message: `The address book has no name for ${address} on ${place}. List the names.`,
      facts: { chain, address },
    })
  }
}
