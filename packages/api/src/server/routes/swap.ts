import { actorOf, defineRoute } from '../../answer/route.ts'
import { answerBuilt } from '../../build/simulation-part.ts'
import { buildMarketSwapOf, marketPartOf } from '../../swap/swap-market.ts'
import { SwapNodeMissingError, swapPlaceOf } from '../../swap/swap-place.ts'
import { findQuote, makeQuote, quoteTextOf } from '../../swap/swap-quote.ts'
import { pairsPageOf } from '../../swap/swap-route.ts'

/** Our choice, as every shape of swaps: the interface names them and shows none. */
export const listSwapPairs = defineRoute('listSwapPairs', async (request) => {
  const place = await swapPlaceOf(request)
  return { body: await pairsPageOf(place, request.query) }
})

export const createSwapQuote = defineRoute('createSwapQuote', async (request) => {
  const place = await swapPlaceOf(request)
  return { body: { data: await makeQuote(place, request.body, request.signal) } }
})

export const getSwapQuote = defineRoute('getSwapQuote', async (request) => {
  const place = await swapPlaceOf(request)
  return { text: quoteTextOf(await findQuote(place, request.params.quote_id)) }
})

export const buildMarketSwap = defineRoute('buildMarketSwap', async (request) => {
  const { body, caller, context, signal } = request
  const place = await swapPlaceOf(request)
  const transaction = await buildMarketSwapOf(place, body, signal)
  const { built, quote } = transaction
  if (quote.bound === null) {
    const details = { ...place.at, calldata: built.calldata, raw_least: String(transaction.least) }
    const note = { actor: actorOf(caller), subject: place.at.vault, details } as const
    await context.store.audit.note(place.tenantId, { ...note, act: 'swap.unbounded' })
  }
  const { part, reports } = await answerBuilt(request, place.strategist, built)
  const { encoded_tx_data, target, ...rest } = part
  const head = { encoded_tx_data, target, description: built.description }
  const said = marketPartOf(transaction, body.quote_id ?? null)
  return { body: { data: { ...head, action_api_response: [...reports], ...rest, ...said } } }
})

export const buildLimitOrder = defineRoute('buildLimitOrder', async () => {
  throw new SwapNodeMissingError('orders')
})
export const listSwapOrders = defineRoute('listSwapOrders', async () => {
  throw new SwapNodeMissingError('orders')
})
export const getSwapOrder = defineRoute('getSwapOrder', async () => {
  throw new SwapNodeMissingError('orders')
})
export const buildOrderCancellation = defineRoute('buildOrderCancellation', async () => {
  throw new SwapNodeMissingError('orders')
})
