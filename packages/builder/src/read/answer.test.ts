import type { Hex } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import fc from 'fast-check'
import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { valueOfAnswer } from './answer.ts'

const account = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => checksumOf(`0x${Buffer.from(bytes).toString('hex')}`))
const first = (returns: string, data: `0x${string}`) =>
  valueOfAnswer({ returns, field: null }, data)

test('default: what viem encodes is read back', () => {
  const number = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n })
  fc.assert(
    fc.property(fc.array(account), number, fc.string(), account, (list, amount, text, one) => {
      const encode = (types: string, values: readonly unknown[]) =>
        encodeAbiParameters(
          parseAbiParameters(types) as readonly { type: string }[],
          values as never,
        )
      expect(first('(address[])', encode('address[]', [list]))).toEqual(list)
      expect(first('(int128)', encode('int128', [-amount / 2n]))).toBe(-amount / 2n)
      expect(first('(string)', encode('string', [text]))).toBe(text)
      const pair = encode('uint128 rate, address token', [amount, one])
      expect(first('(uint128 rate, address token)', pair)).toBe(amount)
      const field = { returns: '(uint128 rate, address token)', field: 'token' }
      expect(valueOfAnswer(field, pair)).toBe(one)
      expect(
        valueOfAnswer({ returns: '((uint128 rate, address token))', field: 'token' }, pair),
      ).toBe(one)
    }),
  )
})

const word = (digits: string) => digits.padStart(64, '0')
test.each([
  ['(address)', '0x', 'too short'],
  ['(address)', `0x${'ff'.repeat(32)}`, 'not zero'],
  ['(uint8)', `0x${word('100')}`, 'does not fit'],
  ['(bool)', `0x${word('2')}`, 'neither'],
  ['(uint256)', `0x${word('1')}00`, 'not made of words'],
  ['(uint256[])', `0x${word('20')}${word('2')}${word('1')}`, 'shorter'],
  ['(uint256[])', `0x${word('21')}${word('0')}`, 'between words'],
  ['(uint256[])', `0x${'ff'.repeat(32)}`, 'outside'],
  ['(string)', `0x${'41'.repeat(32)}`, 'outside'],
  ['(bytes4)', `0x${'11'.repeat(32)}`, 'not zero'],
] as const)('error: MalformedAnswerError for %s of %s', (returns, data, why) => {
  expect(() => first(returns, data)).toThrow(
    expect.objectContaining({ code: 'malformed_answer', message: expect.stringContaining(why) }),
  )
})

test('error: MalformedAnswerError for a field that the answer does not have', () => {
  expect(() => valueOfAnswer({ returns: '(uint256 a)', field: 'b' }, `0x${word('1')}`)).toThrow(
    expect.objectContaining({ code: 'malformed_answer' }),
  )
})

test.each([undefined, null, 6, {}, '', 'zz', `0x${'zz'.repeat(32)}`, `0x ${'0'.repeat(63)}`])(
  'error: MalformedAnswerError for %j, which a node may say',
  (data) => {
    expect(() => valueOfAnswer({ returns: '(uint256)', field: null }, data as Hex)).toThrow(
      expect.objectContaining({ code: 'malformed_answer' }),
    )
  },
)
