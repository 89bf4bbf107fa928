import { BaseError } from '@vaultwright/base'
import { buildAction, buildActions } from '@vaultwright/builder'
import { maxBatchActions } from '@vaultwright/wire'
import { defineRoute } from '../../answer/route.ts'
import { assertActions } from '../../build/action-request.ts'
import { constraintsTextOf, contextForRoute, manifestTextOf } from '../../build/build.ts'
import { buildOn } from '../../build/build-on.ts'
import { builtText } from '../../build/built-text.ts'
import { readGivenBatch } from '../../build/given-batch.ts'
import { answerBuilt, simulateStored, warningOf } from '../../build/simulation-part.ts'
import { readEvmVault, readStrategistRef, readTail } from '../../request/builder-path.ts'
import { RequestInvalidError } from '../../request/request-check.ts'
import { isSolana } from '../../request/svm-vault-path.ts'
import { strategistContextOf } from '../../service/strategist-context.ts'
import { vaultContextOf } from '../../service/vault-context.ts'
import { executeMultipleOnSolana, executeOnSolana } from '../../solana/svm-build.ts'
import { svmConstraintsText, svmManifestText } from '../../solana/svm-manifest.ts'
import { assertNoSvmOptions } from '../../solana/svm-option.ts'

/** Source: interface, 4.3. */
export const listActions = defineRoute('listActions', async ({ params, caller, context }) => {
  if (isSolana(params.chain)) return { text: await svmManifestText({ params, caller, context }) }
  const { vaultRef, strategist } = readStrategistRef(params)
  const vault = await vaultContextOf(context, caller, vaultRef)
  const strategistContext = await strategistContextOf(context, vault, strategist)
  return { text: await manifestTextOf(context, strategistContext) }
})

/**
 * Our choice: a route that no protocol has or that the tree does not permit has no constraints, so it
 * is a 404 like one whose parameters go together freely.
 * Source: interface, 4.4.
 */
export const listConstraints = defineRoute(
  'listConstraints',
  async ({ params, caller, context }) => {
    if (isSolana(params.chain)) {
      return { text: await svmConstraintsText({ params, caller, context }) }
    }
    const { vaultRef, strategist } = readStrategistRef(params)
    const vault = await vaultContextOf(context, caller, vaultRef)
    const strategistContext = await strategistContextOf(context, vault, strategist)
    return { text: await constraintsTextOf(context, strategistContext, params.route) }
  },
)

/** Source: interface, 4.2. */
export const getHealth = defineRoute('getHealth', async () => ({
  text: '{"status":"healthy"}',
}))

/**
 * Our choice: a route that no protocol has, or that the tree does not permit, is a 400 that names what
 * is near; parameters that cannot be built are a 422 with an entry for each.
 * Source: interface, 4.5.
 */
export const execute = defineRoute('execute', async (request) => {
  const { params, body, caller, context } = request
  if (isSolana(params.chain)) return { text: await executeOnSolana(request) }
  assertNoSvmOptions(body.options)
  const evmVault = readEvmVault(params)
  const { strategist, route } = readTail(params.tail)
  const vault = await vaultContextOf(context, caller, evmVault)
  await context.turns.next(caller.tenantId)
  const skipsSimulation = body.skip_sim === true
  const strategistContext =
    strategist === null
      ? await contextForRoute(context, vault, { route, skipsSimulation })
      : await strategistContextOf(context, vault, strategist)
  const action = { route, params: body.params ?? {} }
  assertActions([{ request: action, loc: ['body'] }])
  const built = await buildOn(context, strategistContext, {
    build: (place) => buildAction(place, action),
    skipsSimulation,
  })
  const { part, reports } = await answerBuilt(request, strategistContext, built)
  const { description } = built
  return { text: builtText(part, { description, action_api_response: reports[0] ?? null }) }
})

/** Source: interface, 4.6. */
export const executeMultiple = defineRoute('executeMultiple', async (request) => {
  const { params, body, caller, context } = request
  assertCount(body.actions.length)
  if (isSolana(params.chain)) return { text: await executeMultipleOnSolana(request) }
  assertNoSvmOptions(body.options)
  const { vaultRef, strategist } = readStrategistRef(params)
  const vault = await vaultContextOf(context, caller, vaultRef)
  // Many requests may arrive in one round of the event loop.
  await context.turns.next(caller.tenantId)
  assertActions(
    body.actions.map((request, index) => ({ request, loc: ['body', 'actions', index] })),
  )
  const strategistContext = await strategistContextOf(context, vault, strategist)
  const built = await buildOn(context, strategistContext, {
    build: (place) => buildActions(place, body.actions),
    skipsSimulation: body.skip_sim === true,
  })
  const { part, reports } = await answerBuilt(request, strategistContext, built)
  const { description } = built
  return { text: builtText(part, { description, action_api_response: reports }) }
})

/** Our choice: the interface simulates only what it builds, and this takes calldata from anywhere. */
export const simulate = defineRoute('simulate', async (request) => {
  const { params, body, caller, context } = request
  const { vaultRef, strategist } = readStrategistRef(params)
  await context.turns.next(caller.tenantId)
  const vault = await vaultContextOf(context, caller, vaultRef)
  const strategistContext = await strategistContextOf(context, vault, strategist)
  const batch = readGivenBatch(body, strategistContext)
  await strategistContext.readTreeContext()
  const answer = await simulateStored(request, strategistContext, batch)
  const { target, description } = batch
  const { first, outcome, more, failure } = answer
  const warnings = (first?.warnings ?? []).map(warningOf)
  const text = JSON.stringify({ target, description, ...outcome, ...more, ...failure, warnings })
  return { text }
})

function assertCount(count: number): void {
  if (count === 0) throw new EmptyBatchError()
  if (count <= maxBatchActions) return
  const msg = `A batch has ${maxBatchActions} actions at most, and this one has ${count}. Split it.`
  const ctx = { max_length: maxBatchActions, actual_length: count }
  throw new RequestInvalidError([{ loc: ['body', 'actions'], msg, type: 'too_long', ctx }])
}

/** A batch has no action. Source: interface, 4.6, whose words these are. */
class EmptyBatchError extends BaseError {
  override readonly code = 'empty_batch'
  override readonly kind = 'invalid_input'

  constructor() {
    super({ message: 'No actions provided' })
  }
}
