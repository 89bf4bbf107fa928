import { BaseError } from '@vaultwright/base'
import { buildActions } from '@vaultwright/builder'
import { maxBatchActions } from '@vaultwright/wire'
import { defineRoute } from '../../answer/route.ts'
import { assertActions } from '../../build/action-request.ts'
import { buildOn } from '../../build/build-on.ts'
import { answerBuilt } from '../../build/simulation-part.ts'
import { readStrategistRef } from '../../request/builder-path.ts'
import { RequestInvalidError } from '../../request/request-check.ts'
import { strategistContextOf, vaultContextOf } from '../../service/strategist-context.ts'

/** Source: interface, 4.6. */
export const executeMultiple = defineRoute('executeMultiple', async (request) => {
  const { params, body, caller, context } = request
  const { vaultRef: at, strategist } = readStrategistRef(params)
  assertCount(body.actions.length)
  // Many requests may arrive in one round of the event loop.
  await context.turns.next(caller.tenantId)
  assertActions(
    body.actions.map((request, index) => ({ request, loc: ['body', 'actions', index] })),
  )
  const vault = await vaultContextOf(context, caller.tenantId, at)
  const strategistContext = await strategistContextOf(context, vault, strategist)
  const { built, isCacheable } = await buildOn(context, strategistContext, {
    build: (place) => buildActions(place, body.actions),
    skipsSimulation: body.skip_sim === true,
  })
  const { part, reports } = await answerBuilt(request, strategistContext, built)
  await context.turns.next(caller.tenantId)
  const { encoded_tx_data, target, ...rest } = part
  const head = { encoded_tx_data, target, description: built.description }
  const text = JSON.stringify({ ...head, action_api_response: reports, ...rest })
  return { text, isCacheable: isCacheable && body.skip_sim === true }
})

function assertCount(count: number): void {
  if (count === 0) throw new EmptyBatchError()
  if (count <= maxBatchActions) return
  const msg = `A batch has ${maxBatchActions} actions at most, and this one has ${count}. Split it.`
  const ctx = { max_length: maxBatchActions, actual_length: count }
  throw new RequestInvalidError([{ loc: ['body', 'actions'], msg, type: 'too_long', ctx }])
}

/** A batch has no action. Source: interface, 4.6, whose words these are. */
export class EmptyBatchError extends BaseError {
  override readonly code = 'empty_batch'
  override readonly kind = 'invalid_input'

  constructor() {
    super({ message: 'No actions provided' })
  }
}
