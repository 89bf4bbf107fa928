import { type Address, type Hex, printUnits } from '@vaultwright/base'
import type { BuiltAction } from '@vaultwright/builder'
import { type DecodedBatch, readBatch } from '@vaultwright/manager'
import {
  type CallTrace,
  decodeRevert,
  namedCallOf,
  revertTextOf,
  type Simulation,
  simulationStatusOf,
  valueTextOf,
} from '@vaultwright/outcome'
import { type CallContext, type DescribedArgument, describeCall } from '@vaultwright/protocols'
import {
  directionOf,
  type Ledger,
  printTime,
  type SimulationPage,
  type SimulationPageCall,
  type SimulationPageRun,
  shownAmountOf,
  symbolIn,
  type TransferInput,
  worthOf,
} from '@vaultwright/wire'
import type { EngineResults, RequestedSimulation, SimulatedBatch } from './simulation-run.ts'

/** The parts of a page. */
export type RecordParts = {
  readonly id: string
  readonly createdAtUnix: bigint
  readonly expiresAtUnix: bigint
  /** The URL of the page. */
  readonly url: string
  readonly chain: string
  readonly chainId: number
  readonly vaultName: string
  readonly strategist: Address
  readonly built: SimulatedBatch
  readonly run: RequestedSimulation
  readonly seen: EngineResults
  readonly ledger: Ledger
  /** The name of an account for people; null for most. */
  readonly labelOf: (account: Address) => string | null
  /** Root of the Manager's own tree; null when nothing can run inside a loan. */
  readonly managerRoot: Hex | null
  /** The context of describing calls. */
  readonly callContext: CallContext
}

/** Writes down a simulation as its page shows it: the calls are those of the very bytes. */
export function recordOf(parts: RecordParts): SimulationPage {
  const { built, seen: results, run, ledger } = parts
  const [{ block }] = results.simulations
  const batch = readBatch(built.calldata, { manager: built.target })
  return {
    id: parts.id,
    created_at: printTime(parts.createdAtUnix),
    expires_at: printTime(parts.expiresAtUnix),
    chain: parts.chain,
    chain_id: parts.chainId,
    description: built.description,
    vault_address: ledger.vault,
    vault_name: parts.vaultName,
    strategist_address: parts.strategist,
    target: built.target,
    root: built.root,
    status: run.status,
    block: { number: String(block.number), hash: block.hash, time: printTime(block.timestamp) },
    calls: [...callsOf(batch, notesOf(built.actions), parts)],
    seen: results.simulations.map((one) => seenOf(one, ledger)),
    engines_share_node: results.isNodeShared,
    ...proofOf(results.evidence, parts.url),
    differences: results.differences.map(({ field, message }) => ({ field, message })),
    warnings: built.warnings.map(({ code, message, facts }) => ({ code, message, facts })),
    encoded_tx_data: built.calldata,
    ...(built.value === undefined || built.value === 0n ? {} : { value: String(built.value) }),
    verify_command: commandOf(parts, batch),
  }
}

/** Nothing where no proof was asked for. */
function proofOf(
  evidence: EngineResults['evidence'],
  url: string,
): Pick<SimulationPage, 'proof' | 'unproven_because'> {
  if (evidence === null) return {}
  if (evidence.kind === 'unproven') return { proof: null, unproven_because: evidence.because }
  const { facts, witness } = evidence
  const proof = {
    block_hash: facts.blockHash,
    state_root: facts.stateRoot,
    hardfork: facts.hardfork,
    accounts: facts.accounts,
    slots: facts.slots,
    bytes: witness.byteCount,
    witness_url: `${url}/witness`,
    depends_on: [...facts.dependsOn],
  }
  return { proof }
}

type ActionNote = { readonly description: string; readonly inside: readonly ActionNote[] }

/** Descriptions of calls in their order; what runs inside an action belongs to its last call. */
function notesOf(actions: readonly BuiltAction[]): readonly ActionNote[] {
  return actions.flatMap(({ calls, inside }) =>
    calls.map(({ description }, at) => ({
      description,
      inside: at === calls.length - 1 ? notesOf(inside) : [],
    })),
  )
}

function* callsOf(
  batch: DecodedBatch,
  notes: readonly ActionNote[],
  {
    labelOf,
    callContext,
    ...parts
  }: Pick<RecordParts, 'labelOf' | 'callContext'> & { readonly path?: readonly number[] },
): Iterable<SimulationPageCall> {
  for (const [index, { target, data, value, loan }] of batch.calls.entries()) {
    const described = describeCall({ target, data, value }, callContext)
    const namedCall = namedCallOf(data)
    const path = [...(parts.path ?? []), index]
    const note = notes[index]
    yield {
      path,
      description: note?.description ?? null,
      target,
      target_label: labelOf(target),
      function: namedCall.function,
      arguments: namedCall.arguments === null ? null : textsOf(namedCall.arguments),
      sentences: [...described.sentences],
      details: described.arguments.map(detailOf),
      unread: described.unread,
      value: String(value),
      data,
    }
    if (loan === null) continue
    yield* callsOf(loan.batch, note?.inside ?? [], { labelOf, callContext, path })
  }
}

function detailOf(argument: DescribedArgument): NonNullable<SimulationPageCall['details']>[number] {
  const { path, type, value, text, use, isGuessed, mark, within } = argument
  return { path, type, value: String(value), text, use, is_guessed: isGuessed, mark, within }
}

function textsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, one]) => [name, valueTextOf(one)]))
}

function seenOf(one: Simulation, ledger: Ledger): SimulationPageRun {
  return {
    engine: one.engine,
    engine_version: one.engineVersion,
    status: simulationStatusOf(one.outcome),
    failing: failingOf(one.outcome),
    gas_used: String(one.gasUsed),
    gas_cost_eth: one.gasCostWei === null ? null : printUnits(one.gasCostWei, 18),
    transfers: one.transfers.map((transfer) => ({
      ...amountsOf(transfer, ledger),
      standard: transfer.standard,
      from: transfer.from,
      to: transfer.to,
      id: transfer.id === null ? null : String(transfer.id),
      direction: directionOf(transfer, ledger),
      dollar_value: worthOf(transfer, ledger),
    })),
    balances: one.balances.map(({ token, holder, before, after, change, isReconciled }) => ({
      token: symbolIn(token, ledger),
      token_address: token,
      holder,
      before: shownAmountOf(token, before, ledger),
      after: shownAmountOf(token, after, ledger),
      change: shownAmountOf(token, change, ledger),
      raw_before: String(before),
      raw_after: String(after),
      raw_change: String(change),
      is_reconciled: isReconciled,
    })),
    approvals: one.approvals.map((approval) => ({
      ...amountsOf(approval, ledger),
      standard: approval.standard,
      owner: approval.owner,
      spender: approval.spender,
      is_unlimited: approval.isUnlimited,
    })),
    warnings: one.warnings.map(({ code, message, facts }) => ({ code, message, facts })),
    trace: one.trace === null ? null : traceOf(one.trace),
  }
}

function traceOf({ calls, leftOut }: CallTrace): NonNullable<SimulationPageRun['trace']> {
  return {
    calls: calls.map(({ value, error, revert, ...call }) => ({
      ...call,
      value: String(value),
      // A contract that reverts says why; what stops the EVM has no words but the engine's.
      error:
        error === null || revert === null || !/revert/i.test(error)
          ? error
          : revertTextOf(decodeRevert(revert)),
    })),
    left_out: leftOut,
  }
}

function failingOf(outcome: Simulation['outcome']): SimulationPageRun['failing'] {
  if (outcome.status === 'success') return null
  const { revert, halt, failing, failingUnknown } = outcome
  return {
    revert: halt ?? revertTextOf(revert),
    call_path: failing === null ? null : [...failing.path],
    function: failing?.function ?? null,
    target: failing?.target ?? null,
    stage: failing?.stage ?? null,
    unknown: failingUnknown,
  }
}

function amountsOf({ token, amount }: Pick<TransferInput, 'token' | 'amount'>, ledger: Ledger) {
  return {
    token: symbolIn(token, ledger),
    token_address: token,
    raw_amount: amount === null ? null : String(amount),
    amount: amount === null ? null : shownAmountOf(token, amount, ledger),
  }
}

/** Shells take some hundred thousand characters of one word. */
const longestWord = 100_000

function commandOf({ built, managerRoot }: RecordParts, batch: DecodedBatch): string {
  const word = built.calldata.length > longestWord ? '@calldata.hex' : built.calldata
  const loans = batch.calls.some(({ loan }) => loan !== null)
  const inner = managerRoot === null || !loans ? '' : ` --manager-root ${managerRoot}`
  return `npx vaultwright calldata verify --manager ${built.target} --root ${built.root}${inner} ${word}`
}
