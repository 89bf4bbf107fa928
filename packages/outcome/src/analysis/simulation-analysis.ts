import type { Address } from '@vaultwright/base'
import { decodeRevert } from '../decode/revert.ts'
import { type Accrual, accrualsOf } from '../effect/accrual.ts'
import { approvalsOf, type LoggedApproval, loggedApprovalsOf } from '../effect/approval.ts'
import { balanceChangesOf } from '../effect/balance.ts'
import {
  dronesIn,
  type HolderCall,
  holderCallsIn,
  holdersOf,
  vaultInTrace,
} from '../effect/holder.ts'
import type { Simulation, SimulationOutcome, SimulationRequest } from '../effect/simulation.ts'
import { type StateRead, type StateReadValues, stateReadValuesOf } from '../effect/state-read.ts'
import { stateReadsOf, touchedAccountsOf } from '../effect/touched.ts'
import { type Transfer, transfersOf } from '../effect/transfer.ts'
import { warningsOf } from '../effect/warning.ts'
import type { BlockRef } from '../read/block-ref.ts'
import type { EthCallResult } from '../read/eth-call.ts'
import { type Execution, nativeMovesIn } from '../trace/execution.ts'
import { decodeLogs, type SimulatedLog } from '../trace/simulated-log.ts'
import type { StateDiff } from '../trace/state-diff.ts'
import { tracedCallsOf } from '../trace/traced-call.ts'
import { failingCallOf } from './failing-call.ts'

/** The price of gas in the block after this one, or the reason that it is unknown. */
export type GasPrice =
  | { readonly wei: bigint; readonly unknown: null }
  | { readonly wei: null; readonly unknown: string }

/** The execution of a transaction, and the reads of its state before and after that are left. */
export type SimulationAnalysis = {
  readonly request: SimulationRequest
  readonly vault: Address | null
  /** The vault and its drones; empty for none. */
  readonly holders: readonly Address[]
  readonly execution: Execution
  readonly calls: readonly HolderCall[]
  readonly logs: readonly SimulatedLog[]
  readonly transfers: readonly Transfer[]
  readonly accruals: readonly Accrual[]
  readonly marks: readonly LoggedApproval[]
  readonly accounts: readonly Address[]
  /** None when the transaction reverted: nothing moved. */
  readonly readings: readonly StateRead[]
}

/** The part of an analysis that an engine adds. */
export type EngineRun = {
  readonly engine: Simulation['engine']
  readonly engineVersion: string
  readonly block: BlockRef
  readonly gasPrice: GasPrice
  /** One answer a reading. */
  readonly before: readonly EthCallResult[]
  readonly after: readonly EthCallResult[]
}

/** Opens the case of a transaction that an engine ran. */
export function startAnalysis(
  request: SimulationRequest,
  named: Address | null,
  execution: Execution,
): SimulationAnalysis {
  const vault =
    request.vault === undefined ? (named ?? vaultInTrace(execution, request)) : request.vault
  const holders = holdersOf(vault, execution, request)
  const logs = execution.isSuccess ? decodeLogs(execution.logs) : []
  const transfers = execution.isSuccess ? transfersOf(logs, nativeMovesIn(execution)) : []
  const calls = holderCallsIn(execution, holders, request)
  const marks = loggedApprovalsOf(holders, logs, calls)
  const accounts = execution.isSuccess ? touchedAccountsOf(execution, request) : []
  const readings = execution.isSuccess
    ? stateReadsOf(holders, accounts, { transfers, approvals: marks })
    : []
  const accruals = accrualsOf(logs)
  const decoded = { calls, logs, transfers, accruals, marks }
  return { request, vault, holders, execution, ...decoded, accounts, readings }
}

/**
 * Tells whether the state's difference is worth asking for: a transaction that moved a measured
 * balance had an effect, whatever else it did.
 */
export function isUnchanged(
  one: SimulationAnalysis,
  before: readonly EthCallResult[],
  after: readonly EthCallResult[],
): boolean {
  const isSame = before.every(({ data }, index) => data === after[index]?.data)
  return one.execution.isSuccess && one.execution.diff === null && isSame
}

/** Adds what the state's difference is to a case. */
export function withStateDiff(one: SimulationAnalysis, diff: StateDiff | null): SimulationAnalysis {
  return { ...one, execution: { ...one.execution, diff } }
}

/** Closes a case: says what the transaction would do. */
export function finishAnalysis(one: SimulationAnalysis, evidence: EngineRun): Simulation {
  const { request, vault, execution, logs, transfers } = one
  const { engine, engineVersion, block, gasPrice } = evidence
  const measurement = stateReadValuesOf(one.readings, evidence.before, evidence.after)
  const approvals = approvalsOf(one.marks, measurement)
  const balances = balancesOf(one, measurement)
  return {
    engine,
    engineVersion,
    block,
    vault,
    drones: dronesIn(vault, execution),
    outcome: outcomeOf(execution, request),
    gasUsed: execution.gasUsed,
    gasPriceWei: gasPrice.wei,
    gasCostWei: gasPrice.wei === null ? null : gasPrice.wei * execution.gasUsed,
    gasPriceUnknown: gasPrice.unknown,
    logs,
    transfers,
    approvals,
    balances,
    warnings: warningsOf({ ...one, block, approvals, balances, measurement }),
    trace: execution.trace === null ? null : tracedCallsOf(execution.trace),
  }
}

function balancesOf(one: SimulationAnalysis, measurement: StateReadValues) {
  const { accounts, transfers, accruals, request } = one
  const inputs = { measurement, transfers, accruals, watch: request.watch ?? [] }
  return one.holders.flatMap((holder) => balanceChangesOf(holder, accounts, inputs))
}

function outcomeOf(execution: Execution, request: SimulationRequest): SimulationOutcome {
  if (execution.isSuccess) return { status: 'success' }
  const revert = decodeRevert(execution.returnData)
  const { call, unknown } = failingCallOf(execution, revert, request)
  return {
    status: 'reverted',
    revert,
    halt: execution.halt,
    failing: call,
    failingUnknown: unknown,
  }
}
