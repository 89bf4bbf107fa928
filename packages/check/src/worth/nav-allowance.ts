import { type Address, isSameAddress } from '@vaultwright/base'
import type { NavReadResult } from '@vaultwright/protocols'
import type { NavInputs } from './nav-input.ts'

/** An allowance that is not zero. Base units of the token. Plain JSON. */
export type NavAllowance = {
  readonly token: Address
  readonly owner: Address
  readonly spender: Address
  /** Null if the token does not say. */
  readonly amount: string | null
  readonly balance: string | null
  /** The less of the two: several spenders may pull the same balance, so that these are never summed. */
  readonly pullable: string | null
  /** True if an approve leaf of a root in force names the spender. */
  readonly isNamed: boolean
}

/** Lists the allowances that stand, the unnamed first. */
export function navAllowancesOf(
  { spenders }: Pick<NavInputs, 'spenders'>,
  { vault, balances }: NavReadResult,
): readonly NavAllowance[] {
  const open = vault.allowances.filter(({ amount }) => amount !== '0')
  return open
    .map(({ token, owner, spender, amount }, index): NavAllowance => {
      const { balance } = balances[index]!
      const pullable =
        amount === null || balance === null
          ? null
          : String(BigInt(amount) < balance ? BigInt(amount) : balance)
      return {
        token,
        owner,
        spender,
        amount,
        balance: balance === null ? null : String(balance),
        pullable,
        isNamed: spenders.some((name) => isSameAddress(name, spender)),
      }
    })
    .sort((one, other) => Number(one.isNamed) - Number(other.isNamed))
}
