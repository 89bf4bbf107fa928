import { type Finding, finishSteps, type Severity, type Steps } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import type { RuleBook } from '@vaultwright/manager'
import { checkMissingApprovals, checkSpenders } from './approval.ts'
import {
  checkArgumentCounts,
  checkEmptyLists,
  checkRecipients,
  checkUnknownFunctions,
  checkZeroArguments,
} from './argument.ts'
import { checkDecoders, checkMissingDecoder } from './decoder.ts'
import { checkDrones, checkSecondReadings, listDrones } from './drone.ts'
import { checkFlashLoans } from './flash-loan.ts'
import { type LintCheck, lintInputOf } from './lint-input.ts'
import { checkCapacity, checkDuplicates, checkEmptiness, checkGaps, checkPadding } from './slot.ts'
import { checkValueLeaves, checkValueVariants } from './value.ts'

/** The facts that the checks may know besides the file. */
type LintOptions = {
  /** Names arguments and tells what decoders can pack; without it those checks are left out. */
  readonly rules?: RuleBook
}

const checks: readonly LintCheck[] = [
  checkEmptiness,
  checkGaps,
  checkDuplicates,
  checkCapacity,
  checkPadding,
  checkDecoders,
  checkMissingDecoder,
  checkZeroArguments,
  checkSpenders,
  checkValueVariants,
  checkValueLeaves,
  checkDrones,
  checkFlashLoans,
]
const checksWithRules: readonly LintCheck[] = [
  checkSecondReadings,
  checkArgumentCounts,
  checkEmptyLists,
  checkUnknownFunctions,
  checkMissingApprovals,
  checkRecipients,
  listDrones,
]
const ranks: { readonly [severity in Severity]: number } = { error: 0, warning: 1, info: 2 }

/**
 * Runs every check that a reviewer would over a tree file.
 *
 * Only what makes the file contradict itself is an error; what deserves a look is a warning, and what
 * is good to know an info. One finding covers all slots that share a cause; its facts hold them all.
 *
 * @param file - a tree file; its own findings are part of the answer.
 * @returns findings: errors first, then warnings, then infos, each in the order of the checks.
 */
export function lintTree(file: TreeFile, options: LintOptions = {}): readonly Finding[] {
  return finishSteps(lintSteps(file, options))
}

/** Runs the checks of `lintTree`, a step each. */
export function* lintSteps(file: TreeFile, options: LintOptions = {}): Steps<readonly Finding[]> {
  const lintInput = lintInputOf(file, options.rules ?? null)
  const run = options.rules === undefined ? checks : [...checks, ...checksWithRules]
  const findings = [...file.findings]
  for (const check of run) {
    yield
    for (const finding of check(lintInput)) findings.push(finding)
  }
  yield
  return findings.sort((one, other) => ranks[one.severity] - ranks[other.severity])
}
