import type { Hex } from '@vaultwright/base'
import type { DayRange } from '../../record/daily-point.ts'
import type {
  Snapshot,
  SnapshotAllowances,
  SnapshotBounds,
  SnapshotNav,
  SnapshotStore,
} from '../../record/snapshot.ts'
import { assertDay } from '../../value/day.ts'
import { canonicalDecimal, canonicalDecimalOrNull } from '../../value/decimal.ts'
import { limitOf, pageOf } from '../../value/page.ts'
import { assertText } from '../../value/text.ts'
import type { StoreEngine } from '../table/engine.ts'
import { prepare } from '../table/statement.ts'
import type { DerivedColumns, SnapshotRow, VaultKeyColumns } from '../table/table.ts'
import { assertDeployment, vaultKeyOf, vaultRefOf } from '../table/vault-ref.ts'

/** The columns of a snapshot's values. */
export type SnapshotColumns = Omit<SnapshotRow, keyof VaultKeyColumns | keyof DerivedColumns>

/** The columns of a snapshot without its basis. */
export const snapshotColumns = [
  ...(['tenant_id', 'vault', 'chain', 'day', 'block_number', 'block_hash', 'at_unix'] as const),
  ...(['type', 'base_asset', 'share_price', 'total_assets', 'total_supply'] as const),
  ...(['positions', 'prices', 'vested_amount', 'vesting_seconds'] as const),
  ...(['fees_owed', 'net_assets', 'nav_gap', 'nav_gap_relative'] as const),
  ...(['nav_reason', 'nav_left_out', 'allowances', 'worth_bounds'] as const),
] as const

/** The basis of a value that is put by hand: none. */
const underived = { basis: null, since_unix: null }

/** The columns of what a vault was worth by what it held. */
type NavColumns = Pick<
  SnapshotColumns,
  'fees_owed' | 'net_assets' | 'nav_gap' | 'nav_gap_relative' | 'nav_reason' | 'nav_left_out'
>

const navColumns = [
  ...(['day', 'fees_owed', 'net_assets', 'nav_gap', 'nav_gap_relative'] as const),
  ...(['nav_reason', 'nav_left_out'] as const),
] as const

/** More than a page of days has. */
const navLimit = 128

/** The days to read, newest first. */
type FirstDays = VaultKeyColumns & { readonly limit: bigint }

/** Makes the snapshots' part of a store. */
export function buildSnapshots(engine: StoreEngine): SnapshotStore {
  const newest = (query: FirstDays) =>
    engine.read
      .selectFrom('snapshot')
      .select(snapshotColumns)
      .where('tenant_id', '=', query.tenant_id)
      .where('vault', '=', query.vault)
      .where('chain', '=', query.chain)
      .orderBy('day', 'desc')
      .limit(query.limit)
  const firstRows = prepare(engine, newest)
  const nextRows = prepare(engine, (query: FirstDays & { readonly after: string }) =>
    newest(query).where('day', '<', query.after),
  )
  const navRows = prepare(engine, (query: VaultKeyColumns & DayRange) =>
    engine.read
      .selectFrom('snapshot')
      .select(navColumns)
      .where('tenant_id', '=', query.tenant_id)
      .where('vault', '=', query.vault)
      .where('chain', '=', query.chain)
      .where('day', '>=', query.from)
      .where('day', '<=', query.to)
      .orderBy('day')
      .limit(navLimit),
  )
  return {
    put: async (tenantId, snapshot) => {
      const values = columnsOfSnapshot(snapshot)
      await engine.write(async (db) => {
        const where = { tenantId, vaultRef: snapshot, lock: 'share' } as const
        const row = { ...(await assertDeployment(db, engine, where)), ...values, ...underived }
        await db
          .insertInto('snapshot')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['tenant_id', 'vault', 'chain', 'day']).doUpdateSet(row),
          )
          .execute()
      })
    },
    latest: async (tenantId, vaultRef) => {
      const [row] = await firstRows({ ...vaultKeyOf(tenantId, vaultRef), limit: 1n })
      return row === undefined ? null : snapshotOf(row)
    },
    page: async (tenantId, vaultRef, query) => {
      const { after } = query
      const first = { ...vaultKeyOf(tenantId, vaultRef), limit: limitOf(query) }
      const pageRows = await (after === null ? firstRows(first) : nextRows({ ...first, after }))
      return pageOf(pageRows.map(snapshotOf), query)
    },
    navs: async (tenantId, vaultRef) => {
      const { from, to } = vaultRef
      const rows = await navRows({ ...vaultKeyOf(tenantId, vaultRef), from, to })
      return rows.map((row) => ({ day: row.day, nav: navOf(row) }))
    },
  }
}

/** @returns a snapshot's values as they are kept. @throws {InvalidDecimalError} {InvalidDayError} {InvalidTextError} */
export function columnsOfSnapshot(snapshot: Snapshot): SnapshotColumns {
  const streaming = snapshot.yieldStreaming
  return {
    day: assertDay(snapshot.day),
    block_number: snapshot.blockNumber,
    block_hash: snapshot.blockHash,
    at_unix: snapshot.atUnix,
    type: assertText('type', snapshot.type),
    base_asset: assertText('baseAsset', snapshot.baseAsset),
    share_price: canonicalDecimalOrNull('sharePrice', snapshot.sharePrice),
    total_assets: canonicalDecimalOrNull('totalAssets', snapshot.totalAssets),
    total_supply: canonicalDecimalOrNull('totalSupply', snapshot.totalSupply),
    positions: JSON.stringify(snapshot.positions.map(positionOf)),
    prices: JSON.stringify(pricesOf(snapshot.prices)),
    vested_amount:
      streaming === null ? null : canonicalDecimal('vestedAmount', streaming.vestedAmount),
    vesting_seconds: streaming?.vestingSeconds ?? null,
    ...columnsOfNav(snapshot.nav),
    allowances: allowancesText(snapshot.allowances),
    worth_bounds: boundsText(snapshot.worthBounds),
  }
}

function columnsOfNav(nav: SnapshotNav | null): NavColumns {
  return {
    fees_owed: canonicalDecimalOrNull('feesOwed', nav?.feesOwed ?? null),
    net_assets: canonicalDecimalOrNull('netAssets', nav?.netAssets ?? null),
    nav_gap: canonicalDecimalOrNull('navGap', nav?.gap ?? null),
    nav_gap_relative: canonicalDecimalOrNull('navGapRelative', nav?.gapRelative ?? null),
    nav_reason: nav === null || nav.reason === null ? null : assertText('navReason', nav.reason),
    nav_left_out: nav === null ? null : BigInt(nav.leftOut),
  }
}

function boundsText(bounds: SnapshotBounds | null): string | null {
  if (bounds === null) return null
  const { lower, upper, gapLower, gapUpper, open, nextRate, nextRateReason } = bounds
  const decimal = (name: string, text: string | null) =>
    canonicalDecimalOrNull(`worthBounds.${name}`, text)
  const next = nextRate && {
    lowest: decimal('lowest', nextRate.lowest),
    highest: decimal('highest', nextRate.highest),
    counted: decimal('counted', nextRate.counted),
    countedReason: nextRate.countedReason,
    roomBelow: decimal('roomBelow', nextRate.roomBelow),
    roomAbove: decimal('roomAbove', nextRate.roomAbove),
    earliestUnix: nextRate.earliestUnix,
    update: nextRate.update,
  }
  return JSON.stringify({
    lower: decimal('lower', lower),
    upper: decimal('upper', upper),
    gapLower: decimal('gapLower', gapLower),
    gapUpper: decimal('gapUpper', gapUpper),
    open: open.map(({ side, reason }) => ({ side, reason })),
    nextRate: next,
    nextRateReason,
  })
}

function allowancesText(allowances: SnapshotAllowances | null): string | null {
  if (allowances === null) return null
  const entries = allowances.entries.map(({ token, owner, spender, amount }) => ({
    token,
    owner,
    spender,
    amount: canonicalDecimalOrNull('allowance', amount),
  }))
  return JSON.stringify({ entries, note: assertText('allowances', allowances.note) })
}

function navOf(row: NavColumns): SnapshotNav | null {
  if (row.nav_left_out === null) return null
  return {
    feesOwed: row.fees_owed,
    netAssets: row.net_assets,
    gap: row.nav_gap,
    gapRelative: row.nav_gap_relative,
    reason: row.nav_reason,
    leftOut: Number(row.nav_left_out),
  }
}

function positionOf({ protocol, asset, balance }: Snapshot['positions'][number]) {
  return { protocol, asset, balance: canonicalDecimal(`balance of ${asset}`, balance) }
}

function pricesOf(prices: Snapshot['prices']): Snapshot['prices'] {
  return mapRecord(prices, (ofChain) =>
    mapRecord(ofChain, (price, asset) => canonicalDecimal(`price of ${asset}`, price)),
  )
}

/** Object.fromEntries defines keys, so that one called __proto__ is a key like any other. */
function mapRecord<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From, key: string) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
}

/** @returns the snapshot that a row keeps. */
export function snapshotOf(row: VaultKeyColumns & SnapshotColumns): Snapshot {
  const { vested_amount: vestedAmount, vesting_seconds: vestingSeconds } = row
  return {
    ...vaultRefOf(row),
    day: row.day,
    blockNumber: row.block_number,
    blockHash: row.block_hash as Hex | null,
    atUnix: row.at_unix,
    type: row.type,
    baseAsset: row.base_asset,
    sharePrice: row.share_price,
    totalAssets: row.total_assets,
    totalSupply: row.total_supply,
    positions: JSON.parse(row.positions),
    prices: JSON.parse(row.prices),
    yieldStreaming:
      vestedAmount === null || vestingSeconds === null ? null : { vestedAmount, vestingSeconds },
    nav: navOf(row),
    worthBounds: row.worth_bounds === null ? null : JSON.parse(row.worth_bounds),
    allowances: row.allowances === null ? null : JSON.parse(row.allowances),
  }
}
