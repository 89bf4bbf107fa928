import type { SvmAddress } from '@vaultwright/svm'
import {
  decodeKaminoDebts,
  decodeKaminoPosition,
  decodeKaminoRate,
  type KaminoRate,
  kaminoLiquidityOf,
  kaminoOwedOf,
} from '../template/kamino/account.ts'
import { isAbsent } from '../template/kamino/holding.ts'
import { kamino } from '../template/kamino/program.ts'
import { kaminoPositionAddress } from '../template/kamino/reserve.ts'
import {
  decodedOr,
  failed,
  type HoldingContext,
  type HoldingPart,
  joinParts,
  readPart,
} from './holding-part.ts'

/**
 * Reads what a sub-account lent and borrowed in a market of Kamino, in tokens of its reserves: as these were refreshed
 * last, so that interest since then is not in it.
 */
export function kaminoHoldings(
  holder: SvmAddress,
  market: SvmAddress,
  context: HoldingContext,
): HoldingPart {
  const account = context.accountAt(kaminoPositionAddress(holder, market))
  const what = `kamino position of sub-account ${context.subAccounts.get(holder)} in ${market}`
  if (account !== undefined && isAbsent(account)) return {}
  return readPart(account, what, (present) => {
    const position = decodeKaminoPosition(present)
    if (position.owner !== holder || position.market !== market) {
      return failed(what, `It is of ${position.owner} in the market ${position.market}.`)
    }
    const deposits = position.deposits.flatMap((slot) =>
      slot === null || slot.amount === 0n
        ? []
        : [
            inReserve({ reserve: slot.reserve, side: 'deposit' }, { holder, context }, (rate) =>
              kaminoLiquidityOf(rate, slot.amount),
            ),
          ],
    )
    const debts = decodeKaminoDebts(present).flatMap((debt) =>
      debt.amount === 0n
        ? []
        : [
            inReserve({ reserve: debt.reserve, side: 'debt' }, { holder, context }, (rate) => {
              const owed = kaminoOwedOf(rate, debt)
              return owed === null ? null : -owed
            }),
          ],
    )
    return joinParts([...deposits, ...debts])
  })
}

type KaminoHolder = { readonly holder: SvmAddress; readonly context: HoldingContext }

/** The amount of a position in a reserve, in its token. */
function inReserve(
  { reserve, side }: { readonly reserve: SvmAddress; readonly side: 'deposit' | 'debt' },
  { holder, context }: KaminoHolder,
  amountOf: (rate: KaminoRate) => bigint | null,
): HoldingPart {
  const what = `kamino ${side} of sub-account ${context.subAccounts.get(holder)} in ${reserve}`
  const account = context.accountAt(reserve) ?? null
  if (account === null) return failed(what, 'The reserve was not read, or does not exist.')
  return decodedOr<HoldingPart>(
    () => {
      const rate = decodeKaminoRate(account)
      const amount = amountOf(rate)
      if (amount === null) return failed(what, 'The reserve has no rate for it.')
      if (amount === 0n) return {}
      const asset = context.assetOf(rate.mint, rate.decimals)
      return { holdings: [{ protocol: kamino.protocol, holder, asset, amount: String(amount) }] }
    },
    (reason) => failed(what, reason),
  )
}

/** Lists the reserves that a position names, so that they can be read with it. */
export function kaminoReservesOf(
  holder: SvmAddress,
  market: SvmAddress,
  { accountAt }: Pick<HoldingContext, 'accountAt'>,
): readonly SvmAddress[] {
  const account = accountAt(kaminoPositionAddress(holder, market)) ?? null
  if (account === null || isAbsent(account)) return []
  return decodedOr<readonly SvmAddress[]>(
    () => {
      const { deposits, borrows } = decodeKaminoPosition(account)
      return [...deposits, ...borrows].flatMap((slot) => (slot === null ? [] : [slot.reserve]))
    },
    () => [],
  )
}
