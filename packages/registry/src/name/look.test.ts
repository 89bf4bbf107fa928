import fc from 'fast-check'
import { expect, test } from 'vitest'
import { knownTokens } from '../token/known-token.ts'
import { lookOf, namesakeOf } from './look.ts'

const otherAccount = '0x00000000000000000000000000000000000bad00'
/** Changes that no reader sees, or takes for another alphabet's letter. */
const disguises: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toLowerCase(),
  (name) => name.toUpperCase(),
  (name) => ` ${name}\u00a0`,
  (name) => `${name.slice(0, 1)}\u200b${name.slice(1)}`,
  (name) => `\u202e${name}`,
  (name) => [...name].map((letter) => `${letter}\u0301`).join(''),
  (name) => name.replaceAll('C', 'С').replaceAll('T', 'Т').replaceAll('E', 'Е'),
]

test('law: a name that looks like a token on record is its namesake, and the token is not its own', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...knownTokens),
      fc.constantFrom(...disguises),
      (token, disguise) => {
        const { chainId, address, symbol } = token
        const look = lookOf(disguise(symbol))
        expect(look).toBe(lookOf(symbol))
        const record = namesakeOf(disguise(symbol), otherAccount, chainId)
        expect(record === null ? null : lookOf(record.symbol)).toBe(look)
        expect(namesakeOf(disguise(symbol), address.toLowerCase(), chainId)).toBeNull()
      },
    ),
  )
})

test('golden: a name is held against the record of its chain alone', () => {
  expect(namesakeOf('USDC', otherAccount, 1)).toMatchObject({ symbol: 'USDC', chainId: 1 })
  expect(namesakeOf('USDС', otherAccount, 1)).toMatchObject({ symbol: 'USDC' })
  expect(namesakeOf('USDCx', otherAccount, 1)).toBeNull()
  expect(namesakeOf('USDC', otherAccount, 31337)).toBeNull()
})
