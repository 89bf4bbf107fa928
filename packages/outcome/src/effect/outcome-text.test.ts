import type { ManagerRevert } from '@vaultwright/manager'
import { expect, test } from 'vitest'
import { revertArgumentsOf, revertTextOf, simulationStatusOf, valueTextOf } from './outcome-text.ts'
import type { FailingCall } from './simulation.ts'

const named = {
  origin: 'bubbled',
  name: 'Refused',
  isOwnName: false,
  arguments: { who: '0x1', amount: 5n },
  data: '0xaabbccdd',
} as const satisfies ManagerRevert
const unnamed = { origin: 'unknown', name: null, selector: null, data: '0x' } as const

test('default: success is true, everything else a sentence', () => {
  expect(simulationStatusOf({ status: 'success' })).toBe(true)
  const reverted = {
    status: 'reverted',
    revert: named,
    halt: null,
    failing: { path: [1, 0] } as unknown as FailingCall,
    failingUnknown: null,
  } as const
  expect(simulationStatusOf(reverted)).toBe(
    'The call would revert: Refused(who 0x1, amount 5). Call 1.0 fails.',
  )
  expect(simulationStatusOf({ ...reverted, halt: 'OutOfGas', failing: null })).toBe(
    'The call would revert: OutOfGas.',
  )
})

test('behavior: a revert without a name says its data, cut where it is long', () => {
  expect(revertTextOf(unnamed)).toBe('without a reason')
  const long = revertTextOf({ ...unnamed, data: `0x${'ab'.repeat(500)}` })
  expect(long).toMatch(/not known here, 0xabab.*…$/)
  expect(long.length).toBeLessThan(130)
})

test('behavior: what an account says of itself cannot turn the line', () => {
  const text = revertTextOf({ ...named, arguments: { reason: 'a\nb\u202e\u0007' } })
  expect(text).toBe('Refused(reason a\\x0ab\\u{202e}\\x07)')
})

test('behavior: the text of a require is said in quotes, and its values go by name', () => {
  const refused = { ...named, name: 'Error', arguments: { message: 'Too little\u202e' } }
  expect(revertTextOf(refused)).toBe('"Too little\\u{202e}"')
  expect(revertArgumentsOf(refused)).toEqual({ message: 'Too little\u202e' })
  expect(revertArgumentsOf(named)).toEqual({ who: '0x1', amount: '5' })
  expect(revertArgumentsOf(unnamed)).toBeNull()
})

test('golden: an empty reason has words of its own', () => {
  const empty = { ...named, name: 'Error', arguments: { message: '' } }
  expect(revertTextOf(empty)).toBe('with an empty reason')
  const outcome = { status: 'reverted', halt: null, failing: null, failingUnknown: null } as const
  expect(simulationStatusOf({ ...outcome, revert: empty })).toBe(
    'The call would revert: with an empty reason.',
  )
})

test('behavior: lists and records are JSON, large numbers their digits', () => {
  expect(valueTextOf([1n, { to: true }])).toBe('["1",{"to":true}]')
  expect(valueTextOf(2n ** 70n)).toBe(String(2n ** 70n))
})
