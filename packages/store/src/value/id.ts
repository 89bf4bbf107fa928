import { randomBytes } from 'node:crypto'
import { printBase58 } from './base58.ts'

/** Makes an id that cannot be guessed and never comes twice. */
export function makeId(kind: 'tenant' | 'user' | 'key' | 'vault' | 'backup'): string {
  return `${kind}_${printBase58(randomBytes(16), 22)}`
}
