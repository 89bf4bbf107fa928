import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { svmTransactionIn } from './svm-packet.ts'

const bytes = fc.uint8Array({ minLength: 66, maxLength: 1232 })

test('law: a transaction is found as base64, broken into lines, and in the builder’s answer', () => {
  fc.assert(
    fc.property(bytes, (content) => {
      // A legacy or versioned transaction begins with a count of signatures, version 1 with its own mark.
      const text = Buffer.from([1, ...content]).toString('base64')
      expect(svmTransactionIn(` ${text}\n`)).toBe(text)
      expect(svmTransactionIn(text.replace(/.{76}/g, '$&\n'))).toBe(text)
      const answer = JSON.stringify({ serialized_transaction_base64: text, target: '' })
      expect(svmTransactionIn(answer)).toBe(text)
    }),
  )
})

test('refuses: calldata, Safe files and words are packets of another kind', () => {
  const file = join(import.meta.dirname, '../../../../../../fixtures/safe/typed-data.json')
  const hex = 'a9059cbb'.repeat(20)
  for (const text of ['', `0x${hex}`, hex, 'Transfer', readFileSync(file, 'utf8')]) {
    expect(svmTransactionIn(text)).toBe(null)
  }
  expect(svmTransactionIn('{"serialized_transaction_base64":1}')).toBe(null)
  expect(svmTransactionIn('{"serialized_transaction_base64":')).toBe(null)
})
