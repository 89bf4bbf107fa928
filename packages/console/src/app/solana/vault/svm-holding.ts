import { checkSvmDays, comparisonOf } from '@vaultwright/check'
import {
  recomputeSvm,
  type SvmDayState,
  type SvmWorth,
  svmBaseDollarOf,
} from '@vaultwright/valuation'
import type { DailyEntry } from '@vaultwright/wire'
import { sumOf } from '../../vault/holding/exact.ts'
import type { HoldingTable } from '../../vault/holding/holding-table.ts'

/**
 * Works out what a Solana vault held at the end of a day, from the receipt and the accounts of the day.
 *
 * @returns null for a day that was read without holdings, or came without a receipt.
 */
export function svmHoldingTableOf(
  day: DailyEntry,
  place: Parameters<typeof checkSvmDays>[1],
): HoldingTable | null {
  const receipt = recomputeSvm(day.receipt)
  if (receipt === null || !('worth' in receipt.result)) return null
  const { worth } = receipt.result as { readonly worth?: SvmWorth }
  if (worth === undefined) return null
  const { today } = receipt.inputs as { readonly today: SvmDayState }
  const rows = worth.positions.map(({ protocol, asset, balance, value }) => ({
    protocol,
    asset: asset.symbol,
    address: asset.address,
    balance,
    worth: value,
  }))
  const [check] = checkSvmDays([day], place)
  return {
    rows,
    baseUsd: svmBaseDollarOf(today),
    sum: sumOf(rows.flatMap((row) => row.worth.value ?? [])),
    unpriced: rows.filter((row) => row.worth.value === null).length,
    totalAssets: day.total_assets,
    nav: day,
    bounds: null,
    comparison:
      check === undefined || check.verdict.answer === 'open'
        ? null
        : comparisonOf(
            'The day follows from the accounts that were read',
            check.verdict.reasons.map(({ message }) => message),
            [],
          ),
  }
}
