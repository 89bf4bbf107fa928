import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressBytesOf, isSameAddress, zeroAddress } from './address.ts'
import { InvalidHexError, printHex } from './hex.ts'

const accounts = fc.uint8Array({ minLength: 20, maxLength: 20 })

test('default', () => {
  expect(addressBytesOf(zeroAddress)).toEqual(new Uint8Array(20))
  // The spelling of EIP-55's own example.
  const spelled = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  expect(printHex(addressBytesOf(spelled))).toBe(spelled.toLowerCase())
})

test('behavior: letter case plays no part, any other difference does', () => {
  fc.assert(
    fc.property(accounts, accounts, (one, other) => {
      const [first, second] = [printHex(one), printHex(other)]
      expect(isSameAddress(first, `0x${first.slice(2).toUpperCase()}`)).toBe(true)
      expect(isSameAddress(first, second)).toBe(first === second)
    }),
  )
})

test.each(['0x', '0x1234', `${zeroAddress}00`, `0x${'g'.repeat(40)}`])(
  'error: InvalidHexError: %s',
  (text) => {
    expect(() => addressBytesOf(text)).toThrow(InvalidHexError)
  },
)
