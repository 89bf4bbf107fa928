import fc from 'fast-check'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { checksumOf, checksumsOf, InvalidAddressError, parseAddress } from './checksum.ts'

const account = fc.uint8Array({ minLength: 20, maxLength: 20 })
const textOf = (bytes: Uint8Array): `0x${string}` => `0x${Buffer.from(bytes).toString('hex')}`

describe('default', () => {
  test('golden: the same spelling as viem, from bytes and from text of any case', () => {
    fc.assert(
      fc.property(account, (bytes) => {
        const right = getAddress(textOf(bytes))
        const upper = `0x${textOf(bytes).slice(2).toUpperCase()}`
        expect(checksumOf(bytes)).toBe(right)
        for (const text of [textOf(bytes), upper, right]) {
          expect(checksumOf(text)).toBe(right)
          expect(parseAddress(text)).toBe(right)
        }
      }),
    )
  })

  test('law: many at once are each alone, seen before or not, however often they are named', () => {
    const named = fc.array(fc.tuple(account, fc.integer({ min: 1, max: 3 })), { maxLength: 12 })
    fc.assert(
      fc.property(named, fc.nat({ max: 12 }), (list, seen) => {
        for (const [bytes] of list.slice(0, seen)) checksumOf(bytes)
        const accounts = list.flatMap(([bytes, times]) => new Array<Uint8Array>(times).fill(bytes))
        const flat = Uint8Array.from(accounts.flatMap((bytes) => [...bytes]))
        const expected = accounts.map((bytes) => getAddress(textOf(bytes)))
        expect(checksumsOf(flat)).toEqual(expected)
        expect(checksumsOf(flat)).toEqual(expected)
        expect(accounts.map((bytes) => checksumOf(bytes))).toEqual(expected)
      }),
    )
  })

  test('law: accounts that begin and end alike stay apart in any order', () => {
    const middle = fc.uint8Array({ minLength: 16, maxLength: 16 })
    fc.assert(
      fc.property(fc.array(middle, { minLength: 1, maxLength: 6 }), (middles) => {
        const accounts = [...middles, ...middles].map((bytes) => [1, 2, ...bytes, 3, 4])
        const expected = accounts.map((bytes) => getAddress(textOf(Uint8Array.from(bytes))))
        expect(checksumsOf(Uint8Array.from(accounts.flat()))).toEqual(expected)
        for (const [index, bytes] of accounts.entries()) {
          expect(checksumsOf(Uint8Array.from(bytes))).toEqual([expected[index]])
        }
      }),
    )
  })

  test('golden: the examples of EIP-55', () => {
    for (const text of [
      '0x52908400098527886E0F7030069857D2E4169EE7',
      '0xde709f2102306220921060314715629080e2fb77',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
      '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    ]) {
      expect(checksumOf(text.toLowerCase())).toBe(text)
      expect(parseAddress(text)).toBe(text)
    }
  })

  test('law: any other mixed case is refused, however often the account was seen before', () => {
    fc.assert(
      fc.property(account, fc.nat(39), (bytes, place) => {
        const right = checksumOf(bytes)
        const letter = right[2 + place]!
        const swapped =
          letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
        const wrong = `${right.slice(0, 2 + place)}${swapped}${right.slice(3 + place)}`
        const digits = wrong.slice(2)
        const isPlain = digits === digits.toLowerCase() || digits === digits.toUpperCase()
        checksumOf(wrong)
        if (wrong === right || isPlain) expect(parseAddress(wrong)).toBe(right)
        else expect(() => parseAddress(wrong)).toThrow(`write ${right}`)
      }),
    )
  })

  test('behavior: the memory of spellings is bounded and empties itself', () => {
    const first = checksumOf('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')
    for (let index = 0; index < 20_000; index++) {
      checksumOf(`0x${index.toString(16).padStart(40, 'a')}`)
    }
    expect(checksumOf('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')).toBe(first)
  })
})

describe('error: InvalidAddressError', () => {
  test.each([
    [undefined, 'it is not text'],
    [null, 'it is not text'],
    [12, 'it is not text'],
    [{}, 'it is not text'],
    ['', 'does not start with 0x'],
    ['0x', 'it has 0 digits instead of 40'],
    ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae', 'it has 39 digits'],
    ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaedd', 'it has 41 digits'],
    ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaeg', 'not a hex digit'],
    ['0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'does not start with 0x'],
    [' 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'does not start with 0x'],
    ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed\n', 'it has 41 digits'],
    [
      '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      'write 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ],
  ])('%j', (text, why) => {
    expect(() => parseAddress(text)).toThrow(InvalidAddressError)
    expect(() => parseAddress(text)).toThrow(why)
  })

  test('bytes of another length', () => {
    expect(() => checksumOf(new Uint8Array(19))).toThrow('not 20 bytes')
  })
})

test('refuses: bytes that are not whole accounts', () => {
  expect(() => checksumsOf(new Uint8Array(41))).toThrow(InvalidAddressError)
  expect(checksumsOf(new Uint8Array(0))).toEqual([])
})
