import type { BuiltAction, ProvenCall } from '@vaultwright/builder'
import { warningDataOf } from '../field/warning.ts'
import type { ActionReport, TokenTransfer } from './execute.ts'
import {
  directionOf,
  type Ledger,
  shownAmountOf,
  symbolIn,
  type TransferInput,
  worthOf,
} from './ledger.ts'

/** Says what was built for one action: its calls with leaves and proofs. */
export function actionReportOf(action: BuiltAction): ActionReport {
  const report = {
    ...headOf(action),
    calls: action.calls.map(callOf),
  }
  return action.inside.length === 0
    ? report
    : { ...report, inside: action.inside.map(actionReportOf) }
}

/** Says what was built for one action, and what deserves a look. */
export function verboseReportOf(action: BuiltAction): ActionReport {
  const warnings = action.warnings.map(warningDataOf)
  const report = { ...headOf(action), warnings, calls: action.calls.map(callOf) }
  return action.inside.length === 0
    ? report
    : { ...report, inside: action.inside.map(verboseReportOf) }
}

/** Lists what the vault receives and sends. */
export function tokenTransfersOf(
  transfers: readonly TransferInput[],
  ledger: Ledger,
): TokenTransfer[] {
  return transfers.flatMap((one) => transferOf(one, ledger) ?? [])
}

function transferOf(transfer: TransferInput, ledger: Ledger): TokenTransfer | null {
  const { token, amount } = transfer
  const direction = directionOf(transfer, ledger)
  if (amount === null || direction === null) return null
  return {
    token: symbolIn(token, ledger) ?? token,
    token_address: token,
    amount: shownAmountOf(token, amount, ledger),
    raw_amount: String(amount),
    direction,
    dollar_value: worthOf(transfer, ledger),
  }
}

function headOf(action: BuiltAction) {
  return {
    route: action.route,
    name: action.name,
    protocol: action.protocol,
    protocol_name: action.protocolTitle,
    protocol_app_url: action.protocolAppUrl ?? '',
    description: action.description,
  }
}

function callOf(call: ProvenCall): ActionReport['calls'][number] {
  return {
    description: call.description,
    target: call.target,
    data: call.data,
    value: String(call.value),
    decoder: call.decoder,
    leaf_index: call.slot,
    signature: call.leaf.signature,
    proof: [...call.proof],
  }
}
