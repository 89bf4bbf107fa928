import { transactionOf } from './deploy.ts'
import type { Of } from './plan/piece.ts'
import type { Transaction } from './session.ts'
import type { Step } from './step.ts'
import type { World } from './world.ts'

/** One block of history: when, and what is in it. */
export type Moment = {
  readonly day: number
  readonly hour: number
  readonly what: string
  readonly make: (world: World) => Promise<readonly Transaction[]> | readonly Transaction[]
}

/**
 * Makes a block of steps of the plan.
 *
 * @param list - steps, or what makes one from where things are.
 * @returns what makes the block's transactions.
 */
export const steps =
  (...list: readonly (Step | ((of: Of) => Step))[]): Moment['make'] =>
  ({ of }) =>
    list.map((step) => transactionOf(typeof step === 'function' ? step(of) : step, of))

/** The vault with the rate-provider accountant. */
export const eth = 'Local ETH'
/** The vault with the yield-streaming accountant. */
export const dollar = 'Local USD'
