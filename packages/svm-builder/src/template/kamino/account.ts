import {
  ForeignAccountError,
  parseSvmAddress,
  type SvmAccount,
  type SvmAddress,
  svmAddressOf,
  systemProgram,
  UnknownLayoutError,
} from '@vaultwright/svm'
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
  tag: [0x2b, 0xf2, 0xcc, 0xca, 0x1a, 0xf7, 0x3b, 0x7f],
  size: 8624,
  market: 32,
  collateralFarm: 64,
  debtFarm: 96,
  mint: 128,
  liquiditySupply: 160,
  feeReceiver: 192,
  tokenProgram: 408,
  collateralMint: 2560,
  collateralSupply: 2600,
  scope: 5112,
  switchboardPrice: 5160,
  switchboardTwap: 5192,
  pyth: 5224,
} as const

const positionLayout = {
  what: 'position of Kamino',
  tag: [0xa8, 0xce, 0x8d, 0x6a, 0x58, 0x4c, 0xac, 0xa7],
  size: 3344,
  market: 32,
  owner: 64,
  /** Reserve first, then the amount of collateral. */
  deposits: { start: 96, size: 136, count: 8, amount: 32 },
  /** Reserve first; the amount has 60 binary places. */
  borrows: { start: 1208, size: 200, count: 5, amount: 88 },
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
    borrows: slotsOf(borrows, (start) => {
      const low = cursor.u64(start + borrows.amount)
      const high = cursor.u64(start + borrows.amount + 8)
      return ((high << 64n) + low) >> 60n
    }),
  }
}

function openAccount(
  { owner, data }: SvmAccount,
  { what, tag, size }: { what: string; tag: readonly number[]; size: number },
) {
  if (owner !== kaminoProgram) throw new ForeignAccountError(what, owner, [kaminoProgram])
  if (data.length !== size)
    throw new UnknownLayoutError(what, data.length, `the layout that is read has ${size} bytes`)
  if (tag.some((byte, index) => data[index] !== byte))
    throw new UnknownLayoutError(what, data.length, 'it is of another kind')
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const address = (start: number) => svmAddressOf(data.slice(start, start + 32))
  return {
    address,
    addressOrNull: (start: number) => {
      const reserveAddress = address(start)
      return reserveAddress === systemProgram || reserveAddress === nullAddress
        ? null
        : reserveAddress
    },
    u64: (start: number) => view.getBigUint64(start, true),
  }
}
