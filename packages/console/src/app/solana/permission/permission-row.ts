import type { VaultReadingData } from '@vaultwright/check'
import { withFieldNames } from '@vaultwright/check'
import type { Operator } from '@vaultwright/svm'
import {
  digestStatusOf,
  freePartsOf,
  lintPermission,
  permissionsOf,
  type SvmDigestFinding,
  type SvmDigestStatus,
  type SvmPermission,
} from '@vaultwright/svm-builder'

/** A permission of a definition, as it stands on chain. */
export type SvmPermissionRow = {
  readonly permission: SvmPermission
  readonly status: SvmDigestStatus['kind']
  /** Why a digest account cannot be used; null for every other state. */
  readonly reason: string | null
  /** The operators that the digest account stores, else those of the definition. */
  readonly operators: readonly Operator[]
  /** The parts that they leave free. */
  readonly free: readonly string[]
  /** The worst first. */
  readonly findings: readonly SvmDigestFinding[]
}

/** The counts of a list of permissions. */
export type PermissionCount = {
  readonly existing: number
  readonly missing: number
  /** With other operators than the definition's, or an account of another kind. */
  readonly differing: number
  readonly errors: number
  readonly warnings: number
}

const severities = { error: 0, warning: 1, info: 2 } as const
const statuses = { differs: 0, foreign: 0, missing: 1, exists: 3 } as const

/**
 * Lists the permissions of a definition with what their digest accounts store.
 *
 * @returns errors and digests that differ first, then warnings and missing ones, then the file's order.
 * @throws {SvmAccountsNotReadError} when the snapshot lacks a digest's account.
 */
export function permissionRowsOf(reading: VaultReadingData): readonly SvmPermissionRow[] {
  return permissionsOf(reading.definition)
    .map((permission) => rowOf(permission, reading))
    .sort((left, right) => rankOf(left) - rankOf(right))
}

/** Counts what a list of permissions holds. */
export function countPermissions(rows: readonly SvmPermissionRow[]): PermissionCount {
  const countOf = (...kinds: readonly SvmPermissionRow['status'][]) =>
    rows.filter(({ status }) => kinds.includes(status)).length
  const findings = rows.flatMap((row) => row.findings)
  return {
    existing: countOf('exists'),
    missing: countOf('missing'),
    differing: countOf('differs', 'foreign'),
    errors: findings.filter(({ severity }) => severity === 'error').length,
    warnings: findings.filter(({ severity }) => severity === 'warning').length,
  }
}

function rowOf(permission: SvmPermission, reading: VaultReadingData): SvmPermissionRow {
  const { definition, evidence, facts } = reading
  const { template } = permission
  const status = digestStatusOf(evidence.snapshot, definition, permission)
  const operators = status.kind === 'differs' ? status.operators : permission.operators
  const findings = lintPermission(definition, { ...permission, operators }, facts.state.strategist)
  return {
    permission,
    status: status.kind,
    reason: status.kind === 'foreign' ? status.reason : null,
    operators,
    free: withFieldNames(
      freePartsOf(permission.innerCall, operators, template.accountNames),
      template.dataFields,
    ),
    findings: findings.toSorted(
      (left, right) => severities[left.severity] - severities[right.severity],
    ),
  }
}

function rankOf({ status, findings }: SvmPermissionRow): number {
  const [worst] = findings
  return Math.min(statuses[status], worst === undefined ? 3 : severities[worst.severity])
}
