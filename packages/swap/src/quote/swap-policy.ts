import type { Address } from '@vaultwright/base'
import type { ChainPrice } from '@vaultwright/protocols'

/** What a vault's definition allows of swaps on one chain. Limits in basis points; times in seconds. */
export type SwapPolicy = {
  /** Of a swap against what the tokens are worth. */
  readonly maxLossBps: bigint
  /** What a caller may ask for. */
  readonly maxSlippageBps: bigint
  readonly maxImpactBps: bigint
  readonly quoteTtlSeconds: number
  /** How far the newest block may fall behind a quote. */
  readonly requoteToleranceBps: bigint
  readonly maxOrderSeconds: number
  /** Never sold below this balance · base units by token. */
  readonly reserves: ReadonlyMap<Address, bigint>
  /** One or two sources an asset. */
  readonly prices: readonly ChainPrice[]
  /** How far two sources of an asset may lie apart. */
  readonly deviationBps: bigint
}
