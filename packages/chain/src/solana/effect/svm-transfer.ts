import { printUnits } from '@vaultwright/base'
import { type SvmAddress, systemProgram } from '@vaultwright/svm'
import type { SvmTokenBalances } from '../simulated-answer.ts'
import type { SvmEffectContext } from './effect-context.ts'
import type { WatchedAccount } from './watched-account.ts'

/** A transfer into or out of a vault. */
export type SvmTransfer = {
  /** The token's symbol, else its mint. */
  readonly token: string
  /** The mint; for SOL the system program, whose address is all ones. */
  readonly tokenAddress: SvmAddress
  /** Whole units, exactly; null when the decimals are not known. */
  readonly amount: string | null
  /** Base units, above 0. */
  readonly rawAmount: bigint
  readonly direction: 'in' | 'out'
}

/** Balances before and after a transaction. */
export type MeasuredBalances = {
  readonly watched: readonly WatchedAccount[]
  /** As the node that ran the transaction counts them; null where it does not. */
  readonly tokenBalances: SvmTokenBalances | null
  readonly context: SvmEffectContext
}

const solDecimals = 9

/** Lists what moves in or out of a vault: one row a token in the order of their mints, SOL last. */
export function svmTransfersOf({
  watched,
  tokenBalances,
  context,
}: MeasuredBalances): readonly SvmTransfer[] {
  const subAccounts = new Set<string>(context.subAccounts)
  const balances =
    tokenBalances === null
      ? balancesOf(watched, subAccounts)
      : answeredBalancesOf(tokenBalances, subAccounts)
  const rows = [...balances, lamportsOf(watched, subAccounts)]
  return rows.flatMap((row) => transferOf(row, context))
}

type SvmBalanceChange = {
  readonly token: SvmAddress
  readonly change: bigint
  readonly decimals: number | null
}

/** By what the node that ran the transaction counts, which is all of one slot. */
function answeredBalancesOf(
  { before, after }: SvmTokenBalances,
  subAccounts: ReadonlySet<string>,
): readonly SvmBalanceChange[] {
  const rows = [...before.map((row) => ({ ...row, amountRaw: -row.amountRaw })), ...after].filter(
    ({ owner }) => subAccounts.has(owner),
  )
  return summed(
    rows.map(({ mint, amountRaw, decimals }) => ({ token: mint, change: amountRaw, decimals })),
  )
}

function balancesOf(
  watched: readonly WatchedAccount[],
  subAccounts: ReadonlySet<string>,
): readonly SvmBalanceChange[] {
  const rows = watched.flatMap(({ tokenBefore, tokenAfter }) => [
    ...(tokenBefore === null || !subAccounts.has(tokenBefore.owner)
      ? []
      : [{ token: tokenBefore.mint, change: -tokenBefore.amount, decimals: null }]),
    ...(tokenAfter === null || !subAccounts.has(tokenAfter.owner)
      ? []
      : [{ token: tokenAfter.mint, change: tokenAfter.amount, decimals: null }]),
  ])
  return summed(rows)
}

function lamportsOf(
  watched: readonly WatchedAccount[],
  subAccounts: ReadonlySet<string>,
): SvmBalanceChange {
  const change = watched
    .filter(({ address }) => subAccounts.has(address))
    .reduce((sum, { lamportsBefore, lamportsAfter }) => sum + lamportsAfter - lamportsBefore, 0n)
  return { token: systemProgram, change, decimals: solDecimals }
}

function summed(rows: readonly SvmBalanceChange[]): readonly SvmBalanceChange[] {
  const sums = new Map<SvmAddress, SvmBalanceChange>()
  for (const row of rows) {
    const change = (sums.get(row.token)?.change ?? 0n) + row.change
    sums.set(row.token, { ...row, change })
  }
  return [...sums.values()].sort((one, other) => (one.token < other.token ? -1 : 1))
}

function transferOf(
  { token, change, decimals }: SvmBalanceChange,
  { decimalsOf, symbolOf }: SvmEffectContext,
): readonly SvmTransfer[] {
  if (change === 0n) return []
  const rawAmount = change < 0n ? -change : change
  const places = decimals ?? decimalsOf(token)
  const symbol = token === systemProgram ? 'SOL' : symbolOf(token)
  return [
    {
      token: symbol ?? token,
      tokenAddress: token,
      amount: places === null ? null : printUnits(rawAmount, places),
      rawAmount,
      direction: change < 0n ? 'out' : 'in',
    },
  ]
}
