import { BaseError } from '@vaultwright/base'
import type { Caller } from './api-key.ts'
import type { Actor } from './audit.ts'

/** Seconds after which a session that is not used ends. */
export const sessionIdleSeconds = 43_200n

/** Seconds after which a session ends, used or not. */
export const sessionSeconds = 604_800n

/** A session of a user in the console. */
export type StoredSession = {
  readonly id: string
  readonly createdAtUnix: bigint
  /** When the user last proved to be there. */
  readonly provedAtUnix: bigint
  /** Up to a minute old. */
  readonly lastSeenAtUnix: bigint
  /** The end, used or not. */
  readonly expiresAtUnix: bigint
  readonly userAgent: string
  /** The address where it began. */
  readonly address: string
}

/** A caller with a session that has not ended. */
export type SessionCaller = Caller & {
  readonly sessionId: string
  readonly userName: string
  readonly provedAtUnix: bigint
  readonly expiresAtUnix: bigint
}

/** The origin of a session. */
export type SessionOrigin = {
  /** At most 300 characters are kept. */
  readonly userAgent: string
  readonly address: string
  /** Secret of the session that the browser had, which ends; null for none. */
  readonly replaced: string | null
}

/** The user who signs in, and the means. */
export type SignInDraft = SessionOrigin & {
  readonly userId: string
  /** The passkey that proved the user, and its new counter; null where a provider did. */
  readonly passkey: { readonly id: string; readonly counter: bigint } | null
}

/** The user and id of a session. */
export type SessionRef = { readonly userId: string; readonly sessionId: string }

/** Sessions in the store. */
export type SessionStore = {
  /**
   * Begins a session. Its secret is given out this once and kept only as a hash.
   * @throws {UserNotFoundError} {UserInactiveError} {PasskeyNotFoundError} when the passkey was removed meanwhile.
   */
  readonly begin: (
    tenantId: string,
    draft: SignInDraft,
  ) => Promise<{ readonly secret: string; readonly caller: SessionCaller }>
  /** @returns whose session it is; null when it is unknown, has ended, or its user is deactivated. */
  readonly authenticate: (secret: string) => Promise<SessionCaller | null>
  /** Notes that the user proved to be there. @throws {SessionNotFoundError} {PasskeyNotFoundError} */
  readonly prove: (
    tenantId: string,
    which: SessionRef & { readonly passkey: NonNullable<SignInDraft['passkey']> },
  ) => Promise<bigint>
  /** @returns those of a user that have not ended, the last seen first. */
  readonly list: (tenantId: string, userId: string) => Promise<readonly StoredSession[]>
  /** Ends a session. @throws {SessionNotFoundError} */
  readonly end: (tenantId: string, which: SessionRef, by: Actor) => Promise<void>
  /** Ends all sessions of a user but one. @returns how many. */
  readonly endOthers: (tenantId: string, which: SessionRef, by: Actor) => Promise<number>
}

/** The user has no such session. */
export class SessionNotFoundError extends BaseError {
  override readonly code = 'session_not_found'
  override readonly kind = 'not_found'

  constructor(sessionId: string) {
    super({
      message: `There is no session ${JSON.stringify(sessionId)} of this user. List the sessions for their ids.`,
      facts: { sessionId },
    })
  }
}
