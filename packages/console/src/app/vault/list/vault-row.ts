import type { ResponseOf, VaultFigures } from '@vaultwright/wire'

type Summaries = ResponseOf<'listVaultSummaries'>['data']

/** A vault on one chain, in the list. */
export type VaultListRow = {
  readonly name: string
  readonly address: string
  readonly status: string
  readonly figures: VaultFigures
}

/** By what the list can be sorted. */
export const sortKeys = {
  name: 'Name',
  chain: 'Chain',
  tvl: 'TVL, USD',
  price: 'Share price',
  apy: 'APY 7 d, net',
  day: 'Last day',
  behind: 'Behind',
  roots: 'Roots without tree',
  status: 'Status',
} as const

/** A column to sort by. */
export type SortKey = keyof typeof sortKeys
/** The order of a list. */
export type SortOrder = { readonly key: SortKey; readonly isDescending: boolean }

/** One row for each chain of each vault. */
export function vaultRowsOf(vaults: Summaries): readonly VaultListRow[] {
  return vaults.flatMap(({ name, vault_address: address, status, deployments }) =>
    deployments.map((figures) => ({ name, address, status, figures })),
  )
}

/** Sorts rows; a value that is not known comes last in both directions. */
export function sortVaults(
  rows: readonly VaultListRow[],
  { key, isDescending }: SortOrder,
): readonly VaultListRow[] {
  const sorted = rows.map((row) => ({ row, value: sortValueOf(row, key) }))
  return sorted
    .sort((left, right) => {
      if (left.value === null || right.value === null)
        return Number(left.value === null) - Number(right.value === null)
      const order = compare(left.value, right.value)
      return isDescending ? -order : order
    })
    .map(({ row }) => row)
}

/** For sorting alone: amounts stay texts wherever they are read. */
function sortValueOf(
  { name, status, figures }: VaultListRow,
  key: SortKey,
): string | number | null {
  const values: Readonly<Record<SortKey, string | number | null>> = {
    name,
    chain: figures.chain,
    tvl: numberOrNull(figures.tvl_usd),
    price: numberOrNull(figures.share_price),
    apy: figures.apy,
    day: figures.last_day,
    behind: figures.days_behind,
    roots: figures.roots_without_tree,
    status,
  }
  return values[key]
}

function compare(left: string | number, right: string | number): number {
  if (typeof left === 'string') return left.localeCompare(String(right), 'en')
  return left - Number(right)
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text)
}
