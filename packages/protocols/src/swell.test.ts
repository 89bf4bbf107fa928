import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../test/support/call/action-call.ts'

const pool = '0xF047ab4c75cebf0eB9ed34Ae2c186f3611aEAfa6'
const token = '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0'

test.each<ActionCase>([
  [
    'swell/deposit',
    { pool, token, amount: 5n },
    'deposit(address,uint256,address)',
    [token, 5n, self],
  ],
  [
    'swell/withdraw',
    { pool, token, amount: 5n },
    'withdraw(address,uint256,address)',
    [token, 5n, self],
  ],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('error: UnencodableError for an amount that no word holds', () => {
  const input = { pool, token, amount: 2n ** 256n }
  expect(() => callOfAction('swell/deposit', input)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
