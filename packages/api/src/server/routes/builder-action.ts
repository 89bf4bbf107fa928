import { defineRoute } from '../../answer/route.ts'
import { isOffline, manifestTextOf } from '../../build/build.ts'
import { readStrategistRef } from '../../request/builder-path.ts'
import { strategistContextOf, vaultContextOf } from '../../service/strategist-context.ts'

/** Source: interface, 4.3. */
export const listActions = defineRoute('listActions', async ({ params, caller, context }) => {
  const { vaultRef: at, strategist } = readStrategistRef(params)
  const vault = await vaultContextOf(context, caller.tenantId, at)
  const strategistContext = await strategistContextOf(context, vault, strategist)
  return {
    text: await manifestTextOf(context, strategistContext),
    isCacheable: isOffline(context, at.chain),
  }
})
