import type { Address } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { type ActionApproval, type Permission, permit2Address } from '@vaultwright/protocols'

/** Tokens whose approval a tree permits, by who gives it and to whom. */
export type Grants = {
  /** By `drone|spender`. */
  readonly direct: ReadonlyMap<string, ReadonlySet<Address>>
  /** The same of allowances that Permit2 keeps. */
  readonly through: ReadonlyMap<string, ReadonlySet<Address>>
}

/** Lists the approvals that a tree permits. */
export function grantsOf(permissions: readonly Permission[]): Grants {
  const direct = new Map<string, Set<Address>>()
  const through = new Map<string, Set<Address>>()
  for (const { action, binding, drone, plain } of permissions) {
    if (plain === null) continue
    const { route } = action
    const grants =
      route === 'erc_20/approve' ? direct : route === 'permit2/approve' ? through : null
    const { token, spender } = binding
    if (grants === null || typeof token !== 'string' || typeof spender !== 'string') continue
    const key = keyOf(drone, spender)
    const tokens = grants.get(key)
    if (tokens === undefined) grants.set(key, new Set([token as Address]))
    else tokens.add(token as Address)
  }
  return { direct, through }
}

/** An approval, and who gives it. */
export type GrantQuery = {
  readonly approval: ActionApproval
  readonly drone: Address | null
  readonly values: Readonly<Record<string, AbiValue>>
}

/** Lists the tokens that may be approved for the spender of an approval. */
export function grantedTo(grants: Grants, { approval, drone, values }: GrantQuery) {
  const spender = approval.spender.startsWith('0x') ? approval.spender : values[approval.spender]
  if (typeof spender !== 'string') return []
  const direct = grants.direct.get(keyOf(drone, spender)) ?? []
  if (approval.through === undefined) return [...direct]
  const pulled = grants.direct.get(keyOf(drone, permit2Address))
  const through = grants.through.get(keyOf(drone, spender)) ?? []
  return [...through].filter((token) => pulled?.has(token) ?? false)
}

/** Lists the spenders for whom the token of an approval may be approved. */
export function spendersOf(grants: Grants, { approval, drone, values }: GrantQuery) {
  const value = values[approval.token]
  const tokens = typeof value === 'object' ? value : value === undefined ? [] : [value]
  if (tokens.length === 0) return []
  const from = approval.through === undefined ? grants.direct : grants.through
  const prefix = `${drone}|`
  return [...from].flatMap(([key, granted]) => {
    if (!key.startsWith(prefix)) return []
    const isAll = tokens.every((token) => granted.has(token as Address))
    return isAll ? [checksumOf(key.slice(prefix.length))] : []
  })
}

function keyOf(drone: Address | null, spender: string): string {
  return `${drone}|${spender.toLowerCase()}`
}
