import type { Facts } from './error.ts'

/**
 * The severity of a finding: an `error` makes the thing unsound, a `warning` deserves a look, an
 * `info` is good to know.
 */
export type Severity = 'error' | 'warning' | 'info'

/** One thing that a check found. */
export type Finding = {
  /** Stable snake_case name of what was found. */
  readonly code: string
  readonly severity: Severity
  /** Slot of the leaf it is about, from 0; null when it is about the whole. */
  readonly leaf: number | null
  /** One sentence for a person. */
  readonly message: string
  /** The values behind the sentence. */
  readonly facts: Facts
}

/**
 * Tells whether a list of findings leaves the thing sound.
 *
 * @param findings - in any order.
 * @returns true when none of them is an error.
 */
export function isSound(findings: readonly Finding[]): boolean {
  return !findings.some((finding) => finding.severity === 'error')
}
