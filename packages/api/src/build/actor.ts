import type { Actor, Caller } from '@vaultwright/store'

/** Names a caller for the audit log. */
export function actorOf({ keyId }: Pick<Caller, 'keyId'>): Actor {
  return `key:${keyId}`
}
