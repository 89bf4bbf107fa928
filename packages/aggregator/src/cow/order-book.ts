import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { type OrderTerms, orderBookBodyOf, parseOrderUid } from '@vaultwright/protocols'
import Type from 'typebox'
import { type AggregatorSettings, serverOf } from '../exchange/aggregator-settings.ts'
import { amountField, answerReaderOf } from '../exchange/answer-field.ts'
import {
  AggregatorAnswerError,
  AggregatorRefusedError,
  type AggregatorServer,
  askServer,
} from '../exchange/ask-server.ts'
import { type BookQuote, type BookQuoteRequest, quoteOrder } from './book-quote.ts'

/** The entry of an order in an order book. It is a third party's word: the chain decides. */
type BookedOrder = {
  /** As the book calls it, such as `presignaturePending` or `open`. */
  readonly status: BookStatus
  readonly executedSellAmount: bigint
  readonly executedBuyAmount: bigint
  /** The phase of solving, in the book's words: `open`, `solved`, `traded`. */
  readonly phase: string
  /** Hashes of the transactions that the book says filled it. */
  readonly transactions: readonly Hex[]
}

/** States of an order in the book. Source: CoW order book, `OrderStatus`. */
export type BookStatus = 'presignaturePending' | 'open' | 'fulfilled' | 'cancelled' | 'expired'

/** An order that is offered to a book. */
type OfferedOrder = {
  readonly uid: Hex
  readonly terms: OrderTerms
  readonly owner: Address
}

/** A book that shows orders to solvers. */
export type OrderBook = {
  readonly name: string
  /**
   * Posts an order; one that the book has already counts as posted.
   *
   * @returns whether the book had it before.
   * @throws {AggregatorRefusedError} when the book does not take it.
   * @throws {OrderBookUidError} when the book names it otherwise: then it hashes other terms.
   */
  readonly publish: (
    order: OfferedOrder,
    signal: AbortSignal,
  ) => Promise<{ readonly wasKnown: boolean }>
  /**
   * Reads what the book says of an order.
   *
   * @returns null when the book does not have it.
   */
  readonly read: (uid: Hex, signal: AbortSignal) => Promise<BookedOrder | null>
  /** Asks what an order would be paid, see `quoteOrder`. */
  readonly quote: (request: BookQuoteRequest, signal: AbortSignal) => Promise<BookQuote>
}

/** The public book's names of chains, by chain id. Source: CoW order book, servers; no answer was recorded yet. */
const publicChains: Readonly<Record<number, string>> = {
  1: 'mainnet',
  56: 'bnb',
  100: 'xdai',
  137: 'polygon',
  8453: 'base',
  9745: 'plasma',
  42161: 'arbitrum_one',
  43114: 'avalanche',
  57073: 'ink',
  59144: 'linea',
  11155111: 'sepolia',
}

const name = 'cow'
/** The most that the book names of an order. */
const maxTrades = 1_000
const hash = Type.Decode(
  Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' }),
  (text) => text.toLowerCase() as Hex,
)
const readUid = answerReaderOf(Type.String({ pattern: '^0x[0-9a-fA-F]{112}$' }))
const statusField = Type.Union(
  (['presignaturePending', 'open', 'fulfilled', 'cancelled', 'expired'] as const).map((status) =>
    Type.Literal(status),
  ),
)
const readOrder = answerReaderOf(
  Type.Object({
    uid: Type.String({ pattern: '^0x[0-9a-fA-F]{112}$' }),
    status: statusField,
    executedSellAmount: amountField,
    executedBuyAmount: amountField,
  }),
)
const readPhase = answerReaderOf(
  Type.Object({ type: Type.String({ pattern: '^[a-zA-Z]{1,30}$' }) }),
)
const readTrades = answerReaderOf(
  Type.Array(
    Type.Object({
      orderUid: Type.String({ pattern: '^0x[0-9a-fA-F]{112}$' }),
      txHash: Type.Union([hash, Type.Null()]),
    }),
    { maxItems: maxTrades },
  ),
)

/**
 * Makes the adapter of CoW's order book.
 *
 * @param settings - `url` is the book's, without a path; null for the public book of the chain.
 * @param chainId - whose orders it takes.
 * @throws {OrderBookChainError} when no public book is known for the chain and no address is given.
 */
export function openCowOrderBook(settings: AggregatorSettings, chainId: number): OrderBook {
  const chain = publicChains[chainId]
  if (settings.url === null && chain === undefined) throw new OrderBookChainError(chainId)
  const server = serverOf(
    {
      name,
      publicUrl: `https://api.cow.fi/${chain}`,
      headersOf: (key) => ({ 'x-api-key': key }),
    },
    settings,
  )
  return {
    name,
    publish: (order, signal) => publish(server, order, signal),
    read: (uid, signal) => read(server, uid, signal),
    quote: (request, signal) => quoteOrder(server, request, signal),
  }
}

async function publish(
  server: AggregatorServer,
  { uid, terms, owner }: OfferedOrder,
  signal: AbortSignal,
): Promise<{ readonly wasKnown: boolean }> {
  const body = orderBookBodyOf(terms, owner)
  try {
    const reply = await askServer(server, { path: '/api/v1/orders', body }, signal)
    const named = readUid(server.name, reply).toLowerCase()
    if (named !== uid.toLowerCase()) throw new OrderBookUidError(uid, named)
    return { wasKnown: false }
  } catch (error) {
    if (!(error instanceof AggregatorRefusedError)) throw error
    if (error.type !== 'DuplicatedOrder') throw error
    return { wasKnown: true }
  }
}

async function read(
  server: AggregatorServer,
  uid: Hex,
  signal: AbortSignal,
): Promise<BookedOrder | null> {
  parseOrderUid(uid)
  try {
    const order = readOrder(
      server.name,
      await askServer(server, { path: `/api/v1/orders/${uid}` }, signal),
    )
    const phase = readPhase(
      server.name,
      await askServer(server, { path: `/api/v1/orders/${uid}/status` }, signal),
    )
    const query = [
      ['orderUid', uid],
      // Without it the book names ten.
      ['limit', String(maxTrades)],
    ] as const
    const trades = readTrades(
      server.name,
      await askServer(server, { path: '/api/v2/trades', query }, signal),
    )
    const uids = [order.uid, ...trades.map(({ orderUid }) => orderUid)]
    if (uids.some((answered) => answered.toLowerCase() !== uid.toLowerCase())) {
      throw new AggregatorAnswerError(server.name, 'it is about another order')
    }
    return {
      status: order.status,
      executedSellAmount: order.executedSellAmount,
      executedBuyAmount: order.executedBuyAmount,
      phase: phase.type,
      transactions: trades.flatMap(({ txHash }) => txHash ?? []),
    }
  } catch (error) {
    if (error instanceof AggregatorRefusedError && error.status === 404) return null
    throw error
  }
}

/** No order book is known for a chain. */
export class OrderBookChainError extends BaseError {
  override readonly code = 'order_book_chain'
  override readonly kind = 'unsupported'

  constructor(chainId: number) {
    super({
      message: `No public order book is known for chain ${chainId}. Set AGGREGATOR_COW_URL to the address of one.`,
      facts: { chainId },
    })
  }
}

/** An order book names an order otherwise than its terms do. */
class OrderBookUidError extends BaseError {
  override readonly code = 'order_book_uid'
  override readonly kind = 'unavailable'

  constructor(uid: Hex, answered: string) {
    super({
      message: `The order book names the order ${answered}; by its terms it is ${uid}. The order book hashes different terms. Do not trust it.`,
      facts: { uid, answered },
    })
  }
}
