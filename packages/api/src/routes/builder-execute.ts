import { buildAction } from '@vaultwright/builder'
import { assertActions } from '../action-request.ts'
import { groundForRoute } from '../build.ts'
import { buildOn } from '../build-on.ts'
import { readPlace, readTail } from '../builder-place.ts'
import { defineRoute } from '../route.ts'
import { answerBuilt } from '../simulation-part.ts'
import { strategistGroundOf, vaultGroundOf } from '../strategist-ground.ts'

/**
 * Our choice: a route that no protocol has, or that the tree does not permit, is a 400 that names what
 * is near; parameters that cannot be built are a 422 with an entry for each.
 * Source: interface, 4.5.
 */
export const execute = defineRoute('execute', async (asked) => {
  const { params, body, caller, context } = asked
  const at = readPlace(params)
  const { strategist, route } = readTail(params.tail)
  await context.turns.next(caller.tenantId)
  const vault = await vaultGroundOf(context, caller.tenantId, at)
  const skipsSimulation = body.skip_sim === true
  const ground =
    strategist === null
      ? await groundForRoute(context, vault, { route, skipsSimulation })
      : await strategistGroundOf(context, vault, strategist)
  const request = { route, params: body.params ?? {} }
  assertActions([{ request, loc: ['body'] }])
  const { built, lasts } = await buildOn(context, ground, {
    build: (place) => buildAction(place, request),
    skipsSimulation,
  })
  const { part, reports } = await answerBuilt(asked, ground, built)
  await context.turns.next(caller.tenantId)
  const { encoded_tx_data, target, ...rest } = part
  const head = { encoded_tx_data, target, description: built.description }
  const text = JSON.stringify({ ...head, action_api_response: reports[0] ?? null, ...rest })
  return { text, lasts: lasts && skipsSimulation }
})
