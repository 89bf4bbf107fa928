import { type Finding, finishSteps, type Severity, type Steps } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import type { RuleBook } from '@vaultwright/manager'
import { missingApprovalRule, spenderRule } from './approval.ts'
import {
  argumentCountRule,
  emptyListRule,
  recipientRule,
  unknownFunctionRule,
  zeroArgumentRule,
} from './argument.ts'
import { decoderRule, missingDecoderRule } from './decoder.ts'
import { descriptionRule } from './description.ts'
import { droneLeafRule, droneListRule, secondReadingRule } from './drone.ts'
import { flashLoanRule } from './flash-loan.ts'
import { type LintRule, lintInputOf } from './lint-input.ts'
import { capacityRule, duplicateRule, emptinessRule, gapRule, paddingRule } from './slot.ts'
import { valueLeafRule, valueVariantRule } from './value.ts'

/** The facts that the checks may know besides the file. */
type LintOptions = {
  /** Names arguments and tells what decoders can pack; without it those checks are left out. */
  readonly rules?: RuleBook
}

/** Every rule, in the order of its findings. */
export const lintRules: readonly LintRule[] = [
  emptinessRule,
  gapRule,
  duplicateRule,
  capacityRule,
  paddingRule,
  decoderRule,
  missingDecoderRule,
  zeroArgumentRule,
  spenderRule,
  valueVariantRule,
  valueLeafRule,
  droneLeafRule,
  descriptionRule,
  flashLoanRule,
  secondReadingRule,
  argumentCountRule,
  emptyListRule,
  unknownFunctionRule,
  missingApprovalRule,
  recipientRule,
  droneListRule,
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
  const run = lintRules.filter(({ inputs }) => inputs === 'file' || options.rules !== undefined)
  const findings = [...file.findings]
  for (const { check } of run) {
    yield
    for (const finding of check(lintInput)) findings.push(finding)
  }
  yield
  return findings.sort((one, other) => ranks[one.severity] - ranks[other.severity])
}
