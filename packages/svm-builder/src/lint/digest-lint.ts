import { checkAnySubAccount, checkRecipient, checkSigner } from './account-check.ts'
import { checkAnyInstruction, checkAnyLength, checkAuthority } from './data-check.ts'
import type { SvmDigestFinding } from './finding.ts'
import { checkFlags, checkProgram } from './flag-check.ts'
import { lintContextOf, type SvmLintInput } from './lint-input.ts'

/**
 * Judges what a digest leaves free.
 *
 * @returns findings, each with a call that has the same digest; empty if nothing is amiss.
 * @throws {OperatorOutOfRangeError} when the operators do not fit the call.
 */
export function lintDigest(input: SvmLintInput): readonly SvmDigestFinding[] {
  const context = lintContextOf(input)
  return [
    checkAnyInstruction,
    checkAuthority,
    checkRecipient,
    checkSigner,
    checkAnySubAccount,
    checkAnyLength,
    checkFlags,
    checkProgram,
  ].flatMap((check) => check(context) ?? [])
}
