import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import type { Combination } from './combination.ts'
import { choiceListsOf, isConstrained } from './parameter-choices.ts'

const names = ['a', 'b', 'c'] as const
const combination = (texts: Combination['texts']): Combination => ({
  permissions: [],
  values: {},
  texts,
})
const cell = fc.constantFrom('1', '2')
const rows = fc.uniqueArray(fc.record({ a: cell, b: cell, c: cell }, { requiredKeys: ['a'] }), {
  minLength: 1,
  maxLength: 8,
  selector: (row) => JSON.stringify(names.map((name) => row[name])),
})

test('default: constrained is what some mix of values is not met by', () => {
  fc.assert(
    fc.property(rows, (list) => {
      const combinations = list.map(combination)
      const choiceLists = choiceListsOf(combinations, names)
      // A value that no combination names stands for all that an open parameter may have.
      const valuesOf = (name: (typeof names)[number]) => {
        const choiceList = choiceLists.find((one) => one.name === name)
        if (choiceList === undefined) return ['any']
        return choiceList.isPartial ? [...choiceList.texts, 'any'] : choiceList.texts
      }
      const isMet = (mix: Readonly<Record<string, string>>) =>
        combinations.some(({ texts }) =>
          names.every((name) => texts[name] === undefined || texts[name] === mix[name]),
        )
      const mixes = valuesOf('a').flatMap((a) =>
        valuesOf('b').flatMap((b) => valuesOf('c').map((c) => ({ a, b, c }))),
      )
      expect(isConstrained(combinations, choiceLists)).toBe(!mixes.every(isMet))
    }),
    { numRuns: runsOf(5) },
  )
})

test('behavior: what is required tells every combination apart', () => {
  const full = fc.uniqueArray(fc.record({ a: cell, b: cell, c: cell }), {
    minLength: 1,
    selector: (row) => JSON.stringify(row),
  })
  fc.assert(
    fc.property(full, (list) => {
      const choiceLists = choiceListsOf(list.map(combination), names)
      const open = choiceLists.filter(({ isDetermined }) => !isDetermined).map(({ name }) => name)
      const keys = list.map((row) => JSON.stringify(open.map((name) => row[name as 'a'])))
      expect(new Set(keys).size).toBe(list.length)
    }),
  )
})
