import type { Address } from 'viem'

/** A call of a contract of the plan. */
export type Step = {
  /** The owner when nobody is named. */
  readonly from?: Address
  /** A name of the plan, or an address. */
  readonly to: string | Address
  /** The compiled contract whose ABI is spoken. */
  readonly contract: string
  readonly name: string
  readonly args?: readonly unknown[]
  readonly value?: bigint
}
