import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Figure, parseFigures } from '../figure.ts'
import { assertEqual, measure, medianOf, microsecondsEach, ratiosOf } from '../measure.ts'

test('law: as many numbers are below a median as are above it', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1 }), (numbers) => {
      const median = medianOf(numbers)
      const half = numbers.length / 2
      expect(numbers.filter((number) => number < median).length).toBeLessThanOrEqual(half)
      expect(numbers.filter((number) => number > median).length).toBeLessThanOrEqual(half)
    }),
  )
  expect(medianOf([3, 1, 2, 10])).toBe(2.5)
})

test('law: each contender runs once a turn with its number, and each of them begins a turn', async () => {
  const runs: string[] = []
  const note = (name: string) => (turn: number) => void runs.push(`${turn}${name}`)
  await measure({ ours: note('a'), absent: null, one: note('b'), other: note('c') }, 3)
  expect(runs).toEqual('0a 0b 0c 1b 1c 1a 2c 2a 2b 3a 3b 3c'.split(' '))
})

test('golden: a ratio says how many times longer a peer takes, null if it is not installed', async () => {
  const { ours, peer } = await measure({ ours: () => {}, peer: null }, 1)
  expect({ ours: typeof ours, peer }).toEqual({ ours: 'number', peer: null })
  const medians = { ours: 0.5, kit: 2, absent: null }
  expect(microsecondsEach(medians, 100)).toEqual({ ours: 5, kit: 20, absent: null })
  const figure = { name: 'work-1', unit: 'ms', ours: 0.5, fresh: false }
  expect(ratiosOf('work-1', medians)).toEqual([
    { ...figure, peer: 'kit', theirs: 2, ratio: 4 },
    { ...figure, peer: 'absent', theirs: null, ratio: null },
  ])
  expect(ratiosOf('work-1', { ours: 0.5 }, { unit: 'us', fresh: true })).toEqual([
    { ...figure, unit: 'us', fresh: true, peer: null, theirs: null, ratio: null },
  ])
})

test('refuses: an answer that is another one, a median of nothing, ours not measured', () => {
  expect(() => assertEqual('decode', 'a', 'b')).toThrow('decode: b instead of a')
  expect(() => assertEqual('decode', 'a', 'a')).not.toThrow()
  expect(() => medianOf([])).toThrow('a median of no numbers')
  expect(() => ratiosOf('work-1', { ours: null, kit: 1 })).toThrow('ours was not measured')
})

const figure: Figure = {
  name: 'work-1',
  peer: 'kit',
  unit: 'ms',
  ours: 1,
  theirs: 3,
  ratio: 3,
  fresh: true,
}

test.each([
  ['no list', figure, 'it gave no figure'],
  ['no name', [{ ...figure, name: '' }], 'it has no name'],
  ['a peer that is missing', [{ ...figure, peer: undefined }], 'its peer is undefined'],
  ['another unit', [{ ...figure, unit: 's' }], 'its unit is s'],
  ['less than nothing', [{ ...figure, ours: -1 }], 'ours is -1'],
  ['a text for a number', [{ ...figure, theirs: '3' }], 'theirs is 3'],
  ['a ratio without end', [{ ...figure, ratio: 1 / 0 }], 'its ratio is Infinity'],
  ['theirs without a peer', [{ ...figure, peer: null }], 'theirs is 3 without a peer'],
  ['a ratio to nothing', [{ ...figure, theirs: null }], 'theirs is null, and its ratio 3'],
  ['freshness that is unknown', [{ ...figure, fresh: null }], 'fresh is null'],
])('refuses: a figure with %s', (_, given, message) => {
  expect(() => parseFigures(given)).toThrow(message)
})
