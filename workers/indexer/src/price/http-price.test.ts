import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { fetchHttpPrice, openPriceAsker } from './http-price.ts'
import { readFailureOf, readOutsidePrices } from './outside-price.ts'
import type { PriceBook } from './price-book.ts'
import type { HttpSource } from './price-source.ts'

const asset = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const query = { chain: 'mainnet', asset, atUnix: 1_000_000n, nowUnix: 2_000_000n } as const

function source(part: Partial<HttpSource> = {}): HttpSource {
  return {
    kind: 'http',
    url: 'https://p.example/{chain}/{asset}?at={unix}&key=hush',
    price: '/data/0/price',
    at: null,
    maxAgeSeconds: 100,
    confidence: null,
    ...part,
  }
}

const answering =
  (body: unknown, status = 200) =>
  async () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })

test('default: what is asked for, and where the answer says it', async () => {
  let path = ''
  const answer = await fetchHttpPrice(source({ at: '/at' }), query, async (url, init) => {
    path = `${url} ${init.redirect}`
    return new Response(
      JSON.stringify({ at: '1970-01-12T13:46:00Z', data: [{ price: '2500.50' }] }),
    )
  })
  expect(path).toBe(`https://p.example/mainnet/${asset}?at=1000000&key=hush manual`)
  expect(answer).toEqual({ price: '2500.50', atUnix: 999_960n })
})

test('law: a price that was written as a number is the same price as text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.double({ min: 1e-12, max: 1e15, noNaN: true }), async (price) => {
      const answer = await fetchHttpPrice(source(), query, answering({ data: [{ price }] }))
      expect(answer).toMatchObject({ atUnix: query.atUnix })
      const text = 'price' in answer ? answer.price : ''
      expect(text).toMatch(/^\d+(\.\d+)?$/)
      expect(Number(text)).toBe(price)
    }),
  )
})

test('law: no answer makes it throw, or a price that is none', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.json(), fc.string()),
      fc.integer({ min: 200, max: 599 }),
      async (body, status) => {
        const isEmpty = status === 204 || status === 205 || status === 304
        const answer = await fetchHttpPrice(
          source({ price: '/a' }),
          query,
          async () => new Response(isEmpty ? null : body, { status }),
        )
        if ('price' in answer) expect(Number(answer.price)).toBeGreaterThan(0)
        else expect(answer.reason).toMatch(/\.$/)
      },
    ),
  )
})

test.each([
  [{ data: [{ price: '0' }] }, {}, 'The answer says 0, which is not a price.'],
  [{ data: [{ price: -1 }] }, {}, 'no price at /data/0/price'],
  [{ data: [] }, {}, 'no price at /data/0/price'],
  [{ data: [{ price: '1e3' }] }, {}, 'no price at /data/0/price'],
  ['<html>', {}, 'The answer is not JSON.'],
  [{ data: [{ price: 1 }] }, { at: '/at' }, 'no time at /at'],
  [{ at: 999_000, data: [{ price: 1 }] }, { at: '/at' }, '1000 seconds before the block, and 100'],
  [{ at: 1_000_101, data: [{ price: 1 }] }, { at: '/at' }, '101 seconds after the block'],
  [{ data: [{ price: 1 }] }, { url: 'https://p.example' }, '1000000 seconds after the block'],
  [`{"data":[{"price":"${'1'.repeat(70_000)}"}]}`, {}, 'larger than 65536 bytes'],
])('behavior: no price, but a reason: %#', async (body, part, words) => {
  const answer = await fetchHttpPrice(source(part), query, answering(body))
  expect('reason' in answer && answer.reason).toContain(words)
  expect(JSON.stringify('reason' in answer && answer.reason)).not.toContain('hush')
})

test('behavior: redirects, statuses and servers that are not there', async () => {
  const { url, asked: requests } = await serve((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/price' }).end()
    else if (request.url === '/broken') response.writeHead(503).end('hush')
    else response.end(JSON.stringify({ price: 5 }))
  })
  const ask = (path: string) =>
    fetchHttpPrice(
      source({ url: url + path, price: '/price', maxAgeSeconds: 9_999_999 }),
      query,
      fetch,
    )
  expect(await ask('/price')).toMatchObject({ price: '5' })
  expect(await ask('/moved')).toEqual({ reason: 'The server redirects, which is not followed.' })
  expect(await ask('/broken')).toEqual({ reason: 'The server answered with status 503.' })
  expect(requests).toEqual(['/price', '/moved', '/broken'])
  const unreachable = await fetchHttpPrice(source({ url: 'http://127.0.0.1:1/' }), query, fetch)
  expect(unreachable).toEqual({ reason: 'The server cannot be reached.' })
})

test('behavior: credentials travel in a header', async () => {
  const { url, headers } = await serve((_, response) => response.end('{"price":1}'))
  const withName = url.replace('http://', 'http://me:p%40ss@')
  const part = { url: withName, price: '/price', maxAgeSeconds: 9_999_999 }
  expect(await fetchHttpPrice(source(part), query, fetch)).toMatchObject({ price: '1' })
  expect(headers[0]).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`)
})

test('behavior: the first source that gives a price counts, and those before it are reported', async () => {
  const book: PriceBook = {
    prices: [
      {
        chain: 'mainnet',
        asset,
        per: 'usd',
        sources: [
          source(),
          { kind: 'feed', feed: asset, maxAgeSeconds: 1, confidence: null },
          { kind: 'fixed', price: '1', confidence: '0.5' },
          source({ url: 'https://never.example/' }),
        ],
      },
    ],
  }
  const prices = await readOutsidePrices(book.prices, query, openPriceAsker(answering('', 500)))
  const atUnix = String(query.atUnix)
  expect(prices.observed).toEqual([
    { asset, per: 'usd', price: '1', source: 'fixed', atUnix, confidence: '0.5', kind: 'fixed' },
  ])
  expect(prices.failed.map(readFailureOf)).toEqual([
    {
      what: `price of ${asset} from http:p.example`,
      reason: 'The server answered with status 500.',
    },
  ])
  expect(
    await readOutsidePrices(
      book.prices,
      { ...query, chain: 'base' },
      openPriceAsker(answering('')),
    ),
  ).toEqual({
    observed: [],
    failed: [],
  })
})

async function serve(listener: RequestListener) {
  const requests: string[] = []
  const headers: (string | undefined)[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    headers.push(request.headers.authorization)
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked: requests, headers }
}
