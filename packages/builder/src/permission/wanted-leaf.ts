import { zeroAddress } from '@vaultwright/base'
import type { AbiValue, Leaf } from '@vaultwright/manager'
import {
  type Action,
  type Binding,
  boundSlotsOf,
  leafOf,
  patternsOf,
  ruleBook,
} from '@vaultwright/protocols'
import { permissionIndexOf, type TreeContext } from './permission-index.ts'

/**
 * Makes the leaf that would permit an action for some values.
 *
 * @returns the leaf for calls without value where there are both; null when a bound value was not given.
 */
export function wantedLeafOf(
  action: Action,
  values: Readonly<Record<string, AbiValue>>,
  context: TreeContext,
): Leaf | null {
  const { vault, manager } = context
  const pattern = patternsOf(action, ruleBook).find((one) =>
    [...boundSlotsOf(one)].every((slot) => values[slot] !== undefined),
  )
  if (pattern === undefined) return null
  const [known] = permissionIndexOf(context).permissions.get(action.route) ?? []
  const decoder = (known?.plain ?? known?.valued)?.decoder ?? zeroAddress
  const binding = Object.fromEntries(
    [...boundSlotsOf(pattern)].map((slot) => [slot, values[slot]]),
  ) as Binding
  return leafOf(pattern, binding, { self: vault, manager, decoder, drone: null })
}
