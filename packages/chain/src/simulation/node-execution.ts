import { type Address, isSameAddress } from '@vaultwright/base'
import {
  type CallFrame,
  decodeLogs,
  type Execution,
  haltOf,
  type NativeMove,
  type RawLog,
  type StateDiff,
} from '@vaultwright/outcome'
import { nativeAsset } from '@vaultwright/registry'
import { haltWordsOf, revertDataOf, type SimulatedCall } from './simulated-call.ts'

/** Puts together what a node said of a transaction that it ran. */
export function nodeExecutionOf(
  result: SimulatedCall,
  traces: {
    readonly trace: CallFrame | null
    readonly diff: StateDiff | null
    readonly touched: readonly Address[]
  },
): Execution {
  const all = result.logs ?? []
  const isCoin = ({ address }: RawLog) => isSameAddress(address, nativeAsset)
  const isSuccess = result.status === 1n
  return {
    isSuccess,
    returnData: isSuccess ? result.returnData : revertDataOf(result),
    halt: isSuccess ? null : traces.trace === null ? haltWordsOf(result) : haltOf(traces.trace),
    gasUsed: result.gasUsed,
    logs: all.filter((log) => !isCoin(log)),
    nativeMoves: coinMovesOf(all.filter(isCoin)),
    ...traces,
  }
}

function coinMovesOf(logs: readonly RawLog[]): readonly NativeMove[] {
  return decodeLogs(logs).flatMap(({ decoded }) => {
    if (decoded?.name !== 'Transfer') return []
    const { from, to, value } = decoded.arguments as { from: Address; to: Address; value: bigint }
    return [{ from, to, amount: value }]
  })
}
