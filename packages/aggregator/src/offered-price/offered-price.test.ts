import type { Address } from '@vaultwright/base'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FakeAggregator } from '../../../../test/support/swap/aggregator-server.ts'
import {
  type PriceService,
  priceServices,
  startPrices,
} from '../../../../test/support/swap/price-server.ts'
import type { OfferRequest } from '../aggregator.ts'
import { openKyber } from '../routed/kyber.ts'
import { openLifi } from '../routed/lifi.ts'
import { openZeroX } from '../routed/zero-x.ts'
import { openOpenOcean } from './open-ocean.ts'
import { openVelora } from './velora.ts'

const [weth, usdc, vault] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [
  Address,
  Address,
  Address,
]
const request: OfferRequest = {
  chainId: 1,
  sellToken: weth,
  buyToken: usdc,
  sellAmount: 10n ** 18n,
  taker: vault,
  receiver: vault,
  slippageBps: 30n,
  decimals: { sell: 18, buy: 6 },
}
const signal = new AbortController().signal
const openers = {
  '0x': openZeroX,
  kyber: openKyber,
  velora: openVelora,
  lifi: openLifi,
  openocean: openOpenOcean,
} as const
const servers = new Map<PriceService, FakeAggregator>()

const nowMs = () => 1_795_000_000_000
const open = (service: PriceService) =>
  openers[service]({ fetch, url: servers.get(service)!.url, key: 'hush', nowMs })
const failureOf = (service: PriceService, part: Partial<OfferRequest> = {}) =>
  open(service)
    .quote({ ...request, ...part }, signal)
    .then(
      () => null,
      ({ code, message }) => `${code}: ${message}`,
    )

beforeAll(async () => {
  for (const service of priceServices) servers.set(service, await startPrices(service))
})
beforeEach(() => {
  for (const server of servers.values()) server.lie({})
})
afterAll(async () => {
  for (const server of servers.values()) await server.close()
})

test('golden: the very requests for prices, two services without calldata among them', async () => {
  const paths = []
  for (const service of priceServices) {
    const aggregator = open(service)
    const isPriceOnly = aggregator.build === null
    expect([aggregator.name, isPriceOnly]).toEqual([
      service,
      service === 'velora' || service === 'openocean',
    ])
    expect(aggregator.routes.length).toBe(isPriceOnly ? 0 : 1)
    expect((await aggregator.quote(request, signal)).offered).toBe(2_000_000_000n)
    paths.push(servers.get(service)!.requests.at(-1)!.path)
  }
  expect(paths).toEqual([
    `/swap/allowance-holder/price?chainId=1&sellToken=${weth}&buyToken=${usdc}&sellAmount=1000000000000000000&taker=${vault}&txOrigin=${vault}&slippagePpm=3000`,
    `/ethereum/api/v1/routes?tokenIn=${weth}&tokenOut=${usdc}&amountIn=1000000000000000000`,
    `/prices?srcToken=${weth}&destToken=${usdc}&amount=1000000000000000000&srcDecimals=18&destDecimals=6&side=SELL&network=1&version=6.2`,
    `/v1/quote?fromChain=1&toChain=1&fromToken=${weth}&toToken=${usdc}&fromAmount=1000000000000000000&fromAddress=${vault}&toAddress=${vault}&slippage=0.003`,
    `/v4/1/quote?inTokenAddress=${weth}&outTokenAddress=${usdc}&amountDecimals=1000000000000000000&gasPriceDecimals=1000000000&slippage=0.3`,
  ])
})

test('default: keys travel in the header that each service names', async () => {
  const names = {
    '0x': '0x-api-key',
    kyber: 'x-client-id',
    velora: 'x-api-key',
    lifi: 'x-lifi-api-key',
    openocean: 'apikey',
  }
  for (const service of priceServices) {
    await open(service).quote(request, signal)
    const { headers, path } = servers.get(service)!.requests.at(-1)!
    expect(headers[names[service]]).toBe('hush')
    expect(path).not.toContain('hush')
  }
  expect(servers.get('0x')!.requests.at(-1)!.headers['0x-version']).toBe('v2')
})

test.each(priceServices)('refuses: %s with answers that are none', async (service) => {
  for (const [answer, code] of [
    ['huge', 'aggregator_answer_invalid'],
    ['half', 'aggregator_answer_invalid'],
    ['html', 'aggregator_answer_invalid'],
    ['negative', 'aggregator_answer_invalid'],
    ['redirect', 'aggregator_unavailable'],
    ['limited', 'aggregator_unavailable'],
    ['ended', 'aggregator_ended'],
    ['version', 'aggregator_answer_invalid'],
    ['refused', 'aggregator_refused'],
  ] as const) {
    servers.get(service)!.lie({ answer })
    expect(await failureOf(service)).toMatch(new RegExp(`^${code}: `))
  }
})

test('refuses: another amount, no liquidity, unknown decimals, a chain without a name', async () => {
  for (const service of ['kyber', 'velora', 'lifi', 'openocean'] as const) {
    servers.get(service)!.lie({ amount: 5n })
    expect(await failureOf(service)).toContain('it sells 5 base units')
  }
  servers.get('0x')!.lie({ offered: 0n })
  expect(await failureOf('0x')).toContain('it has no liquidity')
  const { decimals: _, ...bare } = request
  const quoting = open('velora').quote(bare, signal)
  await expect(quoting).rejects.toMatchObject({ code: 'aggregator_answer_invalid' })
  const publicKyber = openKyber({ fetch, url: null, key: null, nowMs })
  await expect(publicKyber.quote({ ...request, chainId: 31337 }, signal)).rejects.toMatchObject({
    message: expect.stringContaining('does not serve chain 31337'),
  })
})
