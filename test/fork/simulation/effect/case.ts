import type { EffectChain } from './effect-chain.ts'

/** A value in display units, or names of contracts; what is known only then is asked of the chain. */
export type ActionInput = unknown | ((effectChain: EffectChain) => Promise<unknown>)

/** An exact change, `-100`, or the least and the most that it may be. */
export type BalanceExpectation = string | readonly [least: string, most: string]

/** A read whose answer the move changes. */
export type ViewExpectation = {
  readonly at: string
  /** With names of contracts in place of addresses. */
  readonly view: string
  readonly args?: readonly unknown[]
  /** The index of a tuple's field. Default: the first. */
  readonly field?: number
  /** By how much it changes. */
  readonly change?: bigint | readonly [least: bigint, most: bigint]
  /** The value afterwards. */
  readonly becomes?: unknown
}

/** One action. */
export type StepRequest = {
  readonly route: string
  readonly params: Readonly<Record<string, ActionInput>>
  /** The drone acts. */
  readonly through?: 'drone'
}

/** Actions through the Manager, one mostly, and everything that they do. */
export type ActionStep = StepRequest & {
  /** The next request in the same batch; all that is stated here is of the whole. */
  readonly and?: readonly StepRequest[]
  /** The number of calls the Manager makes, approvals included. */
  readonly calls?: number
  /** The requests inside a flash loan, proven against the Manager's own root. */
  readonly inner?: readonly StepRequest[]
  /** Every balance of who acts that changes, in display units. */
  readonly changes: Readonly<Record<string, BalanceExpectation>>
  /** Balances of others, `WETH of Local USD`. */
  readonly others?: Readonly<Record<string, BalanceExpectation>>
  readonly probes?: readonly ViewExpectation[]
  /** Events that are left, by who leaves them. */
  readonly logs?: readonly (readonly [who: string, event: string])[]
  /** Allowances that stand afterwards, `WETH for Uniswap positions`; all others of the move are zero. */
  readonly left?: readonly string[]
}

/** Something that others do between moves. */
export type ChainStep = (effectChain: EffectChain) => Promise<unknown>

/** Rows of the catalogue with real effects, in the order in which they happen. */
export type EffectCase = {
  readonly rows: readonly number[]
  readonly what: string
  readonly vault: 'Local ETH' | 'Local USD'
  readonly steps: readonly (ActionStep | ChainStep)[]
}
