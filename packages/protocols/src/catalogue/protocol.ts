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
