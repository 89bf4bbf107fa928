import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BookStatus } from '@vaultwright/aggregator'
import type { Address, Hex } from '@vaultwright/base'
import type { OrderTerms } from '@vaultwright/swap'
import { keccak256, toHex } from 'viem'
import { orderUidBytesOf, soundOrder } from '../call/signed-order.ts'

/** The lies of a book, or answers other than documented. */
export type BookLie = {
  /** Refuses every order with this `errorType`. */
  readonly refusal?: string
  /** Says another state than the chain. */
  readonly status?: BookStatus
  /** Names orders otherwise. */
  readonly uid?: Hex
  /** Quotes another amount of what is sold. */
  readonly soldAmount?: bigint
  /** Quotes another token. */
  readonly buyToken?: Address
  readonly answer?:
    | 'slow'
    | 'limited'
    | 'html'
    | 'half'
    | 'huge'
    | 'broken'
    | 'redirect'
    | 'ended'
    | 'version'
}

/** An order that the book shows to solvers. */
export type BookOrder = { readonly uid: Hex; readonly terms: OrderTerms; readonly owner: Address }

/** The chain's state of an order that the book has. */
export type BookReading = {
  readonly status: BookStatus
  readonly soldAmount: bigint
  readonly boughtAmount: bigint
  readonly transactions: readonly Hex[]
}

/** An order book on 127.0.0.1 in the shapes of CoW's, honest until `lie` is called. */
export type CowBook = {
  readonly url: string
  readonly orders: ReadonlyMap<string, BookOrder>
  /** Method and path of each request, in their order. */
  readonly requests: readonly string[]
  readonly lie: (lie: BookLie) => void
  readonly close: () => Promise<void>
}

/** The rules of a book about owners and orders. */
export type BookOptions = {
  readonly domainSeparator: Hex
  readonly nowUnix: () => Promise<bigint>
  /** Reads an order on the chain. */
  readonly read: (order: BookOrder) => Promise<BookReading>
  /** Quotes what is bought for an amount; nothing is quoted without it. */
  readonly priceOf?: (sellAmount: bigint) => bigint
}

/** The fee that the book expects solvers to keep: a thousandth. */
export const bookFeeOf = (sellAmount: bigint) => sellAmount / 1_000n

type Row = Readonly<Record<string, unknown>>
type Reply = { readonly status: number; readonly body: unknown }

const yearSeconds = 31_536_000n

/** Starts a book. It takes orders that are signed by a transaction, and no others. */
export async function startCowBook(options: BookOptions): Promise<CowBook> {
  const orders = new Map<string, BookOrder>()
  const requests: string[] = []
  let lie: BookLie = {}
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const { method = '', url = '' } = request
      requests.push(`${method} ${url}`)
      if (lieIn(response, lie)) return
      const text = Buffer.concat(chunks).toString()
      const reply = await answer(
        { url: new URL(url, 'http://127.0.0.1'), text },
        { orders, options, lie },
      )
      send(response, reply, lie)
    })
  })
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    orders,
    requests,
    lie: (next) => {
      lie = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Book = {
  readonly orders: Map<string, BookOrder>
  readonly options: BookOptions
  readonly lie: BookLie
}

async function answer(
  { url, text }: { readonly url: URL; readonly text: string },
  book: Book,
): Promise<Reply> {
  const { pathname } = url
  if (pathname === '/api/v1/orders' && text !== '') return post(JSON.parse(text) as Row, book)
  if (pathname === '/api/v1/quote') return quoteOf(JSON.parse(text) as Row, book)
  if (pathname === '/api/v2/trades') return tradesOf(url.searchParams.get('orderUid') ?? '', book)
  const [, uid = '', tail = ''] = /^\/api\/v1\/orders\/(0x\w+)(\/status)?$/.exec(pathname) ?? []
  const order = book.orders.get(uid.toLowerCase())
  if (order === undefined) return refusalOf('NotFound', 404)
  const reading = await book.options.read(order)
  const status = book.lie.status ?? reading.status
  if (tail !== '')
    return { status: 200, body: { type: status === 'fulfilled' ? 'traded' : 'open' } }
  return {
    status: 200,
    body: {
      uid: book.lie.uid ?? order.uid,
      owner: order.owner,
      status,
      executedSellAmount: reading.soldAmount.toString(),
      executedBuyAmount: reading.boughtAmount.toString(),
      signingScheme: 'presign',
      creationDate: '2026-02-14T12:00:00Z',
    },
  }
}

async function tradesOf(uid: string, { orders, options, lie }: Book): Promise<Reply> {
  const order = orders.get(uid.toLowerCase())
  if (order === undefined) return { status: 200, body: [] }
  const { transactions } = await options.read(order)
  const body = transactions.map((txHash) => ({ orderUid: lie.uid ?? order.uid, txHash }))
  return { status: 200, body }
}

function quoteOf(row: Row, { options, lie }: Book): Reply {
  if (lie.refusal !== undefined || options.priceOf === undefined) {
    return refusalOf(lie.refusal ?? 'NoLiquidity', 404)
  }
  if (row.signingScheme !== 'presign' || row.kind !== 'sell') return refusalOf('UnsupportedOrder')
  const amount = BigInt(row.sellAmountBeforeFee as string)
  const feeAmount = bookFeeOf(amount)
  const sellAmount = lie.soldAmount ?? amount - feeAmount
  const quote = {
    sellToken: row.sellToken,
    buyToken: lie.buyToken ?? row.buyToken,
    receiver: row.receiver,
    sellAmount: String(sellAmount),
    buyAmount: String(options.priceOf(sellAmount)),
    feeAmount: String(feeAmount),
    kind: 'sell',
  }
  const body = { quote, from: row.from, expiration: '2026-02-14T12:02:00Z', id: 7, verified: true }
  return { status: 200, body }
}

async function post(row: Row, { orders, options, lie }: Book): Promise<Reply> {
  if (lie.refusal !== undefined) return refusalOf(lie.refusal)
  const isSigned = row.signingScheme === 'presign' && row.signature === '0x'
  if (!isSigned) return refusalOf('InvalidSignature')
  const document = typeof row.appData === 'string' ? row.appData : ''
  const appData = document.startsWith('0x') ? (document as Hex) : keccak256(toHex(document))
  if (row.appDataHash !== undefined && row.appDataHash !== appData) {
    return refusalOf('AppDataHashMismatch')
  }
  const now = await options.nowUnix()
  const validTo = BigInt(row.validTo as number)
  if (validTo < now + 60n) return refusalOf('InsufficientValidTo')
  if (validTo > now + yearSeconds) return refusalOf('ExcessiveValidTo')
  if (row.sellToken === row.buyToken) return refusalOf('SameBuyAndSellToken')
  if (row.feeAmount !== '0') return refusalOf('NonZeroFee')
  const terms = termsIn(row, appData)
  const owner = row.from as Address
  const words = soundOrder({
    ...terms,
    validTo: Number(validTo),
    kind: keccak256(toHex(terms.kind)),
    partiallyFillable: terms.isPartiallyFillable,
    sellTokenBalance: keccak256(toHex(terms.sellTokenBalance)),
    buyTokenBalance: keccak256(toHex(terms.buyTokenBalance)),
  })
  const place = { owner, domain: options.domainSeparator }
  const uid = orderUidBytesOf(words, place).toLowerCase() as Hex
  if (orders.has(uid)) return refusalOf('DuplicatedOrder')
  orders.set(uid, { uid, terms, owner })
  return { status: 201, body: lie.uid ?? uid }
}

function termsIn(row: Row, appData: Hex): OrderTerms {
  return {
    sellToken: row.sellToken as Address,
    buyToken: row.buyToken as Address,
    receiver: row.receiver as Address,
    sellAmount: BigInt(row.sellAmount as string),
    buyAmount: BigInt(row.buyAmount as string),
    validTo: BigInt(row.validTo as number),
    appData,
    feeAmount: 0n,
    kind: row.kind as 'sell',
    isPartiallyFillable: row.partiallyFillable as boolean,
    sellTokenBalance: row.sellTokenBalance as 'erc20',
    buyTokenBalance: row.buyTokenBalance as 'erc20',
  }
}

function refusalOf(errorType: string, status = 400): Reply {
  return { status, body: { errorType, description: `The book says ${errorType}.` } }
}

function send(response: ServerResponse, { status, body }: Reply, { answer: how }: BookLie): void {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json' })
  if (how === 'half') response.end(text.slice(0, text.length >> 1))
  else if (how === 'version') response.end(`{"v2":${text}}`)
  else if (how === 'huge') response.end(JSON.stringify('x'.repeat(2_000_000)))
  else response.end(text)
}

/** Answers that say nothing of an order; true when one was given. */
function lieIn(response: ServerResponse, { answer: how }: BookLie): boolean {
  if (how === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end()
  else if (how === 'limited') response.writeHead(429, { 'retry-after': '7' }).end('slow down')
  else if (how === 'ended') response.writeHead(410).end('{}')
  else if (how === 'broken') response.writeHead(503).end('{}')
  else if (how === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>hello</html>')
  } else if (how !== 'slow') return false
  return true
}
