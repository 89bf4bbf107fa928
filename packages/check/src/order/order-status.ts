import type { SwapOrderData } from '@vaultwright/wire'

/** Tells whether an order can still be filled, now or once it is signed. */
export function isAlive({ status }: Pick<SwapOrderData, 'status'>): boolean {
  return status === 'open' || status === 'partially_filled' || status === 'pending'
}
