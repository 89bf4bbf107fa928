import type { Page, PageQuery } from '../value/page.ts'

/** One administrative act. */
export type AuditEntry = {
  /** Grows with time. */
  readonly id: bigint
  /** Null for acts that concern no tenant. */
  readonly tenantId: string | null
  readonly atUnix: bigint
  /** The actor, as `Actor`. */
  readonly actor: string
  /**
   * The act: `tenant.create`, `user.create`, `user.role`, `user.invite`, `user.activate`,
   * `user.deactivate`, `key.create`, `key.revoke`, `passkey.add`, `passkey.remove`,
   * `session.begin`, `session.end`, `vault.put`, `tree.push`, `index.repair`, `swap.unbounded`, `safe.propose`,
   * `safe.confirm`, `safe.withdraw`, `safe.send`, `name.put`, `name.remove`,
   * `review.add`, `review.require`.
   */
  readonly act: string
  /** To what: its id, root or address. */
  readonly subject: string
  /** JSON; no secret is ever in it. */
  readonly details: string
}

/** The filter of acts: a missing field, or null, matches anything. */
export type AuditMatch = {
  readonly actor: string | null
  readonly act: string | null
  readonly subject: string | null
}

/** An act that changes nothing in the store. */
type AuditNote = {
  readonly actor: Actor
  readonly act: 'swap.unbounded' | 'safe.propose' | 'safe.confirm' | 'safe.withdraw' | 'safe.send'
  readonly subject: string
  /** Values that tell what was done; no secrets. */
  readonly details: Readonly<Record<string, unknown>>
}

/** The audit log: written by the acts themselves, in their transactions; nothing changes or removes an entry. */
export type AuditStore = {
  /** Writes down an act that changes nothing else. */
  readonly note: (tenantId: string, note: AuditNote) => Promise<void>
  /** @returns a tenant's entries, newest first; a place is the id of the last. */
  readonly page: (
    tenantId: string,
    query: PageQuery<bigint> & Partial<AuditMatch>,
  ) => Promise<Page<AuditEntry>>
}

/**
 * The actor of an administrative act, as the audit log names it: `key:<id>` for a call with an API
 * key, `user:<id>` for a user who is signed in, `local:<user>` for a user with access to the
 * database.
 */
export type Actor = `key:${string}` | `user:${string}` | `local:${string}`
