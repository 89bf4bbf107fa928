import { isBlockHashProbe } from '../rpc/block-hash-probe.ts'
import { assertChainId, chainIdCall } from '../rpc/chain-id.ts'
import type { RpcDialect } from '../rpc/dialect.ts'
import { RpcRefusedError, refusalKind } from '../rpc/refusal.ts'
import { isBlockCall, isReading } from '../rpc/rpc.ts'
import { assertNotBehind, headObservationsOf, highestOf } from './http-head.ts'

/**
 * Makes the dialect of EVM nodes.
 *
 * @param chainId - the chain that each endpoint must be on; null when any will do.
 */
export function evmDialectOf(chainId: number | null): RpcDialect {
  return {
    isReading,
    isBlockCall,
    refusalKindOf: (call, refusal) =>
      isBlockHashProbe(call) ? null : refusalKind(call.method, refusal),
    refusalErrorOf: (method, refusal) => new RpcRefusedError(method, refusal),
    identity:
      chainId === null
        ? null
        : {
            call: chainIdCall,
            assert: (answer, endpoint) => assertChainId(answer, chainId, endpoint),
          },
    assertAnswers: (endpoint, { calls, answers }, seen) =>
      assertNotBehind(endpoint, headObservationsOf(calls, answers), seen),
    highestOf: ({ calls, answers }, seen) => highestOf(headObservationsOf(calls, answers), seen),
  }
}
