import type { LiteSVM } from 'litesvm'
import { NodeError } from './answer.ts'
import type { Faults } from './fault.ts'
import type { Ledger } from './ledger.ts'

/** The parts from which the methods of the node answer. */
export type ShimNode = {
  readonly svm: LiteSVM
  readonly ledger: Ledger
  readonly faults: Faults
  readonly genesisHash: string
  /** Priority fees of recent slots, newest last; zeros by default. */
  readonly priorityFees: bigint[]
}

/** A method of the interface: its positional parameters, what it is answered from, and its own name. */
export type NodeMethod = (params: readonly unknown[], node: ShimNode, method: string) => unknown

export type RequestConfig = {
  readonly encoding?: string
  readonly minContextSlot?: number
  readonly maxSupportedTransactionVersion?: number
  readonly [key: string]: unknown
}

export const blocksOfLifetime = 150n

/** The configuration of a request, which is its last parameter where it has one. */
export function configOf(value: unknown): RequestConfig {
  return (value ?? {}) as RequestConfig
}

/** The slot that the node answers: the true one, unless a fault makes it another. */
export function slotOf(node: ShimNode, method: string): { slot: bigint; isLie: boolean } {
  const truth = node.svm.getClock().slot
  const lie = node.faults.take('lying_slot', method)
  if (lie !== null) return { slot: BigInt(lie.slot ?? 0), isLie: true }
  const behind = node.faults.take('slot_back', method)
  return { slot: truth - BigInt(behind?.slots ?? 0), isLie: false }
}

type ShimRequest = {
  readonly config: RequestConfig
  readonly node: ShimNode
  readonly method: string
}

/** An answer with the slot that it is from; refuses where the node has not reached the slot that was asked for. */
export function contextual(value: unknown, { config, node, method }: ShimRequest): unknown {
  const { slot, isLie } = slotOf(node, method)
  if (!isLie) assertReached(config.minContextSlot, slot)
  return { context: { apiVersion: '3.0.0', slot }, value }
}

export function assertReached(minContextSlot: number | undefined, slot: bigint): void {
  if (minContextSlot === undefined || BigInt(minContextSlot) <= slot) return
  throw new NodeError(-32016, 'Minimum context slot has not been reached', { contextSlot: slot })
}
