import { isSameOperators, type Operator, type SvmVaultState } from '@vaultwright/svm'
import type { SvmAccountFlags } from '../definition/definition-type.ts'
import { textOfSvmValue } from '../definition/resolve.ts'
import type { SvmPermission } from '../permission/permission.ts'
import type { SvmValue } from '../template/template.ts'
import type { SvmReadRequest } from './request.ts'

/** Operators and flags that the digest of a request may have. */
export type SvmVariant = {
  readonly operators: readonly Operator[]
  readonly flags: Readonly<Record<string, SvmAccountFlags>>
}

/** Lists the variants of a request: those of the definition's nearest entry first, the template's last. */
export function variantsOf(
  { template, permissions }: SvmReadRequest,
  { subAccount, values }: { subAccount: number; values: Readonly<Record<string, SvmValue>> },
): readonly SvmVariant[] {
  const texts = Object.entries(values).map(
    ([name, value]) => [name, textOfSvmValue(value)] as const,
  )
  const distance = (permission: SvmPermission) =>
    texts.filter(([name, text]) => permission.texts[name] !== text).length +
    (permission.subAccount === subAccount ? 0 : 1)
  const nearest = [...permissions].sort((a, b) => distance(a) - distance(b))
  const all = [...nearest, { operators: template.operators, flags: {} }]
  const variants: SvmVariant[] = []
  for (const { operators, flags } of all) {
    const isListed = variants.some(
      (variant) =>
        isSameOperators(variant.operators, operators) &&
        JSON.stringify(variant.flags) === JSON.stringify(flags),
    )
    if (!isListed) variants.push({ operators, flags })
  }
  return variants
}

/**
 * The sub-account that acts where a request names none.
 *
 * @returns the vault's for deposits if the definition lets it act, else the only one that may; null if several may.
 */
export function defaultSubAccount(
  permissions: readonly Pick<SvmPermission, 'subAccount'>[],
  { depositSubAccount }: Pick<SvmVaultState, 'depositSubAccount'>,
): number | null {
  const acting = new Set(permissions.map(({ subAccount }) => subAccount))
  if (acting.has(depositSubAccount)) return depositSubAccount
  const [only] = acting
  return acting.size === 1 ? only! : null
}
