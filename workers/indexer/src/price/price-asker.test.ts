import { expect, test } from 'vitest'
import { openPriceAsker } from './http-price.ts'
import type { HttpSource } from './price-source.ts'

const asset = `0x${'1'.repeat(40)}` as const
const source: HttpSource = {
  kind: 'http',
  url: 'https://prices.example/{asset}?at={unix}',
  price: '/price',
  at: null,
  maxAgeSeconds: 60,
  confidence: null,
}
const query = { chain: 'mainnet', asset, atUnix: 1_000n, nowUnix: 5_000n }

function openCounted(answer: (asked: number) => Response) {
  const requests: string[] = []
  const ask = openPriceAsker(async (url) => answer(requests.push(String(url))))
  return { ask, asked: requests }
}

const priced = (price: number) => new Response(JSON.stringify({ price: String(price) }))

test('default: the same question is asked once a minute, and has one answer', async () => {
  const { ask, asked: requests } = openCounted(priced)
  const answers = await Promise.all([ask(source, query), ask(source, query)])
  answers.push(await ask(source, { ...query, nowUnix: 5_059n }))
  expect(answers).toEqual(Array(3).fill({ price: '1', atUnix: 1_000n }))
  expect(requests).toHaveLength(1)
  expect(await ask(source, { ...query, nowUnix: 5_060n })).toMatchObject({ price: '2' })
  // A clock that was put back is no reason to keep an answer.
  expect(await ask(source, { ...query, nowUnix: 4_000n })).toMatchObject({ price: '3' })
})

test('behavior: other times, assets, chains and places in the answer are other questions', async () => {
  const { ask, asked: requests } = openCounted(priced)
  await ask(source, query)
  await ask(source, { ...query, atUnix: 1_001n })
  await ask(source, { ...query, asset: `0x${'2'.repeat(40)}` })
  await ask(source, { ...query, chain: 'base' })
  await ask({ ...source, price: '/other' }, query)
  expect(requests).toHaveLength(5)
})

test('behavior: a failure is asked again at once', async () => {
  const { ask } = openCounted((count) =>
    count === 1 ? new Response('', { status: 500 }) : priced(7),
  )
  expect(await ask(source, query)).toEqual({ reason: 'The server answered with status 500.' })
  expect(await ask(source, query)).toMatchObject({ price: '7' })
})

test('behavior: what is remembered is bounded', async () => {
  const { ask, asked: requests } = openCounted(priced)
  for (let index = 0; index < 1_001; index++) await ask(source, { ...query, atUnix: BigInt(index) })
  await ask(source, { ...query, atUnix: 1_000n })
  expect(requests).toHaveLength(1_001)
  await ask(source, { ...query, atUnix: 0n })
  expect(requests).toHaveLength(1_002)
})
