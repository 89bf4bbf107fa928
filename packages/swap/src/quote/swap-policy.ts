import type { Address } from '@vaultwright/base'
import type { ChainPrice } from '@vaultwright/protocols'

/** The swaps that a vault's definition allows on one chain. Limits in basis points; times in seconds. */
export type SwapPolicy = {
  /** Of a swap against what the tokens are worth. */
  readonly maxLossBps: bigint
  /** The maximum that a caller may ask for. */
  readonly maxSlippageBps: bigint
  readonly maxImpactBps: bigint
  readonly quoteTtlSeconds: number
  /** The maximum by which the newest block may fall behind a quote. */
  readonly requoteToleranceBps: bigint
  readonly maxOrderSeconds: number
  /** Never sold below this balance · base units by token. */
  readonly reserves: ReadonlyMap<Address, bigint>
  /** One or two sources an asset. */
  readonly prices: readonly ChainPrice[]
  /** The maximum difference between two sources of an asset. */
  readonly deviationBps: bigint
}
