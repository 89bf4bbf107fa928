import type { Built } from '@vaultwright/builder'
import { actorOf, defineRoute } from '../../answer/route.ts'
import { answerBuilt, type BuildCall } from '../../build/simulation-part.ts'
import { buildCancelOf } from '../../swap/cancel-order.ts'
import { buildLimitOrderOf } from '../../swap/limit-order.ts'
import { orderOf, ordersPageOf } from '../../swap/order-page.ts'
import { type StrategistSwap, strategistSwapOf } from '../../swap/strategist-swap.ts'
import { batchPartOf, buildBatchOf, isBatch, makeBatchQuote } from '../../swap/swap-batch.ts'
import { buildMarketSwapOf, marketPartOf } from '../../swap/swap-market.ts'
import { findQuote, makeQuote, quoteTextOf } from '../../swap/swap-quote.ts'
import { pairsPageOf } from '../../swap/swap-route.ts'
import { tenantOrdersPageOf } from '../../swap/tenant-order.ts'

/** Our choice, as every shape of swaps: the interface names them and shows none. */
export const listSwapPairs = defineRoute('listSwapPairs', async (request) => {
  const place = await strategistSwapOf(request)
  return { body: await pairsPageOf(place, request.query) }
})

export const createSwapQuote = defineRoute('createSwapQuote', async (request) => {
  const place = await strategistSwapOf(request)
  const { body, signal } = request
  return isBatch(body)
    ? { body: { data: await makeBatchQuote(place, body, signal) } }
    : { body: { data: await makeQuote(place, body, signal) } }
})

export const getSwapQuote = defineRoute('getSwapQuote', async (request) => {
  const place = await strategistSwapOf(request)
  return { text: quoteTextOf(await findQuote(place, request.params.quote_id)) }
})

export const buildMarketSwap = defineRoute('buildMarketSwap', async (request) => {
  const { body, caller, context, signal } = request
  const place = await strategistSwapOf(request)
  const noteUnbounded = async (built: Built, minimums: readonly bigint[]) => {
    const details = { ...place.at, calldata: built.calldata, raw_least: minimums.join() }
    const note = { actor: actorOf(caller), subject: place.at.vault, details } as const
    await context.store.audit.note(place.tenantId, { ...note, act: 'swap.unbounded' })
  }
  if (isBatch(body)) {
    const batch = await buildBatchOf(place, body, signal)
    const unbounded = batch.swaps.filter(({ quote }) => quote.bound === null)
    if (unbounded.length > 0)
      await noteUnbounded(
        batch.built,
        unbounded.map(({ least }) => least),
      )
    const part = batchPartOf(batch)
    return { body: { data: { ...(await builtPartOf(request, place, batch.built)), ...part } } }
  }
  const transaction = await buildMarketSwapOf(place, body, signal)
  const { built, quote } = transaction
  if (quote.bound === null) await noteUnbounded(built, [transaction.least])
  const part = marketPartOf(transaction, body.quote_id ?? null)
  return { body: { data: { ...(await builtPartOf(request, place, built)), ...part } } }
})

/** The order is kept before it is signed: an order that is never signed is `pending` until it expires. */
export const buildLimitOrder = defineRoute('buildLimitOrder', async (request) => {
  const place = await strategistSwapOf(request)
  const { built, part } = await buildLimitOrderOf(place, request.body, request.signal)
  return { body: { data: { ...(await builtPartOf(request, place, built)), ...part } } }
})

export const listSwapOrders = defineRoute('listSwapOrders', async (request) => {
  const place = await strategistSwapOf(request)
  return { body: await ordersPageOf(place, request.query) }
})

export const listOrders = defineRoute('listOrders', async (request) => ({
  body: await tenantOrdersPageOf(request),
}))

export const getSwapOrder = defineRoute('getSwapOrder', async (request) => {
  const place = await strategistSwapOf(request)
  return { body: { data: await orderOf(place, request.params.order_uid, request.signal) } }
})

export const buildOrderCancellation = defineRoute('buildOrderCancellation', async (request) => {
  const place = await strategistSwapOf(request)
  const { built, part } = await buildCancelOf(place, request.body)
  return { body: { data: { ...(await builtPartOf(request, place, built)), ...part } } }
})

/** The fields of every transaction, in the words of the builder. */
async function builtPartOf(request: BuildCall, place: StrategistSwap, built: Built) {
  const { part, reports } = await answerBuilt(request, place.strategist, built)
  const { encoded_tx_data, target, ...fields } = part
  const head = { encoded_tx_data, target, description: built.description }
  return { ...head, action_api_response: [...reports], ...fields }
}
