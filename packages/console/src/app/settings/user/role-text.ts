import type { UserData } from '@vaultwright/wire'

/** The role of a user. */
export type Role = UserData['role']

/** The powers of each role, the least first; each may do what those before it may. */
export const roleTexts: Readonly<Record<Role, string>> = {
  viewer: 'reads vaults, trees, their risk and difference, manifests and constraints',
  strategist: 'also builds and simulates actions',
  curator: 'also pushes trees',
  admin: 'also manages users, keys and vaults, and reads the audit log',
}

/** The roles, the least first. */
export const roles = Object.keys(roleTexts) as Role[]

/** Says what stops when a user is deactivated. */
export function stopText(keys: number, sessions: number): string {
  if (keys === 0 && sessions === 0) return 'The user has no active key and no session.'
  return `${countOf(keys, 'key')} and ${countOf(sessions, 'session')} stop at once.`
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
