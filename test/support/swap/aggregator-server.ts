import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Address, Hex } from '@vaultwright/base'
import { encodeFunctionData, parseAbi } from 'viem'

/** The lies of a provider; each knob alone, or several. */
export type OfferLie = {
  readonly to?: Address
  readonly from?: Address
  readonly receiver?: Address
  readonly amount?: bigint
  readonly value?: bigint
  readonly flags?: bigint
  /** Above which the router keeps everything. */
  readonly outputQuote?: bigint
  readonly referral?: number
  readonly least?: bigint
  readonly chainId?: number
  readonly executor?: Address
  /** Says more than its calldata pays. */
  readonly offered?: bigint
  /** Ends the calldata otherwise. */
  readonly suffix?: Hex
  readonly selector?: Hex
  /** Answers otherwise than documented. */
  readonly answer?:
    | 'huge'
    | 'redirect'
    | 'html'
    | 'half'
    | 'slow'
    | 'limited'
    | 'broken'
    | 'forbidden'
    | 'refused'
    | 'echo'
    | 'negative'
    | 'ended'
    | 'version'
}

/** The parts of a provider's calldata. */
export type FakeOffer = {
  readonly router: Address
  readonly executor: Address
  /** The pool's word of `unoswap`, for whoever asks without compatibility. */
  readonly pool?: bigint
  /** The price that the executor pays for an amount. */
  readonly priceOf: (sellAmount: bigint) => bigint
}

type ReceivedRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type Reply = { readonly status: number; readonly body: unknown }
type Answer = (url: URL, body: Row, lie: OfferLie) => Reply
type Row = { readonly [key: string]: unknown }

/** A provider on 127.0.0.1 in its documented shapes, honest until `lie` is called. */
export type FakeAggregator = {
  readonly url: string
  readonly requests: readonly ReceivedRequest[]
  readonly lie: (lie: OfferLie) => void
  readonly close: () => Promise<void>
}

const infoAbi =
  'struct Description { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }'
const oneInchAbi = {
  v5: parseAbi([
    infoAbi,
    'function swap(address executor, Description desc, bytes permit, bytes data)',
  ]),
  v6: parseAbi([infoAbi, 'function swap(address executor, Description desc, bytes data)']),
}
const unoswapAbi = parseAbi([
  'function unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
  'function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
])

/** 1inch: `/quote` and `/swap` of version 6.1, with calldata of the router of either version. */
export function startOneInch(
  offer: FakeOffer & { readonly version: 'v5' | 'v6' },
): Promise<FakeAggregator> {
  return startAggregator((url, _, lie) => {
    const query = Object.fromEntries(url.searchParams) as Record<string, string>
    const amount = BigInt(query.amount!)
    const paid = offer.priceOf(amount)
    const dstAmount = String(lie.offered ?? paid)
    const protocols = [
      [[{ name: 'DOUBLE', part: 100, fromTokenAddress: query.src, toTokenAddress: query.dst }]],
    ]
    if (url.pathname.endsWith('/quote')) return { status: 200, body: { dstAmount } }
    const [demanded, bySlippage] = [
      BigInt(query.minReturn ?? 0),
      lessSlippage(paid, query.slippage!),
    ]
    const least = lie.least ?? (demanded > bySlippage ? demanded : bySlippage)
    const executor = lie.executor ?? offer.executor
    if (offer.version === 'v6' && query.compatibility !== 'true') {
      const data = unoswapOf(query, { amount: lie.amount ?? amount, least, pool: offer.pool ?? 0n })
      const tx = transactionOf(data, query.from as Address, { offer, lie })
      return { status: 200, body: { dstAmount, protocols, gas: 100000, tx } }
    }
    const description = {
      srcToken: query.src as Address,
      dstToken: query.dst as Address,
      srcReceiver: executor,
      dstReceiver: lie.receiver ?? (query.receiver as Address),
      amount: lie.amount ?? amount,
      minReturnAmount: least,
      flags: lie.flags ?? 0n,
    }
    const data =
      offer.version === 'v5'
        ? encodeFunctionData({ abi: oneInchAbi.v5, args: [executor, description, '0x', '0x'] })
        : encodeFunctionData({ abi: oneInchAbi.v6, args: [executor, description, '0x'] })
    return {
      status: 200,
      body: {
        dstAmount,
        protocols,
        gas: 168965,
        tx: transactionOf(data, query.from as Address, { offer, lie }),
      },
    }
  })
}

type PoolSwap = { readonly amount: bigint; readonly least: bigint; readonly pool: bigint }

/** The call of an optimized router: with a receiver that of `unoswapTo`. */
function unoswapOf(query: Record<string, string>, { amount, least, pool }: PoolSwap): Hex {
  const words = [BigInt(query.src!), amount, least, pool] as const
  return query.receiver === undefined
    ? encodeFunctionData({ abi: unoswapAbi, functionName: 'unoswap', args: words })
    : encodeFunctionData({
        abi: unoswapAbi,
        functionName: 'unoswapTo',
        args: [BigInt(query.receiver), ...words],
      })
}

type Made = { readonly offer: FakeOffer; readonly lie: OfferLie }

/** A transaction of a provider's calldata, with what it lies about outside of it. */
export function transactionOf(data: Hex, from: Address, { offer, lie }: Made) {
  const called = lie.selector === undefined ? data : (`${lie.selector}${data.slice(10)}` as Hex)
  return {
    from: lie.from ?? from,
    to: lie.to ?? offer.router,
    data: lie.suffix === undefined ? called : `${called}${lie.suffix.slice(2)}`,
    value: String(lie.value ?? 0n),
    gas: 0,
    gasPrice: '1000000000',
  }
}

/** Percent with two decimals at most. */
export function lessSlippage(amount: bigint, percent: string): bigint {
  const bps = BigInt(Math.round(Number(percent) * 100))
  return (amount * (10_000n - bps)) / 10_000n
}

/** Serves one provider; what it answers comes from `answer`, or from the lie. */
export async function startAggregator(answer: Answer): Promise<FakeAggregator> {
  let lie: OfferLie = {}
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const { method = '', url = '', headers } = request
      requests.push({ method, path: url, headers, body })
      if (lieIn(response, lie, headers)) return
      const row = body === '' ? {} : (JSON.parse(body) as Row)
      const reply = answer(new URL(url, 'http://127.0.0.1'), row, lie)
      json(response, reply.status, reply.body, lie)
    })
  })
  // A connection that ends between two requests would be a failure of its own.
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
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

function json(response: ServerResponse, status: number, body: unknown, { answer }: OfferLie): void {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  if (answer === 'half') response.end(text.slice(0, text.length >> 1))
  else if (answer === 'negative')
    response.end(text.replaceAll(/"(\d+)"/g, '"-$1"').replaceAll(/:(\d{6,})/g, ':-$1'))
  else if (answer === 'version') response.end(text.replaceAll(/"(\w+)":/g, '"v9_$1":'))
  else if (answer === 'huge')
    response.end(`${text.slice(0, -1)},"padding":"${'x'.repeat(2_000_000)}"}`)
  else response.end(text)
}

/** Answers that hold no offer at all; true when one was given. */
function lieIn(
  response: ServerResponse,
  { answer }: OfferLie,
  headers: IncomingMessage['headers'],
): boolean {
  const type = { 'content-type': 'application/json' }
  if (answer === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end()
  else if (answer === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>hello</html>')
  } else if (answer === 'limited') response.writeHead(429, { 'retry-after': '7' }).end('slow down')
  else if (answer === 'ended') response.writeHead(410, type).end('{"detail":"Gone"}')
  else if (answer === 'broken') response.writeHead(503, type).end('{}')
  else if (answer === 'forbidden') response.writeHead(401, type).end('{}')
  else if (answer === 'refused') {
    const body = {
      error: 'Bad Request',
      description: 'insufficient liquidity',
      statusCode: 400,
      requestId: '1',
    }
    response.writeHead(400, type).end(JSON.stringify(body))
  } else if (answer === 'echo') {
    const text = `Your headers: ${JSON.stringify(headers)}`
    response.writeHead(400, type).end(JSON.stringify({ description: text }))
  } else if (answer !== 'slow') return false
  return true
}
