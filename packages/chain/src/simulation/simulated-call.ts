import type { Hex } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import Type, { type StaticDecode } from 'typebox'
import { bytes, nullish, quantity, readBytes } from '../rpc/answer.ts'
import { rawLogs } from '../trace/raw-log.ts'

const simulatedCall = Type.Object({
  returnData: bytes,
  logs: nullish(rawLogs),
  gasUsed: quantity,
  status: quantity,
  error: nullish(Type.Object({ message: Type.String(), data: Type.Optional(Type.Unknown()) })),
})

/** A call of a block that a node simulated. Source: `eth_simulateV1`. */
export type SimulatedCall = StaticDecode<typeof simulatedCall>

/** Reads the calls of the one block that was simulated. */
export const readSimulatedBlocks = readerOf(
  Type.Decode(
    Type.Array(Type.Object({ calls: Type.Array(simulatedCall) }), { minItems: 1, maxItems: 1 }),
    ([block]) => block!.calls,
  ),
)

/** Reads what a call reverted with: nodes put it into the return data or into the error. */
export function revertDataOf({ returnData, error }: SimulatedCall): Hex {
  if (returnData !== '0x') return returnData
  const bytes = readBytes(error?.data)
  return bytes.ok ? bytes.value : '0x'
}

/**
 * Gives a node's own words of a failure; null where the call itself said why, in revert data: some nodes say
 * `execution failed` of every revert.
 */
export function haltWordsOf(result: SimulatedCall): string | null {
  const words = result.error?.message ?? null
  const isInData = words === null || /revert/i.test(words) || revertDataOf(result) !== '0x'
  return isInData ? null : words
}

/** Tells whether two runs of a transaction did the same. */
export function isSameRun(one: SimulatedCall, other: SimulatedCall): boolean {
  const textOf = ({ status, returnData, logs }: SimulatedCall) =>
    JSON.stringify([String(status), returnData, logs ?? []])
  return textOf(one) === textOf(other)
}
