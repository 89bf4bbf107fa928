import {
  getAddressDecoder,
  getBase58Decoder,
  getBase58Encoder,
  address as kitAddress,
} from '@solana/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase58, encodeBase58, InvalidBase58Error } from '../bytes/base58.ts'
import { decodeBase64, encodeBase64, InvalidBase64Error } from '../bytes/base64.ts'
import {
  InvalidSvmAddressError,
  isSvmAddress,
  parseSvmAddress,
  svmAddressOf,
  svmBytesOf,
} from './address.ts'
import { defaultVaultProgram } from './known-address.ts'

const zeros = fc.integer({ min: 0, max: 5 }).map((count) => new Uint8Array(count))
const bytesWithZeros = fc
  .tuple(zeros, fc.uint8Array({ maxLength: 70 }))
  .map(([front, rest]) => Uint8Array.from([...front, ...rest]))
const key = fc.uint8Array({ minLength: 32, maxLength: 32 })

test('law: base58 is read back, leading zeros too, and equals kit', () => {
  fc.assert(
    fc.property(bytesWithZeros, (bytes) => {
      const text = encodeBase58(bytes)
      expect(text).toBe(getBase58Decoder().decode(bytes))
      expect(decodeBase58(text)).toEqual(bytes)
    }),
  )
})

test('law: a base58 text that is read is the only one for its bytes', () => {
  const digit = fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')
  fc.assert(
    fc.property(fc.string({ unit: digit, maxLength: 60 }), (text) => {
      const bytes = decodeBase58(text)
      expect(bytes).toEqual(new Uint8Array(getBase58Encoder().encode(text)))
      expect(encodeBase58(bytes)).toBe(text)
    }),
  )
})

test('law: an address is 32 bytes both ways, as kit has it', () => {
  fc.assert(
    fc.property(key, (bytes) => {
      const address = svmAddressOf(bytes)
      expect(address).toBe(getAddressDecoder().decode(bytes))
      expect(parseSvmAddress(address)).toBe(address)
      expect(svmBytesOf(address)).toEqual(bytes)
    }),
  )
})

test('law: a text with another letter case is another address or none', () => {
  fc.assert(
    fc.property(key, fc.nat(), (bytes, seed) => {
      const address = svmAddressOf(bytes)
      const letters = [...address].flatMap((sign, index) => (/[a-z]/i.test(sign) ? [index] : []))
      const index = letters[seed % letters.length]!
      const sign = address[index]!
      const flipped = sign === sign.toUpperCase() ? sign.toLowerCase() : sign.toUpperCase()
      const changed = address.slice(0, index) + flipped + address.slice(index + 1)
      expect(
        isSvmAddress(changed) && svmBytesOf(changed).every((byte, at) => byte === bytes[at]),
      ).toBe(false)
    }),
  )
})

test('law: any text is an address here exactly when it is one for kit', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 50 }),
    fc.uint8Array({ minLength: 30, maxLength: 34 }).map((bytes) => encodeBase58(bytes)),
  )
  fc.assert(
    fc.property(text, (value) => {
      let isKits = true
      try {
        kitAddress(value)
      } catch {
        isKits = false
      }
      expect(isSvmAddress(value)).toBe(isKits)
    }),
  )
})

test.each([
  ['hex', '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2', /it is hex/],
  ['31 bytes', encodeBase58(new Uint8Array(31).fill(9)), /31 bytes/],
  ['33 bytes', encodeBase58(new Uint8Array(33).fill(1)), /33 bytes|45 characters/],
  ['31 zero bytes', '1'.repeat(31), /31 characters/],
  ['33 zero bytes', '1'.repeat(33), /33 bytes/],
  ['lower case', defaultVaultProgram.toLowerCase(), /character|bytes/],
  ['a space in front', ` ${defaultVaultProgram}`, /character/],
  ['nothing', '', /0 characters/],
])('refuses: %s is not an address', (_, text, reason) => {
  expect(isSvmAddress(text)).toBe(false)
  expect(() => parseSvmAddress(text)).toThrow(InvalidSvmAddressError)
  expect(() => parseSvmAddress(text)).toThrow(reason)
})

test('refuses: bytes of another length are not an address', () => {
  expect(() => svmAddressOf(new Uint8Array(31))).toThrow(InvalidSvmAddressError)
  expect(() => svmAddressOf(new Uint8Array(33))).toThrow(InvalidSvmAddressError)
})

test.each(['0', 'O', 'I', 'l', '+', ' ', 'é', '1'.repeat(1025)])(
  'refuses: %j is not base58',
  (text) => {
    expect(() => decodeBase58(text)).toThrow(InvalidBase58Error)
  },
)

test('law: base64 is read back and equals what Node writes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = encodeBase64(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64'))
      expect(decodeBase64(text)).toEqual(bytes)
    }),
  )
})

test('law: a base64 text that is read is the only one for its bytes', () => {
  const sign = fc.constantFrom(...'ABYZabyz0189+/==')
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 12 }), (text) => {
      let bytes: Uint8Array
      try {
        bytes = decodeBase64(text)
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidBase64Error)
        return
      }
      expect(encodeBase64(bytes)).toBe(text)
    }),
  )
})

test.each(['A', 'AA', 'AAA', 'AB==', 'AAB=', 'A===', '====', 'AA=A', 'AA A', 'AA-_', '\nAAAA'])(
  'refuses: %j is not base64',
  (text) => {
    expect(() => decodeBase64(text)).toThrow(InvalidBase64Error)
  },
)
