import type { Facts } from '@vaultwright/base'
import type { SvmSimulation } from '@vaultwright/chain'
import type { SolanaBuildResult } from '@vaultwright/operations'
import {
  type SvmActionReport,
  type SvmExecuteResponse,
  type SvmInstructionData,
  solOf,
  svmActionReportOf,
  svmInstructionOf,
  svmTransferOf,
} from '@vaultwright/wire'

/** The answer to a build on Solana. */
export type SvmAnswerParts = {
  readonly head: Pick<
    SvmExecuteResponse,
    'serialized_transaction_base64' | 'target' | 'description'
  >
  /** One for each action, in order; what is true of all stands with the last. */
  readonly reports: readonly SvmActionReport[]
  /** All of the transaction. */
  readonly instructions: SvmInstructionData[]
}

/** Says what was built. */
export function svmAnswerOf(result: SolanaBuildResult, program: string): SvmAnswerParts {
  const { built, effect } = result
  const actionWarnings = new Set<unknown>(built.actions.flatMap(({ warnings }) => warnings))
  const sharedWarnings = built.warnings.filter((warning) => !actionWarnings.has(warning))
  const last = built.actions.length - 1
  const reports = built.actions.map((action, index) => {
    const more = index === last ? [...sharedWarnings, ...(effect?.warnings ?? [])] : []
    const warnings = [...action.warnings, ...more].map(warningOf)
    return svmActionReportOf({ ...action, warnings }, built)
  })
  return {
    head: {
      serialized_transaction_base64: built.base64,
      target: program,
      description: built.description,
    },
    reports,
    instructions: built.instructions.map(svmInstructionOf),
  }
}

/** The fields of an answer that a simulation fills in. */
export type SvmSimulatedFields = Required<
  Pick<
    SvmExecuteResponse,
    | 'simulation_status'
    | 'simulator_simulation_url'
    | 'simulation_logs'
    | 'simulation_gas_used'
    | 'simulation_fee_lamports'
  >
> &
  Pick<SvmExecuteResponse, 'simulation_gas_cost_sol' | 'token_transfers' | 'error' | 'details'>

/** Says what a simulation saw; the cost in SOL and transfers with `verbose` only. */
export function svmSimulatedFieldsOf(
  simulation: SvmSimulation,
  { effect, feeLamports }: Pick<SolanaBuildResult, 'effect' | 'feeLamports'>,
  { verbose, url }: { readonly verbose: boolean; readonly url: string | null },
): SvmSimulatedFields {
  const status = svmStatusOf(simulation)
  const ran = simulation.status !== 'unavailable'
  const more = {
    simulation_gas_cost_sol: ran ? solOf(feeLamports) : null,
    token_transfers: (effect?.transfers ?? []).map(svmTransferOf),
  }
  return {
    simulation_status: status,
    simulator_simulation_url: url,
    simulation_logs: [...simulation.logs],
    simulation_gas_used: simulation.unitsConsumed,
    simulation_fee_lamports: ran ? String(feeLamports) : null,
    ...(verbose ? more : {}),
    ...failureOf(simulation, status),
  }
}

/** True, or the reason not to sign. Texts of nodes may name private hosts: of them only the code is shown. */
export function svmStatusOf({ status, error }: SvmSimulation): true | string {
  if (status === 'succeeded' || error === null) return true
  if (status === 'failed') return error.text
  if (error.name === 'simulation_timeout') return 'simulation timed out'
  return `The simulation did not run: the node gave no answer (${error.name}).`
}

function failureOf(
  { status, error }: SvmSimulation,
  shown: true | string,
): Pick<SvmExecuteResponse, 'error' | 'details'> {
  if (shown === true || error === null) return {}
  if (status === 'unavailable') {
    return { error: 'The simulation did not run', details: { code: error.name } }
  }
  const { instruction, program, programCode, name, err } = error
  const details = { instruction, program, program_code: programCode, name, err }
  return { error: 'The transaction would fail', details }
}

type AnyWarning = {
  readonly code: string
  readonly message: string
  readonly facts?: Facts
  readonly severity?: 'error' | 'warning' | 'info'
}

function warningOf({ code, message, facts = {}, severity = 'warning' }: AnyWarning) {
  return { code, severity, message, facts }
}
