import { userInfo } from 'node:os'
import type { Actor } from '@vaultwright/store'

/**
 * Tells who works with the database, for the audit log.
 *
 * @returns `local:` and the name that the operating system has for the person, or the number where it has none.
 */
export function actorOf(): Actor {
  try {
    return `local:${userInfo().username}`
  } catch {
    return `local:uid ${process.getuid?.() ?? 'unknown'}`
  }
}
