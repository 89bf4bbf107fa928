import type { Address } from '@vaultwright/base'
import type { Moment } from './ledger.ts'
import type { Ratio } from './ratio.ts'

/** Something that a vault or its drone has, or owes. */
export type Held = {
  readonly protocol: string
  /** The token, or the coin's place. */
  readonly asset: Address
  /** Base units; below zero when owed. */
  readonly amount: bigint
  /** The index it grows by, with the name under which another day has it; null if there is none. */
  readonly index: { readonly key: string; readonly value: Ratio } | null
  readonly maturityUnix: bigint | null
  /** Of liquidity alone. */
  readonly fees?: EarnedFees
}

/** The fees a position's pool gave a unit of liquidity of one token since it began, by its trades. */
export type EarnedFees = {
  readonly position: string
  /** In 2^-128 base units. */
  readonly growth: bigint
  readonly liquidity: bigint
}

/** The place that stands for the chain's own coin. */
export const coin: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** The holdings of a token's protocol; some have nothing to do with a token. */
export type Reader = (moment: Moment, holder: Address, token: string) => Promise<readonly Held[]>

/** The state of a holding that neither grows nor ends. */
export const plain = { index: null, maturityUnix: null } as const

/** The view that every token has. */
export const balance = 'balanceOf(address) view returns (uint256)'
