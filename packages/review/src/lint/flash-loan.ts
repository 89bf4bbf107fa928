import { type Finding, isSameAddress } from '@vaultwright/base'
import type { LintInput, LintRule } from './lint-input.ts'

/** Flash loans that do not go through the Manager. */
export const flashLoanRule: LintRule = {
  inputs: 'file',
  codes: {
    flash_loan_recipient: {
      severities: ['warning'],
      meaning: 'A flash loan pays another account than the Manager.',
    },
    flash_loan_target: {
      severities: ['warning'],
      meaning: 'A flash loan calls another account than the Manager.',
    },
    flash_loan_tokens: { severities: ['warning'], meaning: 'A flash loan lists no token.' },
  },
  check: checkFlashLoans,
}

const flashLoan = 'flashLoan(address,address[],uint256[],bytes)'

/**
 * Finds flash-loan leaves that do not go through the Manager.
 *
 * The vault calls the Manager's own `flashLoan`, and the Manager must be the one that receives.
 */
function checkFlashLoans({ file, used }: LintInput): readonly Finding[] {
  const { manager } = file.metadata
  if (manager === null) return []
  const findings: Finding[] = []
  for (const { leaf, position } of used) {
    if (leaf.signature !== flashLoan) continue
    const recipient = leaf.arguments[0] ?? null
    if (recipient === null || !isSameAddress(recipient, manager)) {
      findings.push({
        code: 'flash_loan_recipient',
        severity: 'warning',
        leaf: position,
        message: `The flash loan of slot ${position} pays ${recipient ?? 'no account'} instead of the Manager ${manager}.`,
        facts: { recipient, manager, tokens: leaf.arguments.slice(1) },
      })
    }
    if (!isSameAddress(leaf.target, manager)) {
      findings.push({
        code: 'flash_loan_target',
        severity: 'warning',
        leaf: position,
        message: `The flash loan of slot ${position} calls ${leaf.target} instead of the Manager ${manager}, which alone can answer it.`,
        facts: { target: leaf.target, manager },
      })
    }
    if (leaf.arguments.length === 1) {
      findings.push({
        code: 'flash_loan_tokens',
        severity: 'warning',
        leaf: position,
        message: `The flash loan of slot ${position} lists no token, so that only a loan of nothing matches.`,
        facts: { target: leaf.target },
      })
    }
  }
  return findings
}
