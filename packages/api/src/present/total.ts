import { printUnits } from '@vaultwright/base'
import { type TokenTotal, type TransactionTotals, totalUnitOf } from '@vaultwright/check'
import type { CallContext } from '@vaultwright/protocols'
import type { TransactionTotalsData } from '@vaultwright/wire'

/** Writes the totals of a transaction in the words of the interface. */
export function totalsAnswerOf(
  { totals, isMeasured }: TransactionTotals,
  context: Pick<CallContext, 'chainId' | 'units'>,
): TransactionTotalsData {
  const { leaves, enters, largest, receivers, approvals, givenCount, outside, unread } = totals
  const moved = ({ token, amount }: Pick<TokenTotal, 'token' | 'amount'>) => {
    const unit = totalUnitOf(token, context)
    return {
      token: unit?.symbol ?? null,
      token_address: token,
      amount: unit === null || amount === null ? null : printUnits(amount, unit.decimals),
      raw_amount: amount === null ? null : String(amount),
    }
  }
  const summed = (list: readonly TokenTotal[]) =>
    list.map((total) => ({ ...moved(total), bound: total.bound }))
  return {
    is_measured: isMeasured,
    leaves: summed(leaves),
    enters: summed(enters),
    largest: summed(largest),
    receivers: receivers.map((total) => ({
      ...moved(total),
      bound: total.bound,
      account: total.account,
      is_supplied: total.isSupplied,
    })),
    approvals_left: approvals.map((approval) => ({
      ...moved(approval),
      spender: approval.spender,
      is_unlimited: approval.isUnlimited,
      until: approval.until === null ? null : String(approval.until),
    })),
    approvals_given: givenCount,
    outside: [...outside],
    unread: {
      leaves: [...unread.leaves],
      enters: [...unread.enters],
      accounts: [...unread.accounts],
    },
  }
}
