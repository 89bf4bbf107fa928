import { memoize } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import type { BlockRef, GasPrice } from '@vaultwright/outcome'
import Type from 'typebox'
import { nullish, parseAnswer, printQuantity, quantity } from '../rpc/answer.ts'
import type { Rpc, RpcAnswer, RpcCall } from '../rpc/rpc.ts'

const readFeeHistory = readerOf(
  Type.Object({
    oldestBlock: quantity,
    baseFeePerGas: Type.Array(quantity),
    reward: nullish(Type.Array(Type.Array(quantity))),
  }),
)

/** The last price of each node: that of a block never changes. */
const lastPriceOf = memoize((_rpc: Rpc): { last: BlockPrice | null } => ({ last: null }))

type BlockPrice = { readonly hash: string; readonly price: Promise<GasPrice> }

/** Reads the price of gas as of a block; a node is asked once a block. */
export function readGasPrice(rpc: Rpc, block: BlockRef): Promise<GasPrice> {
  const memory = lastPriceOf(rpc)
  if (memory.last?.hash === block.hash) return memory.last.price
  const call = gasPriceCall(block)
  const price = rpc.ask([call]).then(([answer]) => parseGasPrice(call, answer, block))
  const entry = { hash: block.hash, price }
  memory.last = entry
  price.catch(() => {
    if (memory.last === entry) memory.last = null
  })
  return price
}

/** Makes the question for the price of gas as of a block. */
export function gasPriceCall(block: BlockRef): RpcCall {
  return { method: 'eth_feeHistory', params: ['0x1', printQuantity(block.number), [50]] }
}

/**
 * Reads the price of gas: the base fee of the next block, which the block determines, and the median
 * tip that the block's transactions gave.
 */
export function parseGasPrice(
  call: RpcCall,
  answer: RpcAnswer | undefined,
  block: BlockRef,
): GasPrice {
  if (answer !== undefined && !answer.ok) {
    return { wei: null, unknown: `The node refused eth_feeHistory: ${answer.error.message}` }
  }
  try {
    const feeHistory = parseAnswer(readFeeHistory, call, answer)
    const [, next] = feeHistory.baseFeePerGas
    if (feeHistory.oldestBlock !== block.number || next === undefined) {
      return { wei: null, unknown: 'The node gave the fees of another block.' }
    }
    const tip = feeHistory.reward?.[0]?.[0]
    if (tip === undefined) return { wei: null, unknown: 'The node does not tell the tips.' }
    return { wei: next + tip, unknown: null }
  } catch {
    return { wei: null, unknown: 'The answer of the node to eth_feeHistory makes no sense.' }
  }
}
