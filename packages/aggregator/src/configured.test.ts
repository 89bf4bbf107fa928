import { expect, test } from 'vitest'
import {
  AggregatorUrlError,
  aggregatorServices,
  openConfiguredAggregators,
  openConfiguredOrderBook,
} from './configured.ts'
import type { AggregatorFetch } from './exchange/ask-server.ts'

const silent: AggregatorFetch = async () => new Response('{}')
const ports = { fetch: silent, nowMs: () => 0 }

test('law: a service takes part if its key or its address is set, and no other does', () => {
  for (const service of aggregatorServices) {
    for (const [name, value] of [
      ['KEY', 'secret'],
      ['URL', 'http://127.0.0.1:1'],
    ]) {
      const opened = openConfiguredAggregators({ [`AGGREGATOR_${service}_${name}`]: value }, ports)
      expect(opened.map((one) => one.name.toUpperCase())).toEqual([service])
    }
  }
  expect(openConfiguredAggregators({ AGGREGATOR_ODOS_KEY: ' ' }, ports)).toEqual([])
})

test('golden: 1inch and Odos make calldata, the others offer prices', () => {
  const all = Object.fromEntries(
    aggregatorServices.map((service) => [`AGGREGATOR_${service}_KEY`, 'secret']),
  )
  const makers = openConfiguredAggregators(all, ports).filter(({ build }) => build !== null)
  expect(makers.map(({ name }) => name)).toEqual(['1inch', 'odos'])
})

test('behavior: a key travels to the address that is set, in a header only', async () => {
  const asked: (readonly [string, unknown])[] = []
  const fetch: AggregatorFetch = async (url, init) => {
    asked.push([String(url), init?.headers])
    return new Response('{}', { headers: { 'content-type': 'application/json' } })
  }
  const variables = {
    AGGREGATOR_1INCH_KEY: 'hush',
    AGGREGATOR_1INCH_URL: 'http://127.0.0.1:1/path/',
  }
  const [oneInch] = openConfiguredAggregators(variables, { ...ports, fetch })
  const account = `0x${'11'.repeat(20)}` as const
  const wish = {
    chainId: 1,
    sellToken: account,
    buyToken: account,
    sellAmount: 1n,
    taker: account,
    receiver: account,
    slippageBps: 30n,
  }
  await expect(oneInch!.quote(wish, AbortSignal.timeout(30_000))).rejects.toThrow('1inch')
  const [[url, headers] = ['', {}]] = asked
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:1\/path\/swap\/v6\.1\/1\/quote\?/)
  expect(url).not.toContain('hush')
  expect(headers).toMatchObject({ authorization: 'Bearer hush' })
})

test('refuses: an address that is not a URL, without repeating it, and a chain without a book', () => {
  const wrong = { AGGREGATOR_COW_URL: 'ftp://user:hush@host' }
  expect(() => openConfiguredOrderBook(wrong, ports, 1)).toThrow(AggregatorUrlError)
  expect(() => openConfiguredOrderBook(wrong, ports, 1)).not.toThrow('hush')
  expect(() => openConfiguredOrderBook({}, ports, 31337)).toThrow('Set AGGREGATOR_COW_URL')
  expect(openConfiguredOrderBook({}, ports, 1).name).toBe('cow')
})
