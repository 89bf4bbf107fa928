import type { BuildTrees, BuiltCheck, RequestedAction } from '@vaultwright/check'
import { calldataOf } from '@vaultwright/client'
import type { ExecuteMultipleResponse } from '@vaultwright/wire'
import { sessionClient } from '../session/session-client.ts'
import { fieldsOf } from './input/field.ts'
import { paramsOf } from './input/form-check.ts'
import type { ActionPlan } from './input/plan.ts'
import type { BuildPlace } from './verify/build-place.ts'

/** The result of a build: as the service answered, and what this page found about it. */
export type VerifiedBuild = {
  readonly answer: ExecuteMultipleResponse
  /** The trees it was verified against. */
  readonly trees: BuildTrees
  readonly check: BuiltCheck
}

/** Asks the service for one calldata of all actions, simulated, and verifies it in this page. */
export async function buildPlan(
  plan: ActionPlan,
  { place, trees }: { readonly place: BuildPlace; readonly trees: BuildTrees },
): Promise<VerifiedBuild> {
  const { chain, vault, strategist, manifest } = place
  const actions: readonly RequestedAction[] = plan.map(({ route, input }) => ({
    route,
    params: paramsOf(fieldsOf(manifest[route]!), input),
  }))
  const [built, { checkAnswer }] = await Promise.all([
    sessionClient().executeMultiple({
      chain,
      vault_address: vault,
      strategist_address: strategist,
      actions: actions.map(({ route, params }) => ({ route, params: { ...params } })),
      verbose: true,
    }),
    import('./verify/check.ts'),
  ])
  const answer = calldataOf(built)
  return { answer, trees, check: checkAnswer(answer, { place, trees }, actions) }
}
