import type { Operator } from '@vaultwright/svm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { operatorText } from './operator-text.ts'

const operators: fc.Arbitrary<Operator> = fc.oneof(
  fc.record({ kind: fc.constant('ingest_account' as const), index: fc.nat(255) }),
  fc.record({
    kind: fc.constant('ingest_instruction' as const),
    start: fc.nat(2 ** 32 - 1),
    length: fc.nat(255),
  }),
)

test('law: operators that pin other parts have other texts', () => {
  fc.assert(
    fc.property(operators, operators, (first, second) => {
      fc.pre(JSON.stringify(first) !== JSON.stringify(second))
      expect(operatorText(first)).not.toBe(operatorText(second))
    }),
  )
})

test('golden: what the operators of a token transfer pin', () => {
  const names = ['source', 'mint']
  expect(operatorText({ kind: 'ingest_instruction', start: 0, length: 1 })).toBe(
    'byte 0 of the data',
  )
  expect(operatorText({ kind: 'ingest_instruction', start: 0, length: 8 })).toBe(
    'bytes 0 to 7 of the data',
  )
  expect(operatorText({ kind: 'ingest_account', index: 1 }, names)).toBe(
    'account 1 (mint) and its flags',
  )
  expect(operatorText({ kind: 'ingest_account', index: 9 }, names)).toBe('account 9 and its flags')
  expect(operatorText({ kind: 'ingest_instruction_data_size' })).toBe('the length of the data')
  expect(operatorText({ kind: 'noop' })).toBe('nothing')
})
