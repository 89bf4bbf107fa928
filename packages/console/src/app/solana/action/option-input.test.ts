import { operations } from '@vaultwright/wire'
import fc from 'fast-check'
import Compile from 'typebox/compile'
import { expect, test } from 'vitest'
import { defaultOptions, type OptionInput, optionProblemsOf, optionsOf } from './option-input.ts'

const address = 'So11111111111111111111111111111111111111112'
const texts = fc.constantFrom(
  '',
  ' ',
  '0',
  '1000',
  '-1',
  '1.5',
  'x',
  address,
  `${address}, ${address}`,
)
const inputs: fc.Arbitrary<OptionInput> = fc.record({
  version: fc.constantFrom('0' as const, '1' as const),
  price: texts,
  nonceAccount: texts,
  lookupTables: texts,
  hasBudget: fc.boolean(),
})

test('law: options without a problem are a request that the interface takes', () => {
  const schema = Compile(operations.executeMultiple.body)
  let sound = 0
  fc.assert(
    fc.property(inputs, (input) => {
      if (Object.keys(optionProblemsOf(input)).length > 0) return
      sound += 1
      expect(schema.Check({ actions: [], options: optionsOf(input) })).toBe(true)
    }),
  )
  expect(sound).toBeGreaterThan(0)
})

test('golden: what is left open is not sent', () => {
  expect(optionsOf(defaultOptions)).toEqual({ version: 0 })
  expect(
    optionsOf({ ...defaultOptions, price: ' 1000 ', lookupTables: `${address}\n${address}` }),
  ).toEqual({ version: 0, compute_unit_price_micro_lamports: '1000', lookup_tables: [address] })
  const second = { ...defaultOptions, version: '1', price: '200', lookupTables: address } as const
  expect(optionsOf(second)).toEqual({ version: 1, priority_fee_lamports: '200' })
  expect(optionsOf({ ...second, hasBudget: false })).toEqual({ version: 1, compute_budget: false })
})

test('refuses: a price with a point, and what is not an address', () => {
  const input = { ...defaultOptions, price: '1.5', nonceAccount: '0x12', lookupTables: 'O0l' }
  expect(Object.keys(optionProblemsOf(input))).toEqual(['price', 'nonceAccount', 'lookupTables'])
})
