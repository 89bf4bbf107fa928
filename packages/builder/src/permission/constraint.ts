import { isConstrained } from './parameter-choices.ts'
import { permissionIndexOf, type TreeContext } from './permission-index.ts'
import { assertPermitted } from './route.ts'

/** One valid combination: values by parameter, as they are written. */
export type Constraint = Readonly<Record<string, string>>

/**
 * Lists the combinations of values that a route permits.
 *
 * @param route - `<protocol>/<action>`.
 * @returns combinations; null when every mix of the manifest's choices can be built.
 * @throws {UnknownRouteError} when no protocol has the route.
 * @throws {RouteNotPermittedError} when the tree lacks a leaf of it.
 */
export function constraintsOf(context: TreeContext, route: string): readonly Constraint[] | null {
  assertPermitted(context, route)
  const index = permissionIndexOf(context)
  const combinations = index.combinationsOf(route)
  const choiceLists = index.choiceListsOf(route)
  return isConstrained(combinations, choiceLists) ? combinations.map(({ texts }) => texts) : null
}
