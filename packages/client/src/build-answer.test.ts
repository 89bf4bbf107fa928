import { expect, expectTypeOf, test } from 'vitest'
import { type BuildAnswer, calldataOf, transactionOf } from './build-answer.ts'
import type { Client } from './client.ts'
import { MalformedResponseError } from './response.ts'

const evm = { encoded_tx_data: '0x', description: '' } as BuildAnswer
const svm = { serialized_transaction_base64: 'AQ==', description: '' } as BuildAnswer

test('law: an answer is calldata or a transaction, never both', () => {
  expect(calldataOf(evm)).toBe(evm)
  expect(transactionOf(svm)).toBe(svm)
  expect(() => calldataOf(svm)).toThrow(MalformedResponseError)
  expect(() => transactionOf(evm)).toThrow(MalformedResponseError)
})

test('golden: an answer keeps its own fields, and the types are those of one chain', () => {
  type Answer = Awaited<ReturnType<Client['executeMultiple']>>
  expect(calldataOf(evm).encoded_tx_data).toBe('0x')
  expect(transactionOf(svm).serialized_transaction_base64).toBe('AQ==')
  expectTypeOf(calldataOf<Answer>).returns.toHaveProperty('encoded_tx_data')
  expectTypeOf(transactionOf<Answer>).returns.toHaveProperty('instructions')
})

test('refuses: an answer of neither', () => {
  const neither = { description: '' } as BuildAnswer
  expect(() => calldataOf(neither)).toThrow('not what the interface says')
  expect(() => transactionOf(neither)).toThrow('not what the interface says')
})
