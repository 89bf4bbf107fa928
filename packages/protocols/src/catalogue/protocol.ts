import { parseSignature, selectorOf } from '@vaultwright/manager'
import type { Action } from '../action/action.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { protocols } from './protocol-list.generated.ts'

let byName: ReadonlyMap<string, Protocol> | null = null
let byRoute: ReadonlyMap<string, Action> | null = null

/**
 * Finds a protocol.
 *
 * @param name - snake case: `aave_v3`.
 * @returns the protocol; null when there is none of that name.
 */
export function protocolOf(name: string): Protocol | null {
  byName ??= new Map(protocols.map((protocol) => [protocol.name, protocol]))
  return byName.get(name) ?? null
}

/**
 * Finds an action by its route.
 *
 * @param route - `<protocol>/<action>`.
 * @returns the action; null when no protocol has it.
 */
export function actionOf(route: string): Action | null {
  byRoute ??= new Map(
    protocols.flatMap(({ actions }) => actions.map((action) => [action.route, action])),
  )
  return byRoute.get(route) ?? null
}

let bySelector: ReadonlyMap<string, readonly Action[]> | null = null

/**
 * Lists the actions that call a function.
 *
 * @param selector - of the function, lower case.
 * @returns in the order of the protocols; empty where no action calls it.
 */
export function actionsOfSelector(selector: string): readonly Action[] {
  bySelector ??= groupBySelector()
  return bySelector.get(selector) ?? []
}

function groupBySelector(): ReadonlyMap<string, readonly Action[]> {
  const groups = new Map<string, Action[]>()
  for (const action of protocols.flatMap(({ actions }) => actions)) {
    const selector = selectorOf(parseSignature(action.signature).canonical)
    const group = groups.get(selector)
    if (group === undefined) groups.set(selector, [action])
    else group.push(action)
  }
  return groups
}
