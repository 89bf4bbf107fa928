import { isReservedAddress } from '@vaultwright/svm'
import type { SvmDigestFinding } from './finding.ts'
import { knownCallOf, knownCallsOf } from './known-call.ts'
import type { LintContext, SvmWorstCall } from './lint-input.ts'

/** An account is pinned with flags that it does not have by itself. */
export function checkFlags(context: LintContext): SvmDigestFinding | null {
  for (const [index, { address }] of context.call.accounts.entries()) {
    const reason = context.isPinnedAccount(index) ? reasonOf(context, index) : null
    if (reason === null) continue
    return {
      code: 'flags_unusual',
      severity: 'warning',
      message: `The digest pins account ${index}, ${address}, ${reason}. Check that its creator meant that.`,
      facts: { index, address },
      worst: ownCall(context),
    }
  }
  return null
}

/** This version does not know the program's instructions. */
export function checkProgram(context: LintContext): SvmDigestFinding | null {
  const { call, template } = context
  if (template !== null || knownCallsOf(call.program) !== null) return null
  return {
    code: 'unknown_program',
    severity: 'warning',
    message: `The digest permits calls of ${call.program}, whose instructions are not known here. Judge the call by the program's own documents.`,
    facts: { program: call.program },
    worst: ownCall(context),
  }
}

function reasonOf({ call, actor, vault, expected }: LintContext, index: number): string | null {
  const { address, isSigner, isWritable } = call.accounts[index]!
  if (isWritable && isReservedAddress(address)) {
    return 'as writable, which the network never shows it: the digest cannot be used'
  }
  if (!isWritable && address === actor) {
    return 'as readonly, which the acting sub-account never is: the digest cannot be used'
  }
  if (isSigner && address !== vault.strategist) return 'as a signer: another party must sign too'
  const usual = expected?.accounts[index]
  if (usual !== undefined && usual.isWritable !== isWritable) {
    return `as ${isWritable ? 'writable' : 'readonly'}, which the action alone does not make it: another instruction must name it so`
  }
  const layout = knownCallOf(call)
  const isReadMint = layout?.roles[index] === 'mint' && !layout.name.startsWith('Burn')
  if (isReadMint && isWritable && usual === undefined) {
    return 'as writable, which a mint is not here: another instruction must name it so'
  }
  return null
}

function ownCall({ call, vault }: LintContext): SvmWorstCall {
  return { subAccount: vault.subAccount, innerCall: call }
}
