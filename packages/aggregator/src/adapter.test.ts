import type { Address, Hex } from '@vaultwright/base'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type FakeAggregator,
  type OfferLie,
  startOneInch,
} from '../../../test/support/swap/aggregator-server.ts'
import {
  startGluex,
  startKyber,
  startLifi,
  startOogaBooga,
  startSushi,
  startZeroX,
} from '../../../test/support/swap/router-server.ts'
import type { Aggregator, OfferRequest } from './aggregator.ts'
import type { AggregatorSettings } from './exchange/aggregator-settings.ts'
import { parseAnswer } from './exchange/parse-answer.ts'
import { openOneInch } from './one-inch/one-inch.ts'
import { openGluex } from './routed/gluex.ts'
import { openKyber } from './routed/kyber.ts'
import { openLifi } from './routed/lifi.ts'
import { openOogaBooga } from './routed/ooga-booga.ts'
import { openSushi } from './routed/sushi.ts'
import { openZeroX } from './routed/zero-x.ts'

const accountOf = (digit: string): Address => `0x${digit.repeat(40)}`
const [weth, usdc, vault, router, executor] = ['1', '2', '3', '4', '5'].map(accountOf) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const key = 'hush-hush-key'
const partnerId: Hex = `0x${'ab'.repeat(32)}`
const signal = new AbortController().signal
const swapRequest: OfferRequest = {
  chainId: 31337,
  sellToken: weth,
  buyToken: usdc,
  sellAmount: 10n ** 18n,
  taker: vault,
  receiver: vault,
  slippageBps: 30n,
}
let nowMs = 1_795_000_000_000

type Provider = {
  readonly open: (settings: AggregatorSettings) => Aggregator
  server?: FakeAggregator
}
const names = ['1inch', 'gluex', 'sushi', 'ooga-booga', '0x', 'kyber', 'lifi'] as const
type Name = (typeof names)[number]
const providers: Record<Name, Provider> = {
  '1inch': { open: openOneInch },
  gluex: { open: openGluex },
  sushi: { open: openSushi },
  'ooga-booga': { open: openOogaBooga },
  '0x': { open: openZeroX },
  kyber: { open: openKyber },
  lifi: { open: openLifi },
}
/** The others name no caller: whom they pay is a field of the calldata. */
const addressed = ['1inch', 'gluex', 'sushi', 'lifi'] as const

beforeAll(async () => {
  const offer = { router, executor, priceOf: (amount: bigint) => (amount * 2_000n) / 10n ** 12n }
  providers['1inch'].server = await startOneInch({ ...offer, version: 'v6' })
  providers.gluex.server = await startGluex(offer)
  providers.sushi.server = await startSushi(offer)
  providers['ooga-booga'].server = await startOogaBooga(offer)
  providers['0x'].server = await startZeroX({ ...offer, inner: executor })
  providers.kyber.server = await startKyber(offer)
  providers.lifi.server = await startLifi({ ...offer, inner: executor })
})
beforeEach(() => {
  nowMs += 120_000
  for (const name of names) providers[name].server!.lie({})
})
afterAll(() => Promise.all(names.map((name) => providers[name].server?.close())))

function openOf(name: Name, part: Partial<AggregatorSettings> = {}) {
  const { open, server } = providers[name]
  return open({ fetch, url: server!.url, key, partnerId, nowMs: () => nowMs, ...part })
}

async function failureOf(name: Name, lie: OfferLie, part: Partial<AggregatorSettings> = {}) {
  providers[name].server!.lie(lie)
  return await openOf(name, part).build!(swapRequest, signal).then(
    () => null,
    (error) => ({
      code: error.code,
      message: error.message,
      facts: error.facts,
      retryable: error.retryable,
    }),
  )
}

test('golden: the very requests of 1inch, the key in a header only', async () => {
  const { server } = providers['1inch']
  const from = server!.requests.length
  const aggregator = openOf('1inch')
  expect(await aggregator.quote(swapRequest, signal)).toEqual({
    offered: 2_000_000_000n,
    validUntilUnix: null,
  })
  await aggregator.build!({ ...swapRequest, origin: executor }, signal)
  const requests = server!.requests.slice(from)
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `GET /swap/v6.1/31337/quote?src=${weth}&dst=${usdc}&amount=1000000000000000000`,
    `GET /swap/v6.1/31337/swap?src=${weth}&dst=${usdc}&amount=1000000000000000000&from=${vault}&origin=${executor}&receiver=${vault}&compatibility=true&slippage=0.3&disableEstimate=true&includeProtocols=true&includeGas=true`,
  ])
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(
    Array(2).fill(`Bearer ${key}`),
  )
})

test('golden: a leaf on pools is asked for by one path of as many pools, without a receiver', async () => {
  const { server } = providers['1inch']
  const from = server!.requests.length
  for (const [route, minimum] of [
    ['one_inch/unoswap_one', 1_995_000_000n],
    ['one_inch/unoswap_three', undefined],
  ] as const) {
    const built = await openOf('1inch').build!(
      { ...swapRequest, route, ...(minimum !== undefined && { minimum }) },
      signal,
    )
    // unoswap, and not unoswapTo.
    expect(built.data.slice(0, 10)).toBe('0x83800a8e')
  }
  const head = `GET /swap/v6.1/31337/swap?src=${weth}&dst=${usdc}&amount=1000000000000000000&from=${vault}&origin=${vault}&parts=1&mainRouteParts=1`
  const tail = 'disableEstimate=true&includeProtocols=true&includeGas=true'
  expect(server!.requests.slice(from).map(({ method, path }) => `${method} ${path}`)).toEqual([
    `${head}&complexityLevel=0&slippage=0.3&minReturn=1995000000&${tail}`,
    `${head}&complexityLevel=2&slippage=0.3&${tail}`,
  ])
})

test('golden: the very requests of GlueX, Sushi and Ooga Booga, keys in headers only', async () => {
  const sent: string[] = []
  for (const name of ['gluex', 'sushi', 'ooga-booga'] as const) {
    const { server } = providers[name]
    const from = server!.requests.length
    const aggregator = openOf(name)
    expect((await aggregator.quote(swapRequest, signal)).offered).toBe(2_000_000_000n)
    await aggregator.build!(swapRequest, signal)
    for (const { method, path, headers } of server!.requests.slice(from)) {
      sent.push(`${method} ${path} ${headers.authorization ?? headers['x-api-key']}`)
    }
  }
  const pair = `tokenIn=${weth}&tokenOut=${usdc}&amount=1000000000000000000`
  expect(sent).toEqual([
    `POST /v1/price ${key}`,
    `POST /v1/quote ${key}`,
    `GET /quote/v7/31337?${pair}&maxSlippage=0.003 Bearer ${key}`,
    `GET /swap/v7/31337?${pair}&maxSlippage=0.003&sender=${vault}&recipient=${vault}&simulate=false Bearer ${key}`,
    `GET /v1/swap?${pair}&slippage=0.003 Bearer ${key}`,
    `GET /v1/swap?${pair}&slippage=0.003&to=${vault} Bearer ${key}`,
  ])
  expect(JSON.parse(providers.gluex.server!.requests.at(-1)!.body)).toMatchObject({
    networkID: '31337',
    inputAmount: '1000000000000000000',
    orderType: 'SELL',
    userAddress: vault,
    outputReceiver: vault,
    slippage: '30',
    isPartialFill: false,
    isPermit2: false,
    uniquePID: partnerId,
  })
})

test('golden: the very requests of 0x, KyberSwap and LI.FI for calldata', async () => {
  const sent: string[] = []
  for (const name of ['0x', 'kyber', 'lifi'] as const) {
    const { server } = providers[name]
    const from = server!.requests.length
    const built = await openOf(name).build!(swapRequest, signal)
    expect(built).toMatchObject({ offered: 2_000_000_000n, to: router, value: 0n })
    sent.push(...server!.requests.slice(from).map(({ method, path }) => `${method} ${path}`))
  }
  expect(sent).toEqual([
    `GET /swap/allowance-holder/quote?chainId=31337&sellToken=${weth}&buyToken=${usdc}&sellAmount=1000000000000000000&taker=${vault}&txOrigin=${vault}&slippagePpm=3000`,
    `GET /31337/api/v1/routes?tokenIn=${weth}&tokenOut=${usdc}&amountIn=1000000000000000000`,
    'POST /31337/api/v1/route/build',
    `GET /v1/quote?fromChain=31337&toChain=31337&fromToken=${weth}&toToken=${usdc}&fromAmount=1000000000000000000&fromAddress=${vault}&toAddress=${vault}&slippage=0.003&skipSimulation=true`,
  ])
  const { routeSummary, ...terms } = JSON.parse(providers.kyber.server!.requests.at(-1)!.body)
  expect(terms).toEqual({ sender: vault, recipient: vault, slippageTolerance: 30 })
  expect(routeSummary).toMatchObject({ amountIn: '1000000000000000000', route: [[]] })
})

test('refuses: an allowance for another account than the call of 0x', async () => {
  expect(await failureOf('0x', { from: executor })).toMatchObject({
    code: 'aggregator_answer_invalid',
    message: expect.stringContaining(`allowance for ${executor}`),
  })
})

test('refuses: GlueX without the id of a partner, and nothing is sent', async () => {
  const { server } = providers.gluex
  const from = server!.requests.length
  expect(await failureOf('gluex', {}, { partnerId: null })).toMatchObject({
    code: 'aggregator_partner_missing',
    message: expect.stringContaining('AGGREGATOR_GLUEX_PID'),
  })
  expect(server!.requests.length).toBe(from)
})

test('law: a whole number of an answer keeps its digits, whatever its length', () => {
  const long = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
  fc.assert(
    fc.property(long, fc.string(), (amount, text) => {
      const answer = parseAnswer(`{"a": ${amount}, "t": ${JSON.stringify(`${amount} ${text}`)}}`)
      const { a, t } = answer as { a: string | number; t: string }
      expect([BigInt(a), t]).toEqual([amount, `${amount} ${text}`])
    }),
  )
  const broken = ['{"a":1234567890123456789', '01234567890123456789', '']
  expect(broken.map(parseAnswer)).toEqual([undefined, undefined, undefined])
  const numbers = '[1234567890.1234567890,-12345678901234567890,1e18]'
  expect(parseAnswer(numbers)).toEqual(JSON.parse(numbers))
})

test('refuses: Sushi and Ooga Booga without a way for all of it, and a chain without a service', async () => {
  for (const name of ['sushi', 'ooga-booga'] as const) {
    expect(await failureOf(name, { offered: 0n })).toMatchObject({
      code: 'aggregator_answer_invalid',
      message: expect.stringContaining('NoWay'),
    })
  }
  expect(await failureOf('ooga-booga', {}, { url: null })).toMatchObject({
    message: expect.stringContaining('does not serve chain 31337'),
  })
})

test.each(names)('default: %s answers with calldata as it came', async (name) => {
  const built = await openOf(name).build!(swapRequest, signal)
  expect(built).toMatchObject({ offered: 2_000_000_000n, to: router, value: 0n })
  // Ooga Booga names the arguments, and the calldata is theirs.
  if (name !== 'ooga-booga') expect(built.raw).toContain(built.data)
  expect(built.data.length).toBeGreaterThan(200)
})

test.each(names)('default: %s without a key sends none', async (name) => {
  const { server } = providers[name]
  const from = server!.requests.length
  await openOf(name, { key: null }).quote(swapRequest, signal)
  const { headers } = server!.requests[from]!
  const keyed = ['authorization', 'x-api-key', '0x-api-key', 'x-client-id', 'x-lifi-api-key']
  expect(keyed.filter((header) => headers[header] !== undefined)).toEqual([])
})

const lies: readonly (readonly [NonNullable<OfferLie['answer']>, string, string])[] = [
  ['huge', 'aggregator_answer_invalid', 'larger than'],
  ['redirect', 'aggregator_unavailable', 'redirects'],
  ['html', 'aggregator_answer_invalid', 'not JSON'],
  ['half', 'aggregator_answer_invalid', 'not whole JSON'],
  ['negative', 'aggregator_answer_invalid', 'mount'],
  ['limited', 'aggregator_unavailable', 'Ask again in 7 s'],
  ['ended', 'aggregator_ended', '410'],
  ['version', 'aggregator_answer_invalid', 'newer version'],
  ['broken', 'aggregator_unavailable', '503'],
  ['forbidden', 'aggregator_unavailable', 'refuses the key'],
  ['refused', 'aggregator_refused', 'insufficient liquidity'],
]

test.each(names.flatMap((name) => lies.map((lie) => [name, ...lie] as const)))(
  'refuses: %s answers %s',
  async (name, answer, code, words) => {
    const failure = await failureOf(name, { answer })
    expect(failure).toMatchObject({ code })
    expect(failure!.message).toContain(words)
  },
)

test.each(names)(
  'refuses: %s does not answer in time, also where fetch ignores its signal',
  async (name) => {
    expect(await failureOf(name, { answer: 'slow' }, { timeoutMs: 50 })).toMatchObject({
      code: 'aggregator_timeout',
    })
    const deaf = () => new Promise<Response>(() => {})
    expect(await failureOf(name, {}, { timeoutMs: 50, fetch: deaf })).toMatchObject({
      code: 'aggregator_timeout',
    })
  },
)

test.each(names)('refuses: %s without a waiting caller or a server', async (name) => {
  const aborted = await openOf(name)
    .quote(swapRequest, AbortSignal.abort())
    .catch((error) => error)
  expect(aborted).toMatchObject({ code: 'aggregator_unavailable' })
  const away = await failureOf(name, {}, { url: 'http://127.0.0.1:1' })
  expect(away).toMatchObject({ code: 'aggregator_unavailable', retryable: true })
})

test.each(addressed)('refuses: calldata that %s made for another caller', async (name) => {
  expect(await failureOf(name, { from: executor })).toMatchObject({
    code: 'aggregator_answer_invalid',
    message: expect.stringContaining(executor),
  })
})

test.each(names)(
  'refuses: %s is asked no more than its budget, and nothing is sent then',
  async (name) => {
    const { server } = providers[name]
    const aggregator = openOf(name, { budget: { perMinute: 2 } })
    await aggregator.quote(swapRequest, signal)
    await aggregator.quote(swapRequest, signal)
    const sent = server!.requests.length
    await expect(aggregator.quote(swapRequest, signal)).rejects.toMatchObject({
      code: 'aggregator_busy',
    })
    expect(server!.requests.length).toBe(sent)
    nowMs += 60_000
    await aggregator.quote(swapRequest, signal)
    const once = openOf(name, { budget: { atOnce: 1 } })
    const both = await Promise.allSettled([
      once.quote(swapRequest, signal),
      once.quote(swapRequest, signal),
    ])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  },
)

test.each(names)(
  'refuses: %s is not asked again before the time that it named, and then it is',
  async (name) => {
    const { server } = providers[name]
    const aggregator = openOf(name)
    server!.lie({ answer: 'limited' })
    await expect(aggregator.quote(swapRequest, signal)).rejects.toMatchObject({
      facts: { waitSeconds: 7 },
    })
    server!.lie({})
    const sent = server!.requests.length
    nowMs += 6_999
    await expect(aggregator.quote(swapRequest, signal)).rejects.toMatchObject({
      code: 'aggregator_busy',
      message: expect.stringContaining('in 1 s'),
    })
    expect(server!.requests.length).toBe(sent)
    nowMs += 1
    expect((await aggregator.quote(swapRequest, signal)).offered).toBe(2_000_000_000n)
  },
)

test.each(names)('law: whatever %s answers, its key is in no error and no answer', async (name) => {
  const failure = await failureOf(name, { answer: 'echo' })
  expect(failure).toMatchObject({ code: 'aggregator_refused' })
  expect(JSON.stringify(failure)).not.toContain(key)
  const { url } = providers[name].server!
  const answers = fc.record({
    status: fc.constantFrom(200, 302, 400, 401, 429, 500),
    body: fc.oneof(
      fc.json(),
      fc.constantFrom(`{"description":"${key}"}`, `{"dstAmount":"${key}"}`, `${key}`),
    ),
    type: fc.constantFrom('application/json', 'text/html', `application/${key}`),
  })
  await fc.assert(
    fc.asyncProperty(answers, async ({ status, body, type }) => {
      const answering = async () =>
        new Response(body, { status, headers: { 'content-type': type } })
      const aggregator = openOf(name, { fetch: answering, url })
      const error = await aggregator.build!(swapRequest, signal).catch((reason) => reason)
      expect(error.code).toMatch(/^aggregator_/)
      expect(`${error.message} ${JSON.stringify(error.facts)} ${error.stack}`).not.toContain(key)
    }),
  )
})
