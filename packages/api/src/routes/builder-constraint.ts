import { constraintsTextOf, isOffline } from '../build.ts'
import { readStrategistPlace } from '../builder-place.ts'
import { defineRoute } from '../route.ts'
import { strategistGroundOf, vaultGroundOf } from '../strategist-ground.ts'

/**
 * Our choice: a route that no protocol has or that the tree does not permit has no constraints, so it
 * is a 404 like one whose parameters go together freely.
 * Source: interface, 4.4.
 */
export const listConstraints = defineRoute(
  'listConstraints',
  async ({ params, caller, context }) => {
    const { at, strategist } = readStrategistPlace(params)
    const vault = await vaultGroundOf(context, caller.tenantId, at)
    const ground = await strategistGroundOf(context, vault, strategist)
    const text = await constraintsTextOf(context, ground, params.route)
    return { text, lasts: isOffline(context, at.chain) }
  },
)
