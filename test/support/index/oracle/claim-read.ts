import type { Address } from '@vaultwright/base'
import { balance, type Held, plain, type Reader } from './held.ts'
import type { Moment } from './ledger.ts'
import { ratio } from './ratio.ts'

/** A token whose balances are parts of a pool of ether. */
export type Shared = {
  readonly protocol: string
  readonly token: string
  /** The pool that has the ether. */
  readonly pool: string
  /** View that counts all parts. */
  readonly parts: string
}

/** Staked with Lido. */
export const lido: Shared = {
  protocol: 'lido',
  token: 'stETH',
  pool: 'stETH',
  parts: 'getTotalShares',
}
/** Staked with ether.fi. */
export const etherFi: Shared = {
  protocol: 'ether_fi',
  token: 'eETH',
  pool: 'ether.fi pool',
  parts: 'totalShares',
}

/** Reads a balance that grows with its pool. */
export async function readShared(
  { ask, of }: Moment,
  holder: Address,
  { protocol, token, pool, parts }: Shared,
): Promise<readonly Held[]> {
  const [amount, ether, all] = await Promise.all([
    ask<bigint>(of(token), balance, holder),
    ask<bigint>(of(pool), 'getTotalPooledEther() view returns (uint256)'),
    ask<bigint>(of(token), `${parts}() view returns (uint256)`),
  ])
  const index = { key: token, value: ratio(ether!, all!) }
  return [{ protocol, asset: of(token), amount: amount!, index, maturityUnix: null }]
}

/** Does not grow in number: what it earns is in its price. */
export const readWrapped: Reader = async ({ ask, of }, holder, token) => {
  const amount = await ask<bigint>(of(token), balance, holder)
  const { protocol } = token === 'wstETH' ? lido : etherFi
  return [{ protocol, asset: of(token), amount: amount!, ...plain }]
}
/** Reads a token that pays out in full at its end. */
export async function readPrincipal(
  { ask, of }: Moment,
  holder: Address,
): Promise<readonly Held[]> {
  const principal = of('PT WETH')
  const [amount, expiry] = await Promise.all([
    ask<bigint>(principal, balance, holder),
    ask<bigint>(principal, 'expiry() view returns (uint256)'),
  ])
  return [
    { protocol: 'pendle', asset: principal, amount: amount!, index: null, maturityUnix: expiry! },
  ]
}

/** Shares of the other vault; what they earn is in their price. */
export const readShares: Reader = async ({ ask, of }, holder, token) => {
  const amount = await ask<bigint>(of(token), balance, holder)
  return [{ protocol: 'teller', asset: of(token), amount: amount!, ...plain }]
}
