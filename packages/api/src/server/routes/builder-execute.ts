import { buildAction } from '@vaultwright/builder'
import { defineRoute } from '../../answer/route.ts'
import { assertActions } from '../../build/action-request.ts'
import { contextForRoute } from '../../build/build.ts'
import { buildOn } from '../../build/build-on.ts'
import { answerBuilt } from '../../build/simulation-part.ts'
import { readServedVault, readTail } from '../../request/builder-path.ts'
import { strategistContextOf, vaultContextOf } from '../../service/strategist-context.ts'

/**
 * Our choice: a route that no protocol has, or that the tree does not permit, is a 400 that names what
 * is near; parameters that cannot be built are a 422 with an entry for each.
 * Source: interface, 4.5.
 */
export const execute = defineRoute('execute', async (request) => {
  const { params, body, caller, context } = request
  const at = readServedVault(params)
  const { strategist, route } = readTail(params.tail)
  await context.turns.next(caller.tenantId)
  const vault = await vaultContextOf(context, caller.tenantId, at)
  const skipsSimulation = body.skip_sim === true
  const strategistContext =
    strategist === null
      ? await contextForRoute(context, vault, { route, skipsSimulation })
      : await strategistContextOf(context, vault, strategist)
  const action = { route, params: body.params ?? {} }
  assertActions([{ request: action, loc: ['body'] }])
  const { built, isCacheable } = await buildOn(context, strategistContext, {
    build: (place) => buildAction(place, action),
    skipsSimulation,
  })
  const { part, reports } = await answerBuilt(request, strategistContext, built)
  await context.turns.next(caller.tenantId)
  const { encoded_tx_data, target, ...rest } = part
  const head = { encoded_tx_data, target, description: built.description }
  const text = JSON.stringify({ ...head, action_api_response: reports[0] ?? null, ...rest })
  return { text, isCacheable: isCacheable && skipsSimulation }
})
