import { BaseError } from '@vaultwright/base'
import type { Actor } from './audit.ts'
import type { UserRole } from './user.ts'

/** The maximum number of passkeys of one user. */
export const maxPasskeys = 20

/** A passkey of a user: what a signature is checked with. */
export type Passkey = {
  readonly id: string
  readonly tenantId: string
  readonly userId: string
  /** As the browser names it, base64url; unique in the store. */
  readonly credentialId: string
  /** COSE. */
  readonly publicKey: Uint8Array
  /** Of the authenticator; 0 where it does not count. */
  readonly counter: bigint
  /** The transports that the browser reports. */
  readonly transports: readonly string[]
  /** True if a provider copies it to other devices. */
  readonly isSynced: boolean
  readonly name: string
  readonly createdAtUnix: bigint
  readonly lastUsedAtUnix: bigint | null
}

/** A passkey that is to be kept. */
export type PasskeyDraft = Pick<
  Passkey,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isSynced' | 'name'
>

/** A passkey with its user, who is active. */
type PasskeyOwner = {
  readonly passkey: Passkey
  readonly userName: string
  readonly tenantName: string
  readonly role: UserRole
}

/** The user and id of a passkey. */
export type PasskeyRef = { readonly userId: string; readonly passkeyId: string }

/** Passkeys in the store. */
export type PasskeyStore = {
  /** @returns those of a user, the oldest first. */
  readonly list: (tenantId: string, userId: string) => Promise<readonly Passkey[]>
  /** @returns whose passkey it is; null when it is unknown, or its user is deactivated. */
  readonly find: (credentialId: string) => Promise<PasskeyOwner | null>
  /** @throws {UserNotFoundError} {UserInactiveError} {TooManyPasskeysError} {PasskeyExistsError} {InvalidNameError} */
  readonly add: (
    tenantId: string,
    draft: PasskeyDraft & { readonly userId: string },
    by: Actor,
  ) => Promise<Passkey>
  /** @throws {PasskeyNotFoundError} {LastPasskeyError} */
  readonly remove: (tenantId: string, which: PasskeyRef, by: Actor) => Promise<Passkey>
}

/** The user has no such passkey. */
export class PasskeyNotFoundError extends BaseError {
  override readonly code = 'passkey_not_found'
  override readonly kind = 'not_found'

  constructor(passkeyId: string) {
    super({
      message: `There is no passkey ${JSON.stringify(passkeyId)} of this user. List the passkeys for their ids.`,
      facts: { passkeyId },
    })
  }
}

/** The user could not sign in without it. */
export class LastPasskeyError extends BaseError {
  override readonly code = 'last_passkey'
  override readonly kind = 'conflict'

  constructor() {
    super({ message: 'It is the last passkey of the user. Add another one first.' })
  }
}

/** The user has as many passkeys as a user may. */
export class TooManyPasskeysError extends BaseError {
  override readonly code = 'too_many_passkeys'
  override readonly kind = 'conflict'

  constructor() {
    super({
      message: `The user has ${maxPasskeys} passkeys, the most that one user may. Remove one first.`,
      facts: { limit: maxPasskeys },
    })
  }
}

/** The passkey is kept already. */
export class PasskeyExistsError extends BaseError {
  override readonly code = 'passkey_exists'
  override readonly kind = 'conflict'

  constructor() {
    super({ message: 'The passkey is registered already. Sign in with it.' })
  }
}
