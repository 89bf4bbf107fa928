import { type Address, zeroAddress } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { AccountParameter, RawParameter } from '../action/parameter.ts'

/** Where an order of a maker names the YT. */
const ytField = 5

const order: AbiValue = [
  0n,
  0n,
  0n,
  0n,
  zeroAddress,
  zeroAddress,
  zeroAddress,
  zeroAddress,
  0n,
  0n,
  0n,
  '0x',
]

/** The contract that keeps what makers signed. */
export const limitRouter = {
  kind: 'account',
  role: 'limit_router',
  describe: 'Limit order router of Pendle',
} as const satisfies AccountParameter

/** Orders of makers that are filled. */
export const fills = {
  kind: 'raw',
  type: '((uint256,uint256,uint256,uint8,address,address,address,address,uint256,uint256,uint256,bytes),bytes,uint256)[]',
  sample: [[order, '0x', 0n]],
  describe:
    'Orders of makers, each with its signature and how much is filled, as the API gives them',
} as const satisfies RawParameter

/**
 * Names the YT in orders that name none; what a maker signed stays as it is, and a leaf of another YT refuses it.
 */
export function forYt(orders: AbiValue, yt: Address): AbiValue {
  if (!Array.isArray(orders)) return orders
  return orders.map((fill: AbiValue): AbiValue => {
    if (!Array.isArray(fill) || !Array.isArray(fill[0])) return fill
    return fill[0][ytField] === zeroAddress ? [fill[0].with(ytField, yt), ...fill.slice(1)] : fill
  })
}
