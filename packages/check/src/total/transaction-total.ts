import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { readBatch } from '@vaultwright/manager'
import type { CallContext } from '@vaultwright/protocols'
import { flowsOfBatch } from './call-flow.ts'
import { type FlowTotals, type TokenFlow, totalsOf, unreadFlows } from './flow.ts'
import { flowsOfRun, type MeasuredRun } from './run-flow.ts'

/** Calldata of a Manager; null where the Manager is not known. */
type ManagerCalldata = { readonly calldata: Hex; readonly manager: Address | null }

/** The totals of a transaction, and whether an engine measured what leaves and enters. */
export type TransactionTotals = { readonly totals: FlowTotals; readonly isMeasured: boolean }

/**
 * Sums up what a batch moves: by the engine that ran it, where one did, and else by its calldata.
 * Recipients and single amounts stand in the calldata in both cases.
 *
 * @param run - of a run that succeeded; null without one.
 */
export function totalsOfTransaction(
  { calldata, manager }: ManagerCalldata,
  run: MeasuredRun | null,
  context: CallContext,
): TransactionTotals {
  const flows = readFlows(calldata, manager, context)
  if (run === null || context.vault === null) return { totals: totalsOf(flows), isMeasured: false }
  const outside = flows.filter(
    (flow) => flow.kind === 'outside' || (flow.kind === 'unread' && flow.part === 'accounts'),
  )
  const { givenCount, largest, receivers } = totalsOf(flows)
  const totals = totalsOf([...flowsOfRun(run, context.vault), ...outside])
  return { totals: { ...totals, givenCount, largest, receivers }, isMeasured: true }
}

function readFlows(
  calldata: Hex,
  manager: Address | null,
  context: CallContext,
): readonly TokenFlow[] {
  try {
    return flowsOfBatch(readBatch(calldata, manager === null ? {} : { manager }), context)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return unreadFlows('the calldata')
  }
}
