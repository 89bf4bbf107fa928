import { BaseError } from '@vaultwright/base'
import type { Actor } from './audit.ts'
import type { PasskeyDraft } from './passkey.ts'
import type { SessionCaller, SessionOrigin } from './session.ts'
import type { UserRole } from './user.ts'

/** An invitation that can be accepted. */
export type OpenInvite = {
  readonly id: string
  readonly tenantId: string
  readonly tenantName: string
  readonly userId: string
  readonly userName: string
  readonly role: UserRole
  readonly expiresAtUnix: bigint
  /** Passkeys of the user that it replaces. */
  readonly passkeys: number
}

/** For whom an invitation is to be made, and for how long. */
type InviteDraft = {
  readonly userId: string
  /** 1 to 168. */
  readonly hours: number
}

/** With what an invitation is accepted. */
export type InviteAnswer = {
  readonly secret: string
  readonly passkey: PasskeyDraft
  readonly origin: SessionOrigin
}

/** Invitations in the store. */
export type InviteStore = {
  /**
   * Makes an invitation; those of the same user that were made before are gone. Its secret is given out
   * this once and kept only as a hash.
   * @throws {UserNotFoundError} {UserInactiveError}
   */
  readonly create: (
    tenantId: string,
    draft: InviteDraft,
    by: Actor,
  ) => Promise<{ readonly secret: string; readonly userId: string; readonly expiresAtUnix: bigint }>
  /** @throws {InviteNotFoundError} {InviteUsedError} {InviteExpiredError} */
  readonly open: (secret: string) => Promise<OpenInvite>
  /**
   * Accepts an invitation, once: the passkey replaces the user's others, the user's sessions end, and a new
   * one begins.
   * @throws as `open`; {PasskeyExistsError} {InvalidNameError}
   */
  readonly accept: (
    answer: InviteAnswer,
  ) => Promise<{ readonly secret: string; readonly caller: SessionCaller }>
}

/** No invitation has the secret. */
export class InviteNotFoundError extends BaseError {
  override readonly code = 'invite_not_found'
  override readonly kind = 'not_found'

  constructor() {
    super({
      message:
        'The invitation is not one of this service, or a newer one replaced it. Ask for a new link.',
    })
  }
}

/** The invitation was accepted before. */
export class InviteUsedError extends BaseError {
  override readonly code = 'invite_used'
  override readonly kind = 'conflict'

  constructor() {
    super({
      message: 'The invitation was used already. Sign in with your passkey, or ask for a new link.',
    })
  }
}

/** The invitation is too old. */
export class InviteExpiredError extends BaseError {
  override readonly code = 'invite_expired'
  override readonly kind = 'conflict'

  constructor() {
    super({ message: 'The invitation is too old. Ask for a new link.' })
  }
}
