import type { Address } from '@vaultwright/base'
import type { DrillCall } from '@vaultwright/outcome'
import { buildSafeBatch, type SafeBatch } from '@vaultwright/safe'
import { printJson } from '../../../terminal/json.ts'
import { basisOf, type DrillView, unwindCallsOf } from './drill-print.ts'

/**
 * Prints the packet of a drill: the calls of the strategist, and apart from them the solves, which another account
 * sends. Each stands as it was executed, with its block and what it pays.
 */
export function printPacket(view: DrillView, createdAtMs: number): string {
  const { block, drill, shocks, witness } = view
  const { chainId, query } = witness
  const { strategist } = query
  const { sender } = query.payer
  const solves = drill.payments.flatMap((step) =>
    step.kind === 'solve' ? step.calls.map((call) => ({ call, ...step })) : [],
  )
  const batchOf = (safe: Address, name: string, calls: readonly DrillCall[]): SafeBatch | null =>
    calls.length === 0
      ? null
      : buildSafeBatch({
          chainId,
          safe,
          name,
          description: `${basisOf(view)} Block ${block.number}, ${block.hash}.`,
          createdAtMs,
          calls: calls.map(({ to, data }) => ({ to, value: 0n, data })),
        })
  const unwinds = unwindCallsOf(drill)
  const packet = {
    format: 'vaultwright-exit-packet',
    version: 1,
    chainId,
    block: { number: block.number, hash: block.hash, timestamp: block.timestamp },
    basis: basisOf(view),
    shocks: shocks.map(({ shock, shown }) => ({ ...shock, shown: [...shown] })),
    strategist: {
      account: strategist,
      calls: unwinds.map((step) => ({ ...step.call, at: step.block.timestamp, paid: step.paid })),
      batch: batchOf(
        strategist,
        'Leave positions for an exit',
        unwinds.map(({ call }) => call),
      ),
    },
    solver: {
      account: sender,
      calls: solves.map((step) => ({
        ...step.call,
        at: step.block.timestamp,
        request: step.request,
        paid: step.paid,
      })),
      batch: batchOf(
        sender,
        'Solve requests',
        solves.map(({ call }) => call),
      ),
    },
  }
  return printJson(packet as never)
}
