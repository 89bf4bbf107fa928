import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressBytesOf, isAddressText, isSameAddress, zeroAddress } from './address.ts'
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

test('law: 0x and 40 hex digits are the text of an address in any letter case, and nothing else is', () => {
  fc.assert(
    fc.property(accounts, (bytes) => {
      const text = printHex(bytes)
      for (const same of [text, `0x${text.slice(2).toUpperCase()}`])
        expect(isAddressText(same)).toBe(true)
      for (const wrong of [text.slice(0, -1), `${text}0`, ` ${text}`, `${text}\n`, text.slice(2)])
        expect(isAddressText(wrong), wrong).toBe(false)
    }),
  )
  for (const wrong of [null, undefined, 5, `0X${'0'.repeat(40)}`, `0x${'g'.repeat(40)}`])
    expect(isAddressText(wrong)).toBe(false)
})
