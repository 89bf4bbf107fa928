import { BaseError } from '@vaultwright/base'
import type { SvmBuiltCheck } from '@vaultwright/check'
import type { SvmExecuteMultipleResponse } from '@vaultwright/wire'
import { fieldsOf } from '../../action/input/field.ts'
import { paramsOf } from '../../action/input/form-check.ts'
import type { ActionPlace, ActionPlan } from '../../action/input/plan.ts'
import { sessionClient } from '../../session/session-client.ts'
import { askEvidence } from '../evidence/ask-evidence.ts'
import { type OptionInput, optionsOf } from './option-input.ts'

/** The result of a build: as the service answered, and what this page found about it. */
export type VerifiedSvmBuild = {
  readonly answer: SvmExecuteMultipleResponse
  readonly check: SvmBuiltCheck
}

/** Asks the service for one transaction of all actions, simulated, and verifies it in this page. */
export async function buildSvmPlan(
  { plan, options }: { readonly plan: ActionPlan; readonly options: OptionInput },
  { chain, vault, strategist, manifest }: ActionPlace,
): Promise<VerifiedSvmBuild> {
  const actions = plan.map(({ route, input }) => ({
    route,
    params: { ...paramsOf(fieldsOf(manifest[route]!), input) },
  }))
  const request = { chain, vault_address: vault, strategist_address: strategist, actions }
  const [answer, { checkSvmAnswer }] = await Promise.all([
    sessionClient().executeMultiple({ ...request, verbose: true, options: optionsOf(options) }),
    import('../evidence/check.ts'),
  ])
  if (!('serialized_transaction_base64' in answer)) throw new NoTransactionError()
  const svmRequest = { vault, strategist, actions, options: optionsOf(options) }
  const check = await checkSvmAnswer(answer, svmRequest, askEvidence)
  return { answer, check }
}

/** The service answered with something else than a transaction of Solana. */
class NoTransactionError extends BaseError {
  override readonly code = 'no_transaction'
  override readonly kind = 'damaged_data'

  constructor() {
    super({ message: 'The answer has no transaction of Solana. Nothing can be verified.' })
  }
}
