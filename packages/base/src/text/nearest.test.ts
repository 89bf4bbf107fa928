import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearestOf, nearestSymbol } from './nearest.ts'

const names = ['check', 'show', 'diff', 'convert', 'proof', 'root']

test('default', () => {
  expect(nearestOf('chekc', names)).toBe('check')
  expect(nearestOf('ROOT', names)).toBe('root')
  expect(nearestOf('xyzzy', names)).toBeNull()
  expect(nearestOf('a', [])).toBeNull()
})

test('golden: what a word begins is suggested, and a short word of other letters is not', () => {
  expect(nearestOf('aav', ['cap', 'aave_v3', 'aave_v2'])).toBe('aave_v3')
  expect(nearestOf('foo', ['bob', 'base'])).toBeNull()
  expect(nearestOf('aa', ['aave_v3'])).toBeNull()
  expect(nearestOf('aav', ['aave_v3'], 2)).toBeNull()
})

test('golden: another asset is no slip', () => {
  expect(nearestSymbol('UDSC', ['DAI', 'USDC'])).toBe('USDC')
  expect(nearestSymbol('sUSDe', ['LUSD'])).toBeNull()
  expect(nearestSymbol('native', ['AAVE'])).toBeNull()
})

test('behavior: one letter changed, lost or doubled still finds the name', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.nat(),
      fc.constantFrom('x', '', 'zz'),
      (name, at, put) => {
        const place = at % name.length
        const typed = name.slice(0, place) + put + name.slice(place + 1)
        expect(nearestOf(typed, names)).toBe(name)
      },
    ),
  )
})
