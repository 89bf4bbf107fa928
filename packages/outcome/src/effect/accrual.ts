import type { Address } from '@vaultwright/base'
import type { SimulatedLog } from '../trace/simulated-log.ts'

/** Interest that a `Transfer` log counts though the balance had it before. */
export type Accrual = {
  readonly token: Address
  readonly holder: Address
  /** Base units. */
  readonly amount: bigint
}

/**
 * Lists the interest that lending tokens log together with what moves: their balances grow by
 * themselves, and the next `Transfer` log of a holder makes up for it.
 *
 * Source: Aave v3, events `Mint` and `Burn` of aTokens and debt tokens.
 */
export function accrualsOf(logs: readonly SimulatedLog[]): readonly Accrual[] {
  return loggedAccrualsOf(logs).filter(({ amount }) => amount > 0n)
}

/** Lists the tokens that log interest together with what moves, be it none this time. */
export function lendersIn(logs: readonly SimulatedLog[]): ReadonlySet<Address> {
  return new Set(loggedAccrualsOf(logs).map(({ token }) => token))
}

function loggedAccrualsOf(logs: readonly SimulatedLog[]): readonly Accrual[] {
  return logs.flatMap(({ address, decoded }) => {
    if (decoded === null || (decoded.name !== 'Mint' && decoded.name !== 'Burn')) return []
    const { onBehalfOf, from, balanceIncrease } = decoded.arguments as {
      onBehalfOf?: Address
      from?: Address
      balanceIncrease?: bigint
    }
    const holder = decoded.name === 'Mint' ? onBehalfOf : from
    if (holder === undefined || balanceIncrease === undefined) return []
    return [{ token: address, holder, amount: balanceIncrease }]
  })
}
