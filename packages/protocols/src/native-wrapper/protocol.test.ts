import { actionOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  manager,
  self,
} from '../../../../test/support/call/action-call.ts'

const wrapper = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

test.each<ActionCase>([
  ['native_wrapper/wrap', { wrapper, amount: 5n }, 'deposit()', []],
  ['native_wrapper/unwrap', { wrapper, amount: 5n }, 'withdraw(uint256)', [5n]],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('default: what is wrapped goes along as value, and only then a leaf permits it', () => {
  const wrap = actionOf('native_wrapper/wrap')!
  expect(wrap.value({ wrapper, amount: 5n, self, manager })).toBe(5n)
  expect(wrap.sends).toBe('always')
  expect(actionOf('native_wrapper/unwrap')?.sends).toBe('never')
})

test('error: UnencodableError for an amount that no word holds', () => {
  expect(() => callOfAction('native_wrapper/unwrap', { wrapper, amount: -1n })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
