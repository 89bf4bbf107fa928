import type { BaseError } from '@vaultwright/base'
import { readFileBytes } from './input.ts'

/** Top-level names that a tree has, also one that lost its leaves. */
const treeNames = /^(metadata|format|root|lea[fv]|layer|merkle|tree|manageroot)/i

/**
 * Tells whether a file that is no tree is plainly something else: a list, or an object none of whose names
 * a tree would have. What may once have been a tree is not passed over.
 *
 * @returns true for a `package.json` and the like; false for text that is no JSON and for `{}`.
 */
export function isStranger(path: string, error: BaseError): boolean {
  if (error.code !== 'foreign_format' || error.facts.kind !== 'unknown') return false
  const value: unknown = JSON.parse(new TextDecoder().decode(readFileBytes(path)))
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const names = Object.keys(value)
  return names.length > 0 && !names.some((name) => treeNames.test(name))
}
