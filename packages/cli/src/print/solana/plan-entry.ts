import type { SvmPermission, SvmPlanEntry } from '@vaultwright/svm-builder'
import { svmOperatorOf } from '@vaultwright/wire'
import { printOperators } from '../../input/solana/operators.ts'
import type { Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely } from '../../terminal/table.ts'

/** A permission of a definition and its digest account, for a program. */
export function planEntryJsonOf({ permission, status }: SvmPlanEntry): Json {
  const { route, subAccount, texts, digestHex, digestAddress, operators } = permission
  return {
    action: route,
    sub_account: subAccount,
    params: texts,
    status: status.kind,
    cpi_digest: digestHex,
    cpi_digest_address: digestAddress,
    operators: operators.map(svmOperatorOf),
    stored_operators: status.kind === 'differs' ? status.operators.map(svmOperatorOf) : null,
    reason: status.kind === 'foreign' ? status.reason : null,
  }
}

/** Prints a line a permission, its digest below. */
export function* printPlanEntries(
  entries: readonly SvmPlanEntry[],
  style: TextStyle,
): Iterable<string> {
  const paint = {
    exists: style.green,
    missing: style.red,
    differs: style.red,
    foreign: style.red,
  }
  for (const { permission, status } of entries) {
    const { digestHex, digestAddress, operators } = permission
    yield `${paint[status.kind](status.kind.padEnd(7))}  ${printSafely(permissionText(permission))}\n`
    yield style.dim(`         digest ${digestHex} at ${digestAddress}\n`)
    if (status.kind === 'foreign') yield `         ${printSafely(status.reason)}\n`
    if (status.kind !== 'differs') continue
    yield `         the account stores ${printOperators(status.operators)}\n`
    yield `         the definition has ${printOperators(operators)}\n`
  }
}

/** Names a permission: its action and what it binds. */
export function permissionText({ route, subAccount, texts }: SvmPermission): string {
  const values = Object.entries(texts).map(([name, value]) => `, ${name} ${value}`)
  return `${route}, sub-account ${subAccount}${values.join('')}`
}
