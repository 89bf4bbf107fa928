import { expect, test } from 'vitest'
import { allowanceRead, supplyRead } from '../effect/state-read.ts'
import { bulkAnswersIn, bulkCallOf, UnmeasuredError } from './bulk-read.ts'

const token = '0x1111111111111111111111111111111111111111'
const otherAddress = '0x2222222222222222222222222222222222222222'
const reads = [supplyRead(token), allowanceRead(otherAddress, token, otherAddress)]
const word = (value: bigint) => value.toString(16).padStart(64, '0')

test('default: each read is 89 bytes: who, how long, what', () => {
  const { data } = bulkCallOf(reads)
  expect(data.length).toBe(2 + 2 * 2 * 89)
  expect(data.slice(2, 2 + 50)).toBe(`${token.slice(2)}0418160ddd`)
  expect(data.slice(2 + 178, 2 + 178 + 50)).toBe(`${otherAddress.slice(2)}44dd62ed3e`)
})

test('default: each answer is a flag and a word', () => {
  const data = `0x${word(1n)}${word(5n)}${word(0n)}${word(9n)}` as const
  expect(bulkAnswersIn(reads, data)).toEqual([
    { ok: true, data: `0x${word(5n)}` },
    { ok: false, data: '0x' },
  ])
  expect(bulkAnswersIn([], '0x')).toEqual([])
})

test.each(['0x', `0x${word(1n)}`, `0x${word(1n).repeat(5)}`] as const)(
  'error: UnmeasuredError for %s',
  (data) => {
    expect(() => bulkAnswersIn(reads, data)).toThrow(UnmeasuredError)
  },
)
