import { expect, test } from 'vitest'
import { chainPricesOf, PriceBookError, parsePriceBook, trustOf } from './price-book.ts'

const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const steth = '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84'
const feed = '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419'

const text = `
prices:
  - chain: mainnet
    asset: ${weth}
    per: usd
    sources:
      - http: 'https://name:secret@prices.example/{chain}/{asset}?at={unix}'
        price: /data/price
        at: /data/timestamp
        maxAgeSeconds: 7200
      - feed: ${feed}
        maxAgeSeconds: 90000
        confidence: '0.9'
      - oracle: ${feed.toLowerCase()}
  - chain: mainnet
    asset: '${steth}'
    per: '${weth}'
    sources:
      - rate: '${feed}'
      - fixed: 0.9998
        confidence: 0.5
`

test('default', () => {
  const book = parsePriceBook(text)
  expect(book.prices.map(({ per, sources }) => [per, sources.map(({ kind }) => kind)])).toEqual([
    ['usd', ['http', 'feed', 'oracle']],
    [weth, ['rate', 'fixed']],
  ])
  expect(book.prices[1]!.sources[1]).toEqual({ kind: 'fixed', price: '0.9998', confidence: '0.5' })
  expect(chainPricesOf(book, 'mainnet').map(({ kind }) => kind)).toEqual(['feed', 'oracle', 'rate'])
  expect(chainPricesOf(book, 'base')).toEqual([])
})

test('behavior: sources are named without what may be secret, in the order of trust', () => {
  expect(trustOf(parsePriceBook(text), 'mainnet').map(({ source }) => source)).toEqual([
    'http:prices.example',
    `feed:${feed}`,
    `aave-oracle:${feed}`,
    `rate:${feed}`,
    'fixed',
  ])
})

test('golden: prices of mints stand beside those of tokens, each letter of a mint counts', () => {
  const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const rule = (asset: string, source: string) =>
    parsePriceBook(`prices: [{ chain: solana, asset: ${asset}, per: usd, sources: [${source}] }]`)
  const book = rule(usdc, '{ fixed: 0.9998 }')
  expect(book.prices).toEqual([])
  expect(book.solana).toMatchObject([{ chain: 'solana', asset: usdc, per: 'usd' }])
  const refusalOf = (asset: string, source: string) => {
    try {
      return rule(asset, source)
    } catch (error) {
      return (error as PriceBookError).message
    }
  }
  expect(refusalOf(`${usdc}${usdc}`, '{ fixed: 1 }')).toContain('must be an address: base58')
  expect(refusalOf(weth, '{ fixed: 1 }')).toContain('must be an address: base58')
  expect(refusalOf(usdc, `{ feed: '${feed}', maxAgeSeconds: 60 }`)).toContain(
    'is not a source on solana: give http or fixed',
  )
})

test('behavior: JSON is YAML', () => {
  expect(parsePriceBook('{"prices": []}')).toEqual({ prices: [], solana: [] })
})

test.each([
  ['prices: [', 'Flow sequence'],
  ['rates: []', 'rates is not a key'],
  ['prices: {}', 'prices must be a list'],
  [
    text.replace('per: usd', 'per: eur'),
    "line 5, column 5: prices[0].per must be usd, or a token's address",
  ],
  [text.replace('per: usd', `per: ${weth}`), 'must be another token than the asset'],
  [
    text.replace(`- rate: '${feed}'`, `- feed: '${feed}'\n        maxAgeSeconds: 5`),
    'feed is per usd',
  ],
  [text.replace(`asset: ${weth}`, 'asset: 0x12'), 'prices[0].asset must be an address'],
  [text.replace('maxAgeSeconds: 90000', 'maxAgeSeconds: 0'), 'maxAgeSeconds must be >= 1'],
  [text.replace('maxAgeSeconds: 90000', 'maxAge: 5'), 'maxAge is not a key'],
  [text.replace('https://name', 'http://name'), 'must be an https address'],
  [text.replace('https://name', 'https://na%zme'), 'must spell % of a name or password as %25'],
  [text.replace('fixed: 0.9998', 'fixed: 0'), 'must be a decimal above zero'],
  [text.replace('fixed: 0.9998', 'fixed: -1'), 'must be a decimal above zero'],
  [text.replace('confidence: 0.5', 'confidence: 1.5'), 'confidence must be from 0 to 1'],
  [text.replace('fixed: 0.9998', 'rumour: yes'), 'must have one of the keys feed, oracle'],
  [text.replace('price: /data/price', 'price: data'), 'price must match'],
])('error: PriceBookError %#', (broken, words) => {
  expect(() => parsePriceBook(broken)).toThrow(PriceBookError)
  expect(() => parsePriceBook(broken)).toThrow(words)
  expect(() => parsePriceBook(broken)).not.toThrow('secret')
})
