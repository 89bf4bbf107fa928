import { type Address, zeroAddress } from '@vaultwright/base'
import {
  type BlockRef,
  bulkCallOf,
  readerOverrides,
  type SimulationRequest,
  type StateRead,
  simulatedBlockOf,
  vaultSelector,
} from '@vaultwright/outcome'
import { printQuantity } from '../rpc/answer.ts'
import type { RpcCall } from '../rpc/rpc.ts'
import { printBlockOverrides, printOverrides, printTransaction } from './simulation-plan.ts'

/** Printed parameters of calls. */
type RpcTransaction = Readonly<Record<string, string>>

/** Options by which a trace gives the state's difference. */
export const diffOptions = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } } as const

/** Balances cost a few thousand gas each, behind proxies a few times that. */
export function readGasOf(count: number): bigint {
  return 1_000_000n + 100_000n * BigInt(count)
}

/** Asks what calls do, one after the other, in the block after one. */
export function simulateCall(
  asked: SimulationRequest,
  block: BlockRef,
  { tag, calls }: { readonly tag: unknown; readonly calls: readonly RpcTransaction[] },
): RpcCall {
  const callRequest = {
    blockOverrides: printBlockOverrides(simulatedBlockOf(asked, block)),
    stateOverrides: { ...printOverrides(asked.overrides ?? {}), ...readerOverrides },
    calls,
  }
  const payload = { blockStateCalls: [callRequest], traceTransfers: true, validation: false }
  return { method: 'eth_simulateV1', params: [payload, tag] }
}

/** Asks what is read before and after the transaction, which runs between. */
export function aroundCall(
  asked: SimulationRequest,
  block: BlockRef,
  { tag, list }: { readonly tag: unknown; readonly list: readonly StateRead[] },
): RpcCall {
  const gas = printQuantity(readGasOf(list.length))
  const readCall = { from: zeroAddress, ...bulkCallOf(list), gas }
  return simulateCall(asked, block, { tag, calls: [readCall, printTransaction(asked), readCall] })
}

/** Asks for a trace of the transaction in the block after one. */
export function traceCall(
  asked: SimulationRequest,
  block: BlockRef,
  { tag, options }: { readonly tag: unknown; readonly options: object },
): RpcCall {
  const settings = {
    ...options,
    stateOverrides: printOverrides(asked.overrides ?? {}),
    blockOverrides: printBlockOverrides(simulatedBlockOf(asked, block)),
  }
  return { method: 'debug_traceCall', params: [printTransaction(asked), tag, settings] }
}

/** Asks a contract for the vault that it manages. */
export function vaultCall(to: Address, tag: unknown): RpcCall {
  return { method: 'eth_call', params: [{ to, data: vaultSelector }, tag] }
}

/** Asks whom the transaction touches. */
export function accessListCall(asked: SimulationRequest, tag: unknown): RpcCall {
  return { method: 'eth_createAccessList', params: [printTransaction(asked), tag] }
}
