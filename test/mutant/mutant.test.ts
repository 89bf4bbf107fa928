import { expect, test } from 'vitest'
import { rooms } from '../house/house.ts'
import { drawMutants, type Mutant, mutantsOf, mutate } from './mutant.ts'
import { readSources, roomsOf } from './room.ts'

const [merkle] = roomsOf('merkle')
const sources = readSources(merkle!)

test('law: a seed always draws the same faults, and another seed others', () => {
  const placesOf = (seed: number) =>
    drawMutants(sources, seed).map(({ file, start, after }) => `${file}:${start} ${after}`)
  expect(placesOf(7)).toEqual(placesOf(7))
  expect(placesOf(7)).not.toEqual(placesOf(8))
  // Each draws all of them, each once.
  expect(new Set(placesOf(7)).size).toBe(placesOf(7).length)
  expect(placesOf(7).toSorted()).toEqual(placesOf(8).toSorted())
})

test('law: the first faults of a draw are of as many files as there are', () => {
  const faulty = sources.filter((source) => mutantsOf(source).length > 0)
  const first = drawMutants(sources, 3).slice(0, faulty.length)
  expect(new Set(first.map(({ file }) => file)).size).toBe(faulty.length)
})

test('law: a fault changes its one place, on its line, and nothing else', () => {
  for (const { file, text } of sources)
    for (const mutant of mutantsOf({ file, text })) {
      const changed = mutate(text, mutant)
      expect(changed).not.toBe(text)
      expect(changed.slice(0, mutant.start)).toBe(text.slice(0, mutant.start))
      expect(changed.slice(mutant.start + mutant.after.length)).toBe(text.slice(mutant.end))
      expect(text.split('\n')[mutant.line - 1]).toContain(mutant.before.split('\n')[0])
    }
})

test('golden: comparisons, conditions, constants, removed calls and swapped arguments, but no types', () => {
  const text = `type Pair = [1, 2]
function f(list: readonly 3[], at: number): boolean {
  if (at < 1n && !list[0]) note(at, list)
  return at === 2 ? true : g(at, at)
}
`
  const short = ({ line, before, after }: Mutant) => `${line}: ${before.trim()} → ${after.trim()}`
  expect(mutantsOf({ file: 'f.ts', text }).map(short)).toEqual([
    '3: at < 1n && !list[0] → true',
    '3: at < 1n && !list[0] → false',
    '3: < → <=',
    '3: 1n → (1n + 1n)',
    '3: && → ||',
    '3: !list[0] → list[0]',
    '3: 0 → (0 + 1)',
    '3: note(at, list) → ;',
    '3: at, list → list, at',
    '4: at === 2 → true',
    '4: at === 2 → false',
    '4: === → !==',
    '4: 2 → (2 + 1)',
    '4: true → false',
  ])
})

test('golden: without a name every room is meant', () => {
  expect(roomsOf(undefined)).toEqual(rooms)
  expect(roomsOf('indexer').map(({ dir }) => dir)).toEqual(['workers/indexer'])
})

test('refuses: a room that does not exist, and a source that does not parse', () => {
  expect(() => roomsOf('cellar')).toThrow(
    expect.objectContaining({ code: 'unknown_room', facts: { name: 'cellar' } }),
  )
  expect(() => mutantsOf({ file: 'f.ts', text: 'if (' })).toThrow(
    expect.objectContaining({ code: 'unparsable_source', facts: { file: 'f.ts' } }),
  )
})
