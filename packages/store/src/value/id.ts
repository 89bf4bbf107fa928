import { randomBytes } from 'node:crypto'
import { printBase58 } from './base58.ts'

/**
 * Makes an id that nobody guesses and that never comes twice.
 *
 * @param kind - what it is of, as in `key`.
 * @returns the kind and 128 random bits, as in `key_4mYr…`.
 */
export function makeId(kind: 'tenant' | 'user' | 'key' | 'vault' | 'backup'): string {
  return `${kind}_${printBase58(randomBytes(16), 22)}`
}
