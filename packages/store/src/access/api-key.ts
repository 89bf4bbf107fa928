import { BaseError } from '@vaultwright/base'
import type { Actor } from './audit.ts'
import type { UserRole } from './user.ts'

/** The maximum number of active keys of one user. Source: interface, section 5. */
export const maxActiveKeys = 10

/** The facts about an API key; the key itself is nowhere. */
export type ApiKey = {
  readonly id: string
  readonly tenantId: string
  readonly userId: string
  readonly description: string
  /** The first characters of the key, to tell keys apart: `vw_live_` and four more. */
  readonly prefix: string
  readonly lastFour: string
  /** Requests a minute; null for the limit that the service has for all. */
  readonly ratePerMinute: number | null
  readonly createdAtUnix: bigint
  /** Up to a minute old; null before the first use. */
  readonly lastUsedAtUnix: bigint | null
  readonly revokedAtUnix: bigint | null
}

/** The caller: an active user, by a key or by a session. */
export type Caller = {
  readonly tenantId: string
  readonly tenantName: string
  readonly userId: string
  readonly role: UserRole
}

/** A caller with a key that authenticates. */
export type KeyCaller = Caller & {
  readonly keyId: string
  readonly ratePerMinute: number | null
  /** The revision of the store in which the key was found; null where it is not known. */
  readonly asOf: string | null
}

/** A key that is to be made. */
export type KeyDraft = {
  readonly userId: string
  /** 0 to 200 characters. */
  readonly description: string
  /** 1 to 1,000,000, or null. */
  readonly ratePerMinute: number | null
}

/** API keys in the store. */
export type KeyStore = {
  /**
   * Makes a key. The text is given out this once and kept only as a hash.
   * @throws {UserNotFoundError} {UserInactiveError} {TooManyKeysError}
   */
  readonly create: (
    tenantId: string,
    draft: KeyDraft,
    by: Actor,
  ) => Promise<{ readonly key: ApiKey; readonly text: string }>
  /** @returns all of the tenant, also revoked ones, newest first. */
  readonly list: (tenantId: string) => Promise<readonly ApiKey[]>
  /**
   * Revokes a key. Safe to repeat.
   * @throws {KeyNotFoundError} {LastAdminError} when a key asks for it, and no active admin would hold an
   *   active key. The operator of the database can always make another.
   */
  readonly revoke: (tenantId: string, keyId: string, by: Actor) => Promise<ApiKey>
  /**
   * Finds whose key it is.
   * @param text - the whole key as it was sent; anything.
   * @returns the caller; null when the key is malformed, unknown, revoked, or of a deactivated user.
   */
  readonly authenticate: (text: string) => Promise<KeyCaller | null>
  /**
   * Gives at once whose key a text is, if it was found before and the database tells that it did not change since.
   *
   * @returns null where only `authenticate` can tell.
   */
  readonly recall: (text: string) => KeyCaller | null
  /** Notes that a key was used; written at most once a minute for each key, never awaited by a request. */
  readonly noteUse: (keyId: string) => void
}

/** The tenant has no such key. */
export class KeyNotFoundError extends BaseError {
  override readonly code = 'key_not_found'
  override readonly kind = 'not_found'

  constructor(keyId: string) {
    super({
      message: `There is no key ${JSON.stringify(keyId)} in this tenant. List the keys for their ids.`,
      facts: { keyId },
    })
  }
}

/** The user holds as many active keys as a user may. */
export class TooManyKeysError extends BaseError {
  override readonly code = 'too_many_keys'
  override readonly kind = 'conflict'

  constructor(userId: string) {
    super({
      message: `The user holds ${maxActiveKeys} active keys, the most that one user may. Revoke one first.`,
      facts: { userId, limit: maxActiveKeys },
    })
  }
}

/** The user is deactivated. */
export class UserInactiveError extends BaseError {
  override readonly code = 'user_inactive'
  override readonly kind = 'conflict'

  constructor(userId: string) {
    super({
      message: 'The user is deactivated. Activate the user first, or choose another one.',
      facts: { userId },
    })
  }
}

/** A rate is none that a key may have. */
export class InvalidRateError extends BaseError {
  override readonly code = 'invalid_rate'
  override readonly kind = 'invalid_input'

  constructor(rate: number) {
    super({
      message: `${rate} requests a minute is not a rate for a key. Give a whole number from 1 to 1000000.`,
      facts: { rate: String(rate) },
    })
  }
}
