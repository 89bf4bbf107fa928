import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeTreeSearch, groupings, parseTreeSearch, treeTabs } from './tree-search.ts'

test('law: what an address holds is read back as it was written', () => {
  const search = fc.record(
    {
      q: fc.string({ minLength: 1 }),
      by: fc.constantFrom(...groupings),
      slot: fc.nat(),
      find: fc.integer({ min: 1, max: 9999 }),
      tab: fc.constantFrom(...treeTabs.filter((tab) => tab !== 'leaves')),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(search, (state) => {
      expect(parseTreeSearch(state)).toEqual(state)
    }),
  )
})

test('refuses: whatever else stands in an address is left out', () => {
  expect(
    parseTreeSearch({ q: ['a'], by: 'color', slot: -1, find: 0, tab: 'secrets', key: 'x' }),
  ).toEqual({})
  expect(parseTreeSearch({ slot: 1.5, q: '', tab: 'leaves' })).toEqual({})
})

test('golden: a change adds, replaces and takes out', () => {
  expect(changeTreeSearch({ q: 'usdc', slot: 3 }, { slot: 4, by: 'target' })).toEqual({
    q: 'usdc',
    slot: 4,
    by: 'target',
  })
  expect(changeTreeSearch({ q: 'usdc', tab: 'risk' }, { q: null, tab: 'leaves' })).toEqual({})
})
