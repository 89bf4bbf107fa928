import type { Address, Hex } from '@vaultwright/base'
import { encodeSetManageRoot } from '@vaultwright/manager'
import type { SafeCall } from '@vaultwright/safe'
import type { ChainDefinition, StrategistDefinition } from '../schema/definition-schema.ts'

/** The root that a strategist shall have. */
export type RootUpdate = {
  /** Name in the definition. */
  readonly strategist: string
  /** The Manager itself for flash loans; null when the definition does not say. */
  readonly account: Address | null
  /** The current root; null if it was not read. */
  readonly before: Hex | null
  readonly after: Hex
}

/**
 * Says whose root a tree will be.
 *
 * @returns the account; null when the definition does not say.
 */
export function rootHolderOf(
  chain: ChainDefinition,
  { account }: StrategistDefinition,
): Address | null {
  return account === 'manager' ? chain.manager : account
}

/**
 * Makes the calls that set roots: one `setManageRoot` a strategist.
 *
 * @param changes - roots; those that are in force already, and those without a strategist, need no call.
 * @returns calls in the order of the changes.
 */
export function rootCallsOf(manager: Address, changes: readonly RootUpdate[]): readonly SafeCall[] {
  return changes.flatMap(({ account, before, after }) => {
    if (account === null || before === after) return []
    return [{ to: manager, value: 0n, data: encodeSetManageRoot(account, after) }]
  })
}
