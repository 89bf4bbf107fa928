import { BaseError } from '@vaultwright/base'
import { defineRoute } from '../../answer/route.ts'

export const listSwapPairs = defineRoute('listSwapPairs', async () => {
  throw new SwapUnavailableError()
})
export const createSwapQuote = defineRoute('createSwapQuote', async () => {
  throw new SwapUnavailableError()
})
export const getSwapQuote = defineRoute('getSwapQuote', async () => {
  throw new SwapUnavailableError()
})
export const buildMarketSwap = defineRoute('buildMarketSwap', async () => {
  throw new SwapUnavailableError()
})
export const buildLimitOrder = defineRoute('buildLimitOrder', async () => {
  throw new SwapUnavailableError()
})
export const listSwapOrders = defineRoute('listSwapOrders', async () => {
  throw new SwapUnavailableError()
})
export const getSwapOrder = defineRoute('getSwapOrder', async () => {
  throw new SwapUnavailableError()
})
export const buildOrderCancellation = defineRoute('buildOrderCancellation', async () => {
  throw new SwapUnavailableError()
})

/** Swaps are not served. */
class SwapUnavailableError extends BaseError {
  override readonly code = 'swap_unavailable'
  override readonly kind = 'unavailable'

  constructor() {
    super({ message: 'Swaps are not served. Ask later.' })
  }
}
