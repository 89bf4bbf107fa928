import { BaseError } from '@vaultwright/base'
import { decodeTokenAccount, type SvmAddress } from '@vaultwright/svm'
import type { SvmDefinition } from '../definition/definition-type.ts'
import { accountIn, type SvmSnapshot } from '../permission/snapshot.ts'
import type { SvmSpending } from '../template/template.ts'
import { printSvmAmount } from './amount.ts'
import { draftWith, type SvmActionDraft } from './draft.ts'
import { solDecimals } from './request.ts'

/** Balances that the actions of a transaction draw on, in order. */
export type SvmBalances = {
  /** Gives amounts that are left out all there is, and notes what the draft takes. */
  readonly fill: (draft: SvmActionDraft) => SvmActionDraft
  /**
   * Makes sure that balances suffice, where no earlier action may add to them.
   *
   * @throws {InsufficientBalanceError}
   */
  readonly assertAll: () => void
}

/** Opens the balances of a snapshot. */
export function openBalances(definition: SvmDefinition, snapshot: SvmSnapshot): SvmBalances {
  const left = new Map<SvmAddress, bigint>()
  const changed = new Set<SvmAddress>()
  const shortages: InsufficientBalanceError[] = []
  const balanceOf = (spending: SvmSpending) =>
    left.get(spending.address) ?? balanceIn(snapshot, spending)
  return {
    fill: (draft) => {
      const { spending } = draft.call
      const balance = spending === null ? null : balanceOf(spending)
      const filled = fillAmounts(definition, draft, balance)
      if (spending !== null) {
        const [amount = 0n] = Object.values(filled.request.amounts)
        const before = balanceOf(spending)
        const mayHaveGrown = changed.has(spending.address)
        if ((amount > before || amount === 0n) && !mayHaveGrown) {
          shortages.push(new InsufficientBalanceError(spending, { amount, balance: before }))
        }
        left.set(spending.address, amount > before ? 0n : before - amount)
      }
      for (const { address, isWritable } of filled.call.innerCall.accounts) {
        if (isWritable && address !== spending?.address) changed.add(address)
      }
      return filled
    },
    assertAll: () => {
      const [first] = shortages
      if (first !== undefined) throw first
    },
  }
}

function fillAmounts(
  definition: SvmDefinition,
  draft: SvmActionDraft,
  balance: bigint | null,
): SvmActionDraft {
  const { request } = draft
  const open = Object.entries(request.template.parameters).flatMap(([name, parameter]) =>
    parameter.kind === 'amount' && request.amounts[name] === undefined
      ? [[name, parameter.omitted ?? balance ?? 0n] as const]
      : [],
  )
  if (open.length === 0) return draft
  const amounts = { ...request.amounts, ...Object.fromEntries(open) }
  return draftWith(definition, { ...draft, request: { ...request, amounts } })
}

function balanceIn(snapshot: SvmSnapshot, spending: SvmSpending): bigint {
  const account = accountIn(snapshot, spending.address)
  if (account === null) return 0n
  if (spending.kind === 'lamports') return account.lamports
  return account.owner === spending.token.program ? decodeTokenAccount(account).amount : 0n
}

/** A sub-account has less than an action takes. */
class InsufficientBalanceError extends BaseError {
  override readonly code = 'insufficient_balance'
  override readonly kind = 'not_permitted'

  constructor(spending: SvmSpending, { amount, balance }: { amount: bigint; balance: bigint }) {
    const { symbol, decimals } =
      spending.kind === 'token' ? spending.token : { symbol: 'SOL', decimals: solDecimals }
    const has = printSvmAmount(balance, decimals)
    const needed =
      amount === 0n
        ? 'there is nothing to use'
        : `${printSvmAmount(amount, decimals)} are asked for`
    super({
      message: `${spending.address} has ${has} ${symbol}, and ${needed}. Give less, or fund the sub-account.`,
      facts: {
        address: spending.address,
        token: spending.kind === 'token' ? spending.token.mint : null,
        balance: String(balance),
        amount: String(amount),
      },
    })
  }
}
