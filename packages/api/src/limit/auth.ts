import type { Caller, KeyStore, UserRole } from '@vaultwright/store'
import { roles } from '@vaultwright/store'
import type { AddressLimited, AddressLimiter } from './address.ts'

/** Longer than any key; what is longer is none. */
const maxTokenLength = 512

/** Who asks: the caller, or why there is none. */
export type Authentication = Caller | 'unauthorized' | 'forbidden' | AddressLimited

/** A request that may have a key. */
export type AuthRequest = {
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[]
  readonly address: string
}

/**
 * Finds who asks.
 * Source: interface, section 5; the header: RFC 6750, 2.1.
 *
 * @returns the caller; `unauthorized` without exactly one well-formed header, `forbidden` when the key is not valid.
 */
export async function authenticate(
  { rawHeaders, address }: AuthRequest,
  keys: KeyStore,
  addresses: AddressLimiter,
): Promise<Authentication> {
  const token = bearerOf(rawHeaders)
  if (token === null) return 'unauthorized'
  const answer = await addresses.guard(address, token, async () =>
    token.length > maxTokenLength ? null : keys.authenticate(token),
  )
  if ('limited' in answer) return answer
  const caller = answer.found
  if (caller === null) return 'forbidden'
  keys.noteUse(caller.keyId)
  return caller
}

/** Tells whether a role suffices. */
export function mayAct(role: UserRole, least: UserRole): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}

/**
 * Reads the key out of a request's headers.
 *
 * @returns the token; null unless there is one Authorization header of the scheme Bearer with one token.
 */
export function bearerOf(rawHeaders: readonly string[]): string | null {
  let found: string | null = null
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length !== 13 || name.toLowerCase() !== 'authorization') continue
    // Two of them: a proxy before us may have judged the other one.
    if (found !== null) return null
    found = rawHeaders[index + 1]!
  }
  // The alphabet of RFC 6750's b64token, with the spaces that RFC 9110 allows around a value.
  return found === null ? null : (/^bearer +([\w\-.~+/]+=*)$/i.exec(found.trim())?.[1] ?? null)
}
