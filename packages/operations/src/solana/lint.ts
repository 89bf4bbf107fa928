import { printHex } from '@vaultwright/base'
import type { SolanaNode } from '@vaultwright/chain'
import { cpiDigest, type Operator, type SvmAddress } from '@vaultwright/svm'
import {
  lintDigest,
  lintPermission,
  permissionsOf,
  type SvmDefinition,
  type SvmDigestFinding,
  type SvmPastCall,
  type SvmPermission,
} from '@vaultwright/svm-builder'
import { readDigestHistory } from './history.ts'
import { readVaultAt } from './read.ts'

/** A digest that was judged. */
export type SvmLintedDigest = {
  readonly digestHex: string
  readonly digestAddress: SvmAddress
  readonly operators: readonly Operator[]
  /** The permission in a definition; null for a digest of the chain. */
  readonly permission: SvmPermission | null
  /** The errors come first; null where no call of it is on record, so that nothing can be said. */
  readonly findings: readonly SvmDigestFinding[] | null
}

/** Digests that were judged, for a strategist. */
export type SvmLintReport = {
  readonly strategist: SvmAddress
  readonly digests: readonly SvmLintedDigest[]
}

/** Judges every permission of a definition. */
export function lintDefinition(definition: SvmDefinition, strategist: SvmAddress): SvmLintReport {
  const digests = permissionsOf(definition).map((permission) => {
    const { digestHex, digestAddress, operators } = permission
    const findings = sorted(lintPermission(definition, permission, strategist))
    return { digestHex, digestAddress, operators, permission, findings }
  })
  return { strategist, digests }
}

/**
 * Judges every digest of a vault that its history shows as open, by the newest call of it on record: the chain
 * stores no program beside a digest.
 */
export async function lintVault(
  node: SolanaNode,
  { vault, program }: { readonly vault: SvmAddress; readonly program: SvmAddress },
): Promise<SvmLintReport> {
  const { state } = await readVaultAt(node, { vault, program })
  const { vaultId, strategist } = state
  const history = await readDigestHistory(node, { vault, program, vaultId, limit: null })
  const open = history.periods.filter(({ closed }) => closed === null)
  const digests = open.map(({ digestHex, digestAddress, created }) => {
    const operators = created?.operators ?? []
    const call = history.calls.find((past) => past.digestAddress === digestAddress) ?? null
    const isUsable = call !== null && isCallOf(call, operators, digestHex)
    const facts = { program, vaultId, strategist }
    const findings = isUsable ? sorted(findingsOf(call, operators, facts)) : null
    return { digestHex, digestAddress, operators, permission: null, findings }
  })
  return { strategist, digests }
}

type LintedVault = {
  readonly program: SvmAddress
  readonly vaultId: bigint
  readonly strategist: SvmAddress
}

function findingsOf(
  { innerCall, subAccount }: SvmPastCall,
  operators: readonly Operator[],
  vault: LintedVault,
): readonly SvmDigestFinding[] {
  return lintDigest({
    operators,
    call: innerCall,
    vault: { ...vault, subAccount },
    template: null,
  })
}

/** A multisig calls with flags that its transaction does not show: such a call says nothing of the digest. */
function isCallOf(
  { innerCall }: SvmPastCall,
  operators: readonly Operator[],
  digestHex: string,
): boolean {
  const isBeyond = operators.some((operator) =>
    operator.kind === 'ingest_account'
      ? operator.index >= innerCall.accounts.length
      : operator.kind === 'ingest_instruction' &&
        operator.start + operator.length > innerCall.data.length,
  )
  return !isBeyond && printHex(cpiDigest(innerCall, operators)).slice(2) === digestHex
}

const ranks = { error: 0, warning: 1, info: 2 } as const

function sorted(findings: readonly SvmDigestFinding[]): readonly SvmDigestFinding[] {
  return findings.toSorted((one, other) => ranks[one.severity] - ranks[other.severity])
}
