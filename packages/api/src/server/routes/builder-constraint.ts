import { defineRoute } from '../../answer/route.ts'
import { constraintsTextOf, isOffline } from '../../build/build.ts'
import { readStrategistRef } from '../../request/builder-path.ts'
import { strategistContextOf, vaultContextOf } from '../../service/strategist-context.ts'

/**
 * Our choice: a route that no protocol has or that the tree does not permit has no constraints, so it
 * is a 404 like one whose parameters go together freely.
 * Source: interface, 4.4.
 */
export const listConstraints = defineRoute(
  'listConstraints',
  async ({ params, caller, context }) => {
    const { vaultRef: at, strategist } = readStrategistRef(params)
    const vault = await vaultContextOf(context, caller.tenantId, at)
    const strategistContext = await strategistContextOf(context, vault, strategist)
    const text = await constraintsTextOf(context, strategistContext, params.route)
    return { text, isCacheable: isOffline(context, at.chain) }
  },
)
