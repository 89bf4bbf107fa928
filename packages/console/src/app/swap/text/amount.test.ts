import { plainAmount } from '@vaultwright/check'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentOfBps } from '../../part/text/number-text.ts'
import { amountProblem, amountText, plainWords, rawText, tokenName } from './amount.ts'

const token = { symbol: 'USDC', decimals: 6, address: `0x${'1'.repeat(40)}` }

test('law: an amount of as many places as the token has is taken, one more is not', () => {
  const digits = fc.integer({ min: 1, max: 999_999 }).map((part) => String(part).padStart(6, '0'))
  fc.assert(
    fc.property(fc.nat(), digits, fc.integer({ min: 1, max: 9 }), (whole, part, more) => {
      expect(amountProblem(`${whole}.${part}`, token)).toBeNull()
      expect(amountProblem(`${whole}.${part}000`, token)).toBeNull()
      expect(amountProblem(`${whole}.${part}${more}`, token)).toContain('6 decimals')
      expect(Number(plainAmount(`${whole}.${part}`))).toBe(Number(`${whole}.${part}`))
    }),
  )
})

test('golden: basis points as per cent', () => {
  expect(['0', '5', '50', '211.4831', '-0.5', '10000'].map(percentOfBps)).toEqual([
    '0',
    '0.05',
    '0.5',
    '2.114831',
    '−0.005',
    '100',
  ])
  expect(plainAmount('10.0')).toBe('10')
  expect(plainAmount('10')).toBe('10')
})

test('refuses: nothing, zero, words, signs, exponents', () => {
  for (const text of ['', '0', '0.00', 'ten', '-1', '1e3', '01', '1.', '.5', '1,5'])
    expect(amountProblem(text, token), text).not.toBeNull()
  const odd = { ...token, symbol: null, decimals: null }
  expect(amountProblem('0.5', odd)).toContain('0 decimals')
  expect(tokenName(odd)).toBe('0x111111…1111')
  expect(rawText('1500000', token)).toBe('1.5 USDC')
  expect(rawText('7', odd)).toBe(amountText({ shown: null, raw: '7' }, odd))
  expect(plainWords('Give `calldata`.')).toBe('Give calldata.')
  expect(amountText({ shown: null, raw: '7' }, odd)).toBe('7 base units of 0x111111…1111')
})
