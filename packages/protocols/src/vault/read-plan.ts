import type { Address, Hex } from '@vaultwright/base'
import type { Asset, VaultStateBlock } from '@vaultwright/valuation'
import type { AllowancePair } from '../erc-20/allowance.ts'
import type { PositionSubject } from '../position/position.ts'
import type { ChainPrice } from '../reading/chain-price.ts'
import type { QuoteSourceRef } from './price-trust.ts'

/** The plan of a day's reading, all known before the first question. Plain JSON. */
export type VaultReadPlan = {
  /** Slug. */
  readonly chain: string
  readonly vault: Address
  readonly day: string
  readonly block: VaultStateBlock
  /** First block after the end of the day before: logs of the day begin here. */
  readonly fromBlock: string
  readonly accountant: Address | null
  readonly drones: readonly Address[]
  /** Roots that were on the Manager at or before the block, oldest first: what the vault may hold follows from their leaves. */
  readonly roots: readonly Hex[]
  /** Those of them whose tree is not stored; what they permit is not looked at. */
  readonly missingTrees: readonly Hex[]
  /** Tokens whose symbol and decimals are known without asking. */
  readonly tokens: readonly Asset[]
  /** Positions that are looked for. */
  readonly subjects: readonly PositionSubject[]
  /** Prices that the chain itself is asked for, in order of trust. */
  readonly prices: readonly ChainPrice[]
  /** Sources of prices on the chain and elsewhere, in order of trust. */
  readonly trust: readonly QuoteSourceRef[]
  /** Allowances that are asked for; not in readings of earlier versions, which asked for none. */
  readonly allowances?: AllowancePairs
  /** The values to prove beside it; absent if no proof was requested. */
  readonly proof?: ExpectedRoots
}

/** The roots that the Manager must have at the block, by what its events say. */
export type ExpectedRoots = {
  readonly manager: Address
  readonly roots: readonly { readonly strategist: Address; readonly root: Hex }[]
}

/** The pairs of a day, and what was left out. Plain JSON. */
export type AllowancePairs = {
  readonly pairs: readonly AllowancePair[]
  /** The parts that were not read, or the reason; null for none. */
  readonly note: string | null
}
