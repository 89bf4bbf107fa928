import { expect, test } from 'vitest'
import { computeOnce, lruCachePerOwner, openLruCache, sizeOf } from './lru-cache.ts'

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

test('behavior: null is given and not kept: what is not there may come', async () => {
  const kept = openLruCache(two)
  expect(await kept.of('a', async () => null as string | null)).toBeNull()
  expect(await kept.of('a', async () => 'there')).toBe('there')
  expect(await kept.of('a', async () => 'other')).toBe('there')
})

test('behavior: a value that would take the place of many is given and not kept', async () => {
  const kept = openLruCache({ maxEntries: 10, maxBytes: 4_000 })
  let made = 0
  await kept.of('small', async () => `${++made}`)
  const large = () => kept.of('large', async () => 'x'.repeat(1_000 + made++))
  await large()
  await large()
  expect(await kept.of('small', async () => 'anew')).toBe('1')
  expect(made).toBe(3)
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
  const [one, other] = [{}, {}]
  const keptOf = lruCachePerOwner(two)
  expect(keptOf(one)).toBe(keptOf(one))
  expect(keptOf(one)).not.toBe(keptOf(other))
  expect(computeOnce(one, 'a', () => 1)).toBe(1)
  expect(computeOnce(one, 'a', () => 2)).toBe(1)
  expect(computeOnce(other, 'a', () => 2)).toBe(2)
})
