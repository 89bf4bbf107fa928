import type { Address, Hex } from '@vaultwright/base'
import { multicall3Abi } from '@vaultwright/registry'
import { decodeFunctionResult, encodeFunctionData } from 'viem'
import { RpcAnswerError } from '../rpc/answer.ts'

/** Encodes many calls as one call of Multicall3, each allowed to fail on its own. */
export function encodeMulticall(
  calls: readonly { readonly to: Address; readonly data: Hex }[],
): Hex {
  const rows = calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))
  return encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [rows] })
}

/**
 * Decodes what `aggregate3` returned.
 *
 * @throws {RpcAnswerError} when it is not `count` results.
 */
export function decodeMulticall(
  data: Hex,
  count: number,
): readonly { readonly ok: boolean; readonly data: Hex }[] {
  let rows: readonly { readonly success: boolean; readonly returnData: Hex }[]
  try {
    rows = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data })
  } catch {
    throw new RpcAnswerError('eth_call', 'the bytes are not a list of results of Multicall3')
  }
  if (rows.length !== count) {
    throw new RpcAnswerError('eth_call', `${rows.length} results of Multicall3 instead of ${count}`)
  }
  return rows.map(({ success, returnData }) => ({ ok: success, data: returnData }))
}
