import type { SvmAddress } from '@vaultwright/svm'
import type { SvmDefinition } from '../definition/definition-type.ts'
import { callOf, loneCall } from '../permission/call.ts'
import type { SvmPermission } from '../permission/permission.ts'
import { lintDigest } from './digest-lint.ts'
import type { SvmDigestFinding } from './finding.ts'

/**
 * Judges a permission of a definition.
 *
 * @param strategist - the one whom the vault's state names, or who is meant to be.
 * @returns findings, each with a call that has the same digest; empty if nothing is amiss.
 */
export function lintPermission(
  definition: SvmDefinition,
  permission: SvmPermission,
  strategist: SvmAddress,
): readonly SvmDigestFinding[] {
  const { template, subAccount, values, operators, innerCall } = permission
  const plain = callOf(definition, { template, subAccount, values, amounts: {}, flags: {} })
  return lintDigest({
    operators,
    call: innerCall,
    vault: { program: definition.program, vaultId: definition.vaultId, subAccount, strategist },
    template,
    expected: loneCall(definition, plain, { subAccount, strategist: null }),
  })
}
