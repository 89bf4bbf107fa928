import type { Actor, Caller } from '@vaultwright/store'

/**
 * Names a caller for the audit log.
 *
 * @param caller - who asks.
 * @returns the key that the call was made with.
 */
export function actorOf({ keyId }: Pick<Caller, 'keyId'>): Actor {
  return `key:${keyId}`
}
