import { BaseError } from '@vaultwright/base'
import type { Actor } from './audit.ts'

/** The roles of users, from least to most; each may do what those before it may. */
export const roles = ['viewer', 'strategist', 'curator', 'admin'] as const

/** A role. */
export type UserRole = (typeof roles)[number]

/** A person or a program of a tenant. */
export type User = {
  readonly id: string
  readonly tenantId: string
  /** 1 to 200 characters without control characters, unique within the tenant. */
  readonly name: string
  readonly role: UserRole
  readonly isActive: boolean
  readonly createdAtUnix: bigint
  readonly deactivatedAtUnix: bigint | null
}

/** Users in the store. */
export type UserStore = {
  /** @throws {InvalidNameError} {UserExistsError} {TenantNotFoundError} */
  readonly create: (tenantId: string, user: Pick<User, 'name' | 'role'>, by: Actor) => Promise<User>
  /** @returns the user with this id or this name; null when the tenant has none. */
  readonly find: (tenantId: string, idOrName: string) => Promise<User | null>
  /** @returns all of the tenant, by name. */
  readonly list: (tenantId: string) => Promise<readonly User[]>
  /** @returns the user who signs in by this identity; null when none does. */
  readonly findByIdentity: (tenantId: string, identity: ProviderIdentity) => Promise<User | null>
  /** @returns whether the user signs in by an identity of a provider. */
  readonly isIdentified: (tenantId: string, userId: string) => Promise<boolean>
  /**
   * Ties a user to an identity, for good: each user has one at most, and each identity one user.
   * @throws {UserNotFoundError} {UserInactiveError} {UserIdentifiedError} when either is tied already.
   */
  readonly identify: (
    tenantId: string,
    identity: ProviderIdentity & { readonly userId: string },
    by: Actor,
  ) => Promise<void>
  /** @returns by what each user of the tenant gets in, by the user's id. */
  readonly listAccess: (tenantId: string) => Promise<ReadonlyMap<string, UserAccess>>
  /**
   * Gives a user a role, which sessions and keys of the user have at once. Safe to repeat.
   * @throws {UserNotFoundError} {LastAdminError} as `deactivate`.
   */
  readonly setRole: (tenantId: string, change: RoleChange, by: Actor) => Promise<User>
  /**
   * Activates a deactivated user: passkeys and keys authenticate again, sessions stay ended. Safe to repeat.
   * @throws {UserNotFoundError}
   */
  readonly activate: (tenantId: string, userId: string, by: Actor) => Promise<User>
  /**
   * Deactivates a user: keys and passkeys of the user stop authenticating, sessions and invitations end.
   * Safe to repeat.
   * @throws {UserNotFoundError} {LastAdminError} when the tenant would have no active admin left; when a key
   *   asks for it, also when no active admin would hold an active key; when a session asks for it, also when
   *   no active admin would hold a key, a passkey or a session.
   */
  readonly deactivate: (tenantId: string, userId: string, by: Actor) => Promise<User>
}

/** The identity of a user at an OpenID Connect provider: the pair alone is unique, and lasts. */
export type ProviderIdentity = {
  /** Of the token. */
  readonly issuer: string
  /** The provider's own id of the person. */
  readonly subject: string
}

/** A role that a user is to have. */
type RoleChange = { readonly userId: string; readonly role: UserRole }

/** By what a user gets in. */
export type UserAccess = {
  readonly passkeys: number
  /** That have not ended. */
  readonly sessions: number
  readonly activeKeys: number
  /** Last use of a session that has not ended; null when there is none. */
  readonly lastSeenAtUnix: bigint | null
}

/** The tenant has a user of the name already. */
export class UserExistsError extends BaseError {
  override readonly code = 'user_exists'
  override readonly kind = 'conflict'

  constructor(name: string) {
    super({
      message: `There is a user ${JSON.stringify(name)} already. Choose another name.`,
      facts: { name },
    })
  }
}

/** The user signs in by an identity already, or the identity is of another user. */
export class UserIdentifiedError extends BaseError {
  override readonly code = 'user_identified'
  override readonly kind = 'conflict'

  constructor(userId: string) {
    super({
      message: `The user ${userId} or the identity is tied already. Make another user.`,
      facts: { userId },
    })
  }
}

/** The tenant has no such user. */
export class UserNotFoundError extends BaseError {
  override readonly code = 'user_not_found'
  override readonly kind = 'not_found'

  constructor(user: string) {
    super({
      message: `There is no user ${JSON.stringify(user)} in this tenant. List the users for those there are.`,
      facts: { user },
    })
  }
}

/** Without it the tenant has no administrator. */
export class LastAdminError extends BaseError {
  override readonly code = 'last_admin'
  override readonly kind = 'conflict'

  constructor(what: 'user' | 'key') {
    super({
      message:
        what === 'user'
          ? 'The tenant would have no active admin with a key. Make another admin, and a key for it, first.'
          : 'It is the last active key of an admin of the tenant. Make another one first.',
      facts: { what },
    })
  }
}
