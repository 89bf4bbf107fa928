import { buildOnSolana, type SolanaBuildResult } from '@vaultwright/operations'
import type { SvmAddress } from '@vaultwright/svm'
import type { BodyOf } from '@vaultwright/wire'
import { defineRoute, type RouteRequest } from '../answer/route.ts'
import { assertCount, type PlacedAction } from '../build/action-request.ts'
import { missingFieldOf, putRecord } from '../build/simulation-term.ts'
import {
  type SvmAnswerParts,
  type SvmSimulatedFields,
  svmAnswerOf,
  svmSimulatedFieldsOf,
} from './build-answer.ts'
import { readSvmOptions } from './build-option.ts'
import { assertSvmActions, svmRefusalOf } from './build-request.ts'
import { svmRecordOf } from './simulation-record.ts'
import { type SvmVaultContext, svmVaultContextOf } from './vault-context.ts'
import { readSvmStrategistPath, readSvmTail, readSvmVaultPath } from './vault-path.ts'

/** Builds one action of a vault on Solana. Source: interface, 4.5 and 4.15; every shape is our choice. */
export const execute = defineRoute('execute', async (request) => {
  const { params, body, caller, context } = request
  const { vault } = readSvmVaultPath(params)
  const { strategist, route } = readSvmTail(params.tail)
  const action = { request: { route, params: body.params ?? {} }, loc: ['body'] }
  const work = { vault, strategist, placed: [action] }
  const build = await buildOf(request, work)
  const { vaultContext, result } = build
  const answer = svmAnswerOf(result, vaultContext.definition.program)
  const { head, reports, instructions } = answer
  const simulated = await simulatedPartOf(request, { ...build, answer })
  await context.turns.next(caller.tenantId)
  const report = { ...reports[0]!, instructions }
  const text = JSON.stringify({ ...head, action_api_response: report, ...simulated })
  return { text }
})

/** Builds an atomic batch of a vault on Solana. Source: interface, 4.6 and 4.15; every shape is our choice. */
export const executeMultiple = defineRoute('executeMultiple', async (request) => {
  const { params, body, caller, context } = request
  assertCount(body.actions.length)
  const { vault, strategist } = readSvmStrategistPath(params)
  const placed = body.actions.map((action, index) => ({
    request: { route: action.route, params: action.params ?? {} },
    loc: ['body', 'actions', index],
  }))
  const build = await buildOf(request, { vault, strategist, placed })
  const { vaultContext, result } = build
  const answer = svmAnswerOf(result, vaultContext.definition.program)
  const { head, reports, instructions } = answer
  const simulated = await simulatedPartOf(request, { ...build, answer })
  await context.turns.next(caller.tenantId)
  const description = 'Multiple actions execution'
  const text = JSON.stringify({
    ...head,
    description,
    action_api_response: reports,
    instructions,
    ...simulated,
  })
  return { text }
})

/** A request to build, of one action or of several. */
type SvmBuildCall = Pick<RouteRequest<'execute'>, 'context' | 'caller' | 'signal'> & {
  readonly body: Pick<BodyOf<'execute'>, 'verbose' | 'skip_sim' | 'options'>
}

type SvmBuildWork = {
  readonly vault: SvmAddress
  /** Null: whoever the vault names. */
  readonly strategist: SvmAddress | null
  readonly placed: readonly PlacedAction[]
}

type SvmBuildAnswer = {
  readonly vaultContext: SvmVaultContext
  readonly result: SolanaBuildResult
}

async function buildOf(
  { context, caller, signal, body }: SvmBuildCall,
  { vault, strategist, placed }: SvmBuildWork,
): Promise<SvmBuildAnswer> {
  const { tenantId } = caller
  const options = readSvmOptions(body.options)
  // Many requests may arrive in one round of the event loop.
  await context.turns.next(tenantId)
  assertSvmActions(placed)
  const vaultContext = await svmVaultContextOf(context, { tenantId, vault })
  const { definition, access } = vaultContext
  await context.turns.next(tenantId)
  try {
    const result = await buildOnSolana(access.nodeFor({ tenantId, signal }), {
      definition,
      requests: placed.map(({ request }) => ({
        route: request.route,
        params: request.params ?? {},
      })),
      options: { ...options, lookupTables: options.lookupTables ?? definition.lookupTables },
      simulate: body.skip_sim !== true,
      strategist,
    })
    return { vaultContext, result }
  } catch (error) {
    throw svmRefusalOf(error, placed)
  }
}

/** Says what the simulation saw, and keeps it for its link; one that did not run has no link. */
async function simulatedPartOf(
  { context, caller, body }: SvmBuildCall,
  build: SvmBuildAnswer & { readonly answer: SvmAnswerParts },
): Promise<SimulatedPart> {
  const { result } = build
  const { simulation } = result
  if (simulation === null) return { simulation_skipped: true }
  await context.turns.next(caller.tenantId)
  const stored =
    simulation.status === 'unavailable'
      ? null
      : await putRecord(context, caller.tenantId, {
          make: (term) => svmRecordOf({ ...term, ...build }),
        })
  const verbose = body.verbose === true
  return {
    ...svmSimulatedFieldsOf(simulation, result, { verbose, url: stored?.url ?? null }),
    ...missingFieldOf(stored),
  }
}

type SimulatedPart = { readonly simulation_skipped: true } | SvmSimulatedFields
