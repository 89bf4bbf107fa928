import { parseSvmAddress, type SvmAccount, type SvmAddress, systemProgram } from '@vaultwright/svm'
import { type AccountLayout, openAccountView } from '../account-view.ts'
import { kaminoProgram } from './program.ts'

/** The content of a reserve, as far as calls need it. */
export type KaminoReserve = {
  readonly market: SvmAddress
  readonly mint: SvmAddress
  readonly tokenProgram: SvmAddress
  readonly liquiditySupply: SvmAddress
  readonly feeReceiver: SvmAddress
  readonly collateralMint: SvmAddress
  readonly collateralSupply: SvmAddress
  /** Null for none. */
  readonly collateralFarm: SvmAddress | null
  readonly debtFarm: SvmAddress | null
  /** In the order in which a refresh names them; null for a source that the reserve does not have. */
  readonly oracles: readonly (SvmAddress | null)[]
}

/** A place of a position: what it has of a reserve at least · base units; null if it is empty. */
export type KaminoSlot = { readonly reserve: SvmAddress; readonly amount: bigint } | null

/** The deposits and debts of a position, place by place. */
export type KaminoPosition = {
  readonly market: SvmAddress
  readonly owner: SvmAddress
  /** The account that takes part of the fees; null for none. */
  readonly referrer: SvmAddress | null
  /** Eight places; collateral, rounded as stored. */
  readonly deposits: readonly KaminoSlot[]
  /** Five places; debt in base units, rounded down. */
  readonly borrows: readonly KaminoSlot[]
}

/**
 * Layout by schema: where each field of an account begins. An account of another length is refused, so that every
 * offset lies within it.
 *
 * Source: interface of Kamino's lending program 1.22.0, `@kamino-finance/klend-sdk` 8.0.2 (MIT).
 */
const reserveLayout = {
  what: 'reserve of Kamino',
  program: kaminoProgram,
  tag: [0x2b, 0xf2, 0xcc, 0xca, 0x1a, 0xf7, 0x3b, 0x7f],
  size: 8624,
  market: 32,
  collateralFarm: 64,
  debtFarm: 96,
  mint: 128,
  liquiditySupply: 160,
  feeReceiver: 192,
  available: 224,
  borrowed: 232,
  mintDecimals: 272,
  borrowRate: 296,
  protocolFees: 344,
  referrerFees: 360,
  pendingFees: 376,
  tokenProgram: 408,
  collateralMint: 2560,
  collateralTotal: 2592,
  collateralSupply: 2600,
  scope: 5112,
  switchboardPrice: 5160,
  switchboardTwap: 5192,
  pyth: 5224,
} as const

const positionLayout = {
  what: 'position of Kamino',
  program: kaminoProgram,
  tag: [0xa8, 0xce, 0x8d, 0x6a, 0x58, 0x4c, 0xac, 0xa7],
  size: 3344,
  market: 32,
  owner: 64,
  /** Reserve first, then the amount of collateral. */
  deposits: { start: 96, size: 136, count: 8, amount: 32 },
  /** Reserve first; the amount has 60 binary places. */
  borrows: { start: 1208, size: 200, count: 5, amount: 88, rate: 32 },
  referrer: 2288,
} as const

/** Stands for no account, beside the address of zeros. */
const nullAddress = parseSvmAddress('nu11111111111111111111111111111111111111111')

/**
 * Reads a reserve.
 *
 * @throws {ForeignAccountError} {UnknownLayoutError} when it is another account.
 */
export function decodeKaminoReserve(account: SvmAccount): KaminoReserve {
  const cursor = openAccount(account, reserveLayout)
  const layout = reserveLayout
  const { pyth, switchboardPrice, switchboardTwap, scope } = layout
  return {
    market: cursor.address(layout.market),
    mint: cursor.address(layout.mint),
    tokenProgram: cursor.address(layout.tokenProgram),
    liquiditySupply: cursor.address(layout.liquiditySupply),
    feeReceiver: cursor.address(layout.feeReceiver),
    collateralMint: cursor.address(layout.collateralMint),
    collateralSupply: cursor.address(layout.collateralSupply),
    collateralFarm: cursor.addressOrNull(layout.collateralFarm),
    debtFarm: cursor.addressOrNull(layout.debtFarm),
    oracles: [pyth, switchboardPrice, switchboardTwap, scope].map(cursor.addressOrNull),
  }
}

/**
 * Reads a position.
 *
 * @throws {ForeignAccountError} {UnknownLayoutError} when it is another account.
 */
export function decodeKaminoPosition(account: SvmAccount): KaminoPosition {
  const cursor = openAccount(account, positionLayout)
  const { deposits, borrows } = positionLayout
  const slotsOf = (
    { start, size, count }: { start: number; size: number; count: number },
    amountAt: (start: number) => bigint,
  ) =>
    Array.from({ length: count }, (_, index): KaminoSlot => {
      const reserve = cursor.addressOrNull(start + size * index)
      return reserve === null ? null : { reserve, amount: amountAt(start + size * index) }
    })
  return {
    market: cursor.address(positionLayout.market),
    owner: cursor.address(positionLayout.owner),
    referrer: cursor.addressOrNull(positionLayout.referrer),
    deposits: slotsOf(deposits, (start) => cursor.u64(start + deposits.amount)),
    borrows: slotsOf(
      borrows,
      (start) => cursor.unsigned(start + borrows.amount, 2) >> fractionBits,
    ),
  }
}

/** Places of a fraction behind its point, in bits. */
const fractionBits = 60n

/** The rates of a reserve for collateral and for a debt, as it was refreshed last. */
export type KaminoRate = {
  readonly mint: SvmAddress
  readonly decimals: number
  /** Base units of the token that the collateral stands for: times 2^60. */
  readonly liquidity: bigint
  /** Base units of collateral that there are. */
  readonly collateral: bigint
  /** The growth of a unit of debt since the reserve began: times 2^60. */
  readonly borrowRate: bigint
}

/** A debt of a position: what it was when the position was refreshed last, and the rate of then. Both times 2^60. */
export type KaminoDebt = {
  readonly reserve: SvmAddress
  readonly amount: bigint
  readonly borrowRate: bigint
}

/**
 * Reads what a reserve makes of collateral and debts.
 *
 * @throws {ForeignAccountError} {UnknownLayoutError} when it is another account.
 */
export function decodeKaminoRate(account: SvmAccount): KaminoRate {
  const cursor = openAccount(account, reserveLayout)
  const { available, borrowed, protocolFees, referrerFees, pendingFees } = reserveLayout
  const fees = [protocolFees, referrerFees, pendingFees].map((start) => cursor.unsigned(start, 2))
  return {
    mint: cursor.address(reserveLayout.mint),
    decimals: Number(cursor.u64(reserveLayout.mintDecimals)),
    liquidity: fees.reduce(
      (sum, fee) => sum - fee,
      (cursor.u64(available) << fractionBits) + cursor.unsigned(borrowed, 2),
    ),
    collateral: cursor.u64(reserveLayout.collateralTotal),
    borrowRate: cursor.unsigned(reserveLayout.borrowRate, 4),
  }
}

/** Reads the debts of a position. @throws {ForeignAccountError} {UnknownLayoutError} when it is another account. */
export function decodeKaminoDebts(account: SvmAccount): readonly KaminoDebt[] {
  const cursor = openAccount(account, positionLayout)
  const { start, size, count, amount, rate } = positionLayout.borrows
  return Array.from({ length: count }, (_, index) => start + size * index).flatMap((place) => {
    const reserve = cursor.addressOrNull(place)
    if (reserve === null) return []
    return [
      {
        reserve,
        amount: cursor.unsigned(place + amount, 2),
        borrowRate: cursor.unsigned(place + rate, 4),
      },
    ]
  })
}

/**
 * Base units that collateral stands for, rounded down; null where the reserve owes more than it has.
 *
 * Source: the exchange rate of a reserve in the same library; an empty reserve begins at one to one.
 */
export function kaminoLiquidityOf(
  { liquidity, collateral }: KaminoRate,
  amount: bigint,
): bigint | null {
  if (liquidity < 0n) return null
  if (collateral === 0n || liquidity === 0n) return amount
  return (amount * liquidity) / (collateral << fractionBits)
}

/** Base units that a debt has grown to, rounded up; null where the rate of then is zero. */
export function kaminoOwedOf(rate: KaminoRate, { amount, borrowRate }: KaminoDebt): bigint | null {
  if (borrowRate === 0n) return null
  const divisor = borrowRate << fractionBits
  return (amount * rate.borrowRate + divisor - 1n) / divisor
}

function openAccount(account: SvmAccount, layout: AccountLayout) {
  const view = openAccountView(account, layout)
  return {
    ...view,
    addressOrNull: (start: number) => {
      const address = view.address(start)
      return address === systemProgram || address === nullAddress ? null : address
    },
  }
}
