import { isOffline, manifestTextOf } from '../build.ts'
import { readStrategistPlace } from '../builder-place.ts'
import { defineRoute } from '../route.ts'
import { strategistGroundOf, vaultGroundOf } from '../strategist-ground.ts'

/** Source: interface, 4.3. */
export const listActions = defineRoute('listActions', async ({ params, caller, context }) => {
  const { at, strategist } = readStrategistPlace(params)
  const vault = await vaultGroundOf(context, caller.tenantId, at)
  const ground = await strategistGroundOf(context, vault, strategist)
  return { text: await manifestTextOf(context, ground), lasts: isOffline(context, at.chain) }
})
