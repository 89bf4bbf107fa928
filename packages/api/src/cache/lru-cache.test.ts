import { expect, test } from 'vitest'
import { computeOnce, lruCachePerOwner, openLruCache } from './lru-cache.ts'

const two = { maxEntries: 2, maxBytes: 10_000 }

test('default: made once, and asked for at once made once, too', async () => {
  const kept = openLruCache(two)
  let made = 0
  const make = async () => ++made
  expect(await Promise.all([kept.of('a', make), kept.of('a', make)])).toEqual([1, 1])
})

test('behavior: the one that was used longest ago goes first', async () => {
  const kept = openLruCache(two)
  const seen: string[] = []
  const ask = (name: string) => kept.of(name, async () => seen.push(name))
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(name)
  expect(seen).toEqual(['a', 'b', 'c', 'b'])
})

test('behavior: a failure is not kept', async () => {
  const kept = openLruCache(two)
  await expect(kept.of('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await kept.of('a', async () => 'yes')).toBe('yes')
})

test('behavior: neither null nor a value that may not stay is kept', async () => {
  const kept = openLruCache(two)
  expect(await kept.of('a', async () => null as string | null)).toBeNull()
  expect(
    await kept.of(
      'a',
      async () => 'once',
      () => false,
    ),
  ).toBe('once')
  expect(await kept.of('a', async () => 'there')).toBe('there')
  expect(await kept.of('a', async () => 'other')).toBe('there')
})

test('behavior: each owner has its own', async () => {
  const [one, other] = [{}, {}]
  const keptOf = lruCachePerOwner(two)
  expect(keptOf(one)).toBe(keptOf(one))
  expect(keptOf(one)).not.toBe(keptOf(other))
  expect(computeOnce(one, 'a', () => 1)).toBe(1)
  expect(computeOnce(one, 'a', () => 2)).toBe(1)
  expect(computeOnce(other, 'a', () => 2)).toBe(2)
})
