import { expect, test } from 'vitest'
import { computeOnce, lruCachePerOwner, openLruCache, sizeOf } from './lru-cache.ts'

const two = { maxEntries: 2, maxBytes: 10_000 }

test('default: made once, and asked for at once made once, too', async () => {
  const cache = openLruCache(two)
  let count = 0
  const make = async () => ++count
  expect(await Promise.all([cache.of('a', make), cache.of('a', make)])).toEqual([1, 1])
})

test('behavior: the one that was used longest ago goes first', async () => {
  const cache = openLruCache(two)
  const values: string[] = []
  const ask = (name: string) => cache.of(name, async () => values.push(name))
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(name)
  expect(values).toEqual(['a', 'b', 'c', 'b'])
})

test('behavior: a failure is not kept', async () => {
  const cache = openLruCache(two)
  await expect(cache.of('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await cache.of('a', async () => 'yes')).toBe('yes')
})

test('behavior: null is given and not kept: what is not there may come', async () => {
  const cache = openLruCache(two)
  expect(await cache.of('a', async () => null as string | null)).toBeNull()
  expect(await cache.of('a', async () => 'there')).toBe('there')
  expect(await cache.of('a', async () => 'other')).toBe('there')
})

test('behavior: a value that would take the place of many is given and not kept', async () => {
  const cache = openLruCache({ maxEntries: 10, maxBytes: 4_000 })
  let count = 0
  await cache.of('small', async () => `${++count}`)
  const large = () => cache.of('large', async () => 'x'.repeat(1_000 + count++))
  await large()
  await large()
  expect(await cache.of('small', async () => 'anew')).toBe('1')
  expect(count).toBe(3)
})

test('behavior: a weight follows texts and parts, also where it is a guess', () => {
  expect(sizeOf('x'.repeat(1_000))).toBe(2_032)
  expect(sizeOf(new Uint8Array(500))).toBe(532)
  const rows = Array.from({ length: 200_000 }, (_, index) => ({ at: index }))
  expect(sizeOf({ rows })).toBeGreaterThan(200_000 * 8)
  const ring: { self?: unknown } = {}
  ring.self = ring
  expect(sizeOf(ring)).toBe(64)
})

test('behavior: each owner has its own', async () => {
  const [first, second] = [{}, {}]
  const keptOf = lruCachePerOwner(two)
  expect(keptOf(first)).toBe(keptOf(first))
  expect(keptOf(first)).not.toBe(keptOf(second))
  expect(computeOnce(first, 'a', () => 1)).toBe(1)
  expect(computeOnce(first, 'a', () => 2)).toBe(1)
  expect(computeOnce(second, 'a', () => 2)).toBe(2)
})
