import type { Address } from '@vaultwright/base'
import type { VaultState } from '../base/vault-state.ts'

/** The amount a spender may take of a token from a vault or one of its drones, as stored and served. */
type StandingAllowance = {
  readonly token: Address
  readonly owner: Address
  readonly spender: Address
  /** Base units, above zero; null when the token did not say. */
  readonly amount: string | null
}

/** The allowances of a day, as they are kept and served. */
export type StandingAllowances = {
  readonly entries: readonly StandingAllowance[]
  /** The parts that were not read, or the reason; null if all known parts were. */
  readonly note: string | null
}

/** From here on an allowance is no limit: tokens that count in 96 bits take it for one that never ends. */
const unlimited = 2n ** 96n - 1n

/**
 * Lists the allowances that stood at the end of a day, sorted by owner, token and spender.
 *
 * @returns those above zero, and those that are not known; null where nothing was looked at.
 */
export function standingAllowancesOf({
  allowances,
}: Pick<VaultState, 'allowances'>): StandingAllowances | null {
  if (allowances === undefined) return null
  const keyOf = ({ owner, token, spender }: StandingAllowance) => `${owner} ${token} ${spender}`
  const entries = allowances.entries
    .filter(({ amount }) => amount !== '0')
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  return { entries, note: allowances.note }
}

/** Tells whether an allowance has no limit. @param amount - base units; null, which is not known, has one. */
export function isUnlimited(amount: string | null): boolean {
  return amount !== null && BigInt(amount) >= unlimited
}
