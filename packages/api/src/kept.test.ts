import { expect, test } from 'vitest'
import { keptOf, onceFor, openKept } from './kept.ts'

test('default: made once, and asked for at once made once, too', async () => {
  const kept = openKept(2)
  let made = 0
  const make = async () => ++made
  expect(await Promise.all([kept.of('a', make), kept.of('a', make)])).toEqual([1, 1])
})

test('behavior: the one that was used longest ago goes first', async () => {
  const kept = openKept(2)
  const seen: string[] = []
  const ask = (name: string) => kept.of(name, async () => seen.push(name))
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(name)
  expect(seen).toEqual(['a', 'b', 'c', 'b'])
})

test('behavior: a failure is kept by nobody', async () => {
  const kept = openKept(2)
  await expect(kept.of('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await kept.of('a', async () => 'yes')).toBe('yes')
})

test('behavior: each owner has its own', async () => {
  const [one, other] = [{}, {}]
  expect(keptOf(one)).toBe(keptOf(one))
  expect(keptOf(one)).not.toBe(keptOf(other))
  expect(onceFor(one, 'a', () => 1)).toBe(1)
  expect(onceFor(one, 'a', () => 2)).toBe(1)
  expect(onceFor(other, 'a', () => 2)).toBe(2)
})
