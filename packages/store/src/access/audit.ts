import type { Page, PageQuery } from '../value/page.ts'

/** One administrative act. */
export type AuditEntry = {
  /** Grows with time. */
  readonly id: bigint
  /** Null for acts that concern no tenant. */
  readonly tenantId: string | null
  readonly atUnix: bigint
  /** Who did it, as `Actor`. */
  readonly actor: string
  /** What: `tenant.create`, `user.create`, `user.deactivate`, `key.create`, `key.revoke`, `vault.put`, `tree.push`. */
  readonly act: string
  /** To what: its id, root or address. */
  readonly subject: string
  /** JSON; no secret is ever in it. */
  readonly details: string
}

/** The audit log: written by the acts themselves, in their transactions; nothing changes or removes an entry. */
export type AuditStore = {
  /** @returns a tenant's entries, newest first; a place is the id of the last. */
  readonly page: (tenantId: string, query: PageQuery<bigint>) => Promise<Page<AuditEntry>>
}

/**
 * Who does an administrative act, as the audit log names it: `key:<id>` for a call with an API key,
 * `local:<user>` for a user with access to the database.
 */
export type Actor = `key:${string}` | `local:${string}`
