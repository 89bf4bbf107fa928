import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { always, type Diagram, DiagramTooLargeError, never, openDiagrams } from './diagram.ts'
import { openFamilies } from './family.ts'

type Tree = number | { readonly count: number; readonly parts: readonly Tree[] }

const keyCount = 6
const { tree: trees } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.integer({ min: 0, max: keyCount - 1 }),
    fc.record({
      count: fc.integer({ min: 0, max: 4 }),
      parts: fc.array(tie('tree'), { maxLength: 4 }),
    }),
  ),
}))

const isTrue = (tree: Tree, set: ReadonlySet<number>): boolean =>
  typeof tree === 'number'
    ? set.has(tree)
    : tree.parts.filter((part) => isTrue(part, set)).length >= tree.count

const setsOfKeys = Array.from({ length: 1 << keyCount }, (_, mask) =>
  Array.from({ length: keyCount }, (_, key) => key).filter((key) => (mask >> key) & 1),
)

test('law: a diagram holds for what fulfils the formula, and its family is the minimal sets', () => {
  fc.assert(
    fc.property(trees, fc.integer({ min: 0, max: keyCount - 1 }), (tree, avoided) => {
      const diagrams = openDiagrams()
      const families = openFamilies(diagrams)
      const build = (part: Tree): Diagram =>
        typeof part === 'number'
          ? diagrams.key(part)
          : diagrams.atLeast(part.count, part.parts.map(build))
      const diagram = build(tree)
      const fulfilling = setsOfKeys.filter((keys) => isTrue(tree, new Set(keys)))
      for (const keys of setsOfKeys) {
        const set = new Set(keys)
        expect(diagrams.holds(diagram, (key) => set.has(key))).toBe(isTrue(tree, set))
      }
      const minimal = fulfilling.filter(
        (keys) => !keys.some((key) => isTrue(tree, new Set(keys.filter((each) => each !== key)))),
      )
      const family = families.minimal(diagram)
      const { least, sets } = families.smallest(family, 1000)
      expect(sets.map(String).sort()).toEqual(minimal.map(String).sort())
      expect(sets.map((keys) => keys.length)).toEqual(
        minimal.map((keys) => keys.length).sort((left, right) => left - right),
      )
      expect(least).toBe(minimal.length === 0 ? null : Math.min(...minimal.map((s) => s.length)))
      expect(families.count(family)).toBe(BigInt(minimal.length))
      const without = families.avoiding(family, (key) => key === avoided)
      expect(families.count(without)).toBe(
        BigInt(minimal.filter((keys) => !keys.includes(avoided)).length),
      )
    }),
    { numRuns: runsOf(1) },
  )
})

test('law: equal functions are one node, in whatever order they are made', () => {
  const { key, all, any, atLeast } = openDiagrams()
  const [first, second, third] = [key(0), key(1), key(2)]
  expect(atLeast(2, [third, first, second])).toBe(
    any([all([first, second]), all([second, third]), all([third, first])]),
  )
  expect([all([]), any([])]).toEqual([always, never])
})

test('golden: 13 of 25 keys are 5,200,300 minimal sets, counted without listing', () => {
  const diagrams = openDiagrams()
  const keys = Array.from({ length: 25 }, (_, index) => diagrams.key(index))
  const families = openFamilies(diagrams)
  const family = families.minimal(diagrams.atLeast(13, keys))
  expect(families.count(family)).toBe(5_200_300n)
  expect(families.smallest(family, 3).sets.map((set) => set.length)).toEqual([13, 13, 13])
  expect(diagrams.nodes.size()).toBeLessThan(5000)
})

test('refuses: more nodes than the limit', () => {
  const diagrams = openDiagrams(50)
  const keys = Array.from({ length: 25 }, (_, index) => diagrams.key(index))
  expect(() => diagrams.atLeast(13, keys)).toThrow(DiagramTooLargeError)
})
