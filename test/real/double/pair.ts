import type { RealChain } from '../world/real-chain.ts'
import type { Parts, Side } from './side.ts'

/** A double with the contract that it stands for: how both are made, and the calls that both get. */
export type Pair = {
  /** As the table of differences names it. */
  readonly contract: string
  /** The market without which there is no real one. */
  readonly protocol?: string
  /** Tokens of which each call must move the same: places of the world, or parts. */
  readonly tokens: readonly string[]
  /** Parts whose events are not compared: tokens that each side counts in units of its own. */
  readonly ignored?: readonly string[]
  /** Makes both; `subject` is the part that most calls are made of. */
  readonly make: (chain: RealChain) => Promise<{ readonly double: Parts; readonly real: Parts }>
  readonly act: (side: Side) => Promise<void>
}
