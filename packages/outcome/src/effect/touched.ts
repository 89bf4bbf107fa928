import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import { nativeAsset } from '@vaultwright/registry'
import { settledFramesOf } from '../trace/call-frame.ts'
import type { Execution } from '../trace/execution.ts'
import { type ApprovalKey, approvalRead } from './approval.ts'
import type { SimulationRequest } from './simulation.ts'
import { balanceRead, type StateRead, supplyRead } from './state-read.ts'
import type { Transfer } from './transfer.ts'

/**
 * Lists the accounts that may be a token whose balances the transaction moved.
 *
 * Not by their logs alone: accounts that were called or whose storage changed are among them, so that
 * a token that moves balances without a log is seen.
 *
 * @returns different accounts, in no order that means anything.
 */
export function touchedAccountsOf(
  execution: Execution,
  request: SimulationRequest,
): readonly Address[] {
  const { trace, diff, logs, touched } = execution
  // An access list does not name the first target.
  const accounts = new Set<Address>([request.to, ...(request.watch ?? [])])
  for (const { address } of logs) accounts.add(address)
  for (const [name, { storage }] of diff ?? []) if (storage.size > 0) accounts.add(name)
  for (const { to, from, type } of trace === null ? [] : settledFramesOf(trace)) {
    // Bare coin counts: a wrapper that is paid without calldata mints as well.
    if (to !== null) accounts.add(type === 'DELEGATECALL' || type === 'CALLCODE' ? from : to)
  }
  for (const name of touched) accounts.add(name)
  if (trace === null && diff === null) {
    for (const name of addressesIn(request.data)) accounts.add(name)
  }
  return [...accounts].filter((name) => name !== nativeAsset && BigInt(name) > 0xffffn)
}

/** Lists what is read before and after the transaction. */
export function stateReadsOf(
  holders: readonly Address[],
  accounts: readonly Address[],
  marks: { readonly transfers: readonly Transfer[]; readonly approvals: readonly ApprovalKey[] },
): readonly StateRead[] {
  const [vault] = holders
  if (vault === undefined) return []
  const readings = [supplyRead(vault)]
  for (const holder of holders) {
    for (const token of [nativeAsset, ...accounts]) readings.push(balanceRead(token, holder))
  }
  for (const { token, account } of transferCounterpartiesIn(marks.transfers, holders)) {
    readings.push(balanceRead(token, account))
  }
  for (const mark of marks.approvals) {
    const reading = approvalRead(mark)
    if (reading !== null) readings.push(reading)
  }
  return [...new Map(readings.map((reading) => [reading.key, reading])).values()]
}

/** Lists who gave the vault or a drone something or got something from it, by token. */
export function transferCounterpartiesIn(
  transfers: readonly Transfer[],
  holders: readonly Address[],
): readonly { readonly token: Address; readonly account: Address }[] {
  return transfers
    .filter(({ standard }) => standard === 'erc20')
    .filter(({ from, to }) => holders.includes(from) !== holders.includes(to))
    .map(({ token, from, to }) => ({ token, account: holders.includes(from) ? to : from }))
    .filter(({ account }) => account !== zeroAddress)
}

/** Words of calldata that look like an address: twelve zero bytes and then no small number. */
function addressesIn(data: Hex): readonly Address[] {
  const addressWords = data.slice(10).match(/0{24}[0-9a-f]{40}/gi) ?? []
  return [...new Set(addressWords.map((word) => `0x${word.slice(24).toLowerCase()}` as Hex))].map(
    (name) => checksumOf(name),
  )
}
