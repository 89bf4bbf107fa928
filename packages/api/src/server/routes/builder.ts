import { buildAction, buildActions } from '@vaultwright/builder'
import { chainOf } from '@vaultwright/registry'
import { defineRoute } from '../../answer/route.ts'
import { assertActions, assertCount } from '../../build/action-request.ts'
import { constraintsTextOf, contextForRoute, manifestTextOf } from '../../build/build.ts'
import { buildOn } from '../../build/build-on.ts'
import { builtText } from '../../build/built-text.ts'
import { readGivenBatch } from '../../build/given-batch.ts'
import { answerBuilt, simulateStored, totalsIn, warningOf } from '../../build/simulation-part.ts'
import { readEvmVault, readStrategistRef, readTail } from '../../request/builder-path.ts'
import { strategistContextOf } from '../../service/strategist-context.ts'
import { vaultContextOf } from '../../service/vault-context.ts'
import { assertNoSvmOptions } from '../../solana/build-option.ts'
import { policySlippageOf } from '../../swap/strategist-swap.ts'

/** Source: interface, 4.3. */
export const listActions = defineRoute('listActions', async ({ params, caller, context }) => {
  const { vaultRef, strategist } = readStrategistRef(params)
  const vault = await vaultContextOf(context, caller, vaultRef)
  const strategistContext = await strategistContextOf(context, vault, strategist)
  const chainId = chainOf(vaultRef.chain)?.id ?? 0
  const slippage = await policySlippageOf(context, vault, chainId)
  return { text: await manifestTextOf(context, strategistContext, slippage) }
})

/**
 * Our choice: a route that no protocol has or that the tree does not permit has no constraints, so it
 * is a 404 like one whose parameters go together freely.
 * Source: interface, 4.4.
 */
export const listConstraints = defineRoute(
  'listConstraints',
  async ({ params, caller, context }) => {
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
  const totals = totalsIn(strategistContext, batch, answer)
  const text = JSON.stringify({
    target,
    description,
    ...outcome,
    ...more,
    ...failure,
    totals,
    warnings,
  })
  return { text }
})
