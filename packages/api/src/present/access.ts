import type {
  ApiKey,
  AuditEntry,
  Passkey,
  SessionCaller,
  StoredSession,
  User,
  UserAccess,
} from '@vaultwright/store'
import {
  type ApiKeyData,
  type AuditData,
  type PasskeyData,
  printTime,
  printTimeOrNull,
  type SessionData,
  type SessionEntryData,
  type UserAccessData,
  type UserData,
} from '@vaultwright/wire'

/** Writes a user. */
export function userDataOf(user: User): UserData {
  return {
    id: user.id,
    name: user.name,
    role: user.role,
    active: user.isActive,
    created_at: printTime(user.createdAtUnix),
    deactivated_at: printTimeOrNull(user.deactivatedAtUnix),
  }
}

/**
 * Writes what is known of a key.
 *
 * @returns what the interface shows of it; its text is not there.
 */
export function apiKeyDataOf(key: ApiKey): ApiKeyData {
  return {
    id: key.id,
    user_id: key.userId,
    description: key.description,
    prefix: key.prefix,
    last_four: key.lastFour,
    rate_per_minute: key.ratePerMinute,
    created_at: printTime(key.createdAtUnix),
    last_used_at: printTimeOrNull(key.lastUsedAtUnix),
    revoked_at: printTimeOrNull(key.revokedAtUnix),
  }
}

/** Writes an act of the audit log. */
export function auditDataOf(entry: Omit<AuditEntry, 'id'> & { readonly id: string }): AuditData {
  return {
    id: entry.id,
    at: printTime(entry.atUnix),
    actor: entry.actor,
    act: entry.act,
    subject: entry.subject,
    details: JSON.parse(entry.details) as AuditData['details'],
  }
}

/** Writes by what a user gets in. */
export function userAccessOf(
  access: UserAccess,
): Pick<UserAccessData, 'passkeys' | 'sessions' | 'active_keys' | 'last_seen_at'> {
  return {
    passkeys: access.passkeys,
    sessions: access.sessions,
    active_keys: access.activeKeys,
    last_seen_at: printTimeOrNull(access.lastSeenAtUnix),
  }
}

/** Writes a passkey. */
export function passkeyDataOf(passkey: Passkey): PasskeyData {
  return {
    id: passkey.id,
    name: passkey.name,
    is_synced: passkey.isSynced,
    created_at: printTime(passkey.createdAtUnix),
    last_used_at: printTimeOrNull(passkey.lastUsedAtUnix),
  }
}

/** Writes who is signed in. */
export function sessionDataOf(session: SessionCaller): SessionData {
  return {
    user: { id: session.userId, name: session.userName, role: session.role },
    tenant: { id: session.tenantId, name: session.tenantName },
    proved_at: printTime(session.provedAtUnix),
    expires_at: printTime(session.expiresAtUnix),
  }
}

/** Writes a session of a list; `currentId` names the one that asks. */
export function sessionEntryOf(entry: StoredSession, currentId: string): SessionEntryData {
  return {
    id: entry.id,
    current: entry.id === currentId,
    user_agent: entry.userAgent,
    address: entry.address,
    created_at: printTime(entry.createdAtUnix),
    last_seen_at: printTime(entry.lastSeenAtUnix),
    expires_at: printTime(entry.expiresAtUnix),
  }
}
