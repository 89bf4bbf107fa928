import { BaseError } from '@vaultwright/base'
import { buildActions } from '@vaultwright/builder'
import { maxBatchActions } from '@vaultwright/wire'
import { assertActions } from '../action-request.ts'
import { buildOn } from '../build-on.ts'
import { readStrategistPlace } from '../builder-place.ts'
import { RequestInvalidError } from '../request-check.ts'
import { defineRoute } from '../route.ts'
import { answerBuilt } from '../simulation-part.ts'
import { strategistGroundOf, vaultGroundOf } from '../strategist-ground.ts'

/** Source: interface, 4.6. */
export const executeMultiple = defineRoute('executeMultiple', async (asked) => {
  const { params, body, caller, context } = asked
  const { at, strategist } = readStrategistPlace(params)
  assertCount(body.actions.length)
  // Many requests may arrive in one round of the event loop.
  await context.turns.next(caller.tenantId)
  assertActions(
    body.actions.map((request, index) => ({ request, loc: ['body', 'actions', index] })),
  )
  const vault = await vaultGroundOf(context, caller.tenantId, at)
  const ground = await strategistGroundOf(context, vault, strategist)
  const { built, lasts } = await buildOn(context, ground, {
    build: (place) => buildActions(place, body.actions),
    skipsSimulation: body.skip_sim === true,
  })
  const { part, reports } = await answerBuilt(asked, ground, built)
  await context.turns.next(caller.tenantId)
  const { encoded_tx_data, target, ...rest } = part
  const head = { encoded_tx_data, target, description: built.description }
  const text = JSON.stringify({ ...head, action_api_response: reports, ...rest })
  return { text, lasts: lasts && body.skip_sim === true }
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

  constructor() {
    super({ message: 'No actions provided' })
  }
}
