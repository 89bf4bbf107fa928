import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../test/support/call/action-call.ts'

const farm = '0xf3b7994e4dA53E04155057Fd61dc501599d57877'
const poolToken = '0x04419d3509f13054f60d253E0c79491d9E683399'

test.each<ActionCase>([
  ['gearbox/stake', { farm, pool_token: poolToken, amount: 5n }, 'deposit(uint256)', [5n]],
  ['gearbox/unstake', { farm, amount: 5n }, 'withdraw(uint256)', [5n]],
  ['gearbox/claim', { farm }, 'claim()', []],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('error: UnencodableError for an amount that no word holds', () => {
  const input = { farm, pool_token: poolToken, amount: 2n ** 256n }
  expect(() => callOfAction('gearbox/stake', input)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
