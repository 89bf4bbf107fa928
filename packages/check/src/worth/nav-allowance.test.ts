import type { Address } from '@vaultwright/base'
import type { NavReadResult } from '@vaultwright/protocols'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountNumber } from '../../../../test/support/position-fixture.ts'
import { navAllowancesOf } from './nav-allowance.ts'

const [token, owner, named, foreign] = [1, 2, 3, 4].map(accountNumber) as [
  Address,
  Address,
  Address,
  Address,
]

/** The results of reading allowances to spenders over one balance. */
function resultOf(
  amounts: readonly (readonly [spender: Address, amount: string | null])[],
  balance: bigint | null,
): NavReadResult {
  const allowances = amounts.map(([spender, amount]) => ({ token, owner, spender, amount }))
  const open = allowances.filter(({ amount }) => amount !== '0')
  return {
    vault: { allowances } as unknown as NavReadResult['vault'],
    places: [],
    donated: [],
    roots: [],
    balances: open.map(({ spender }) => ({ token, owner, spender, balance })),
  }
}

test('law: what a spender may pull is the less of allowance and balance, and the unnamed come first', () => {
  const amount = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })
  fc.assert(
    fc.property(amount, amount, amount, (left, right, balance) => {
      const result = resultOf(
        [
          [named, String(left)],
          [foreign, String(right)],
        ],
        balance,
      )
      const [first, second] = navAllowancesOf({ spenders: [named] }, result)
      expect([first!.spender, first!.isNamed]).toEqual([foreign, false])
      expect([second!.spender, second!.isNamed]).toEqual([named, true])
      for (const [row, allowed] of [[first!, right] as const, [second!, left] as const]) {
        const pullable = BigInt(row.pullable!)
        expect([allowed, balance]).toContain(pullable)
        expect(pullable <= allowed && pullable <= balance).toBe(true)
      }
    }),
  )
})

test('behavior: an allowance of zero is left out; what a token does not say is unknown, not zero', () => {
  const result = resultOf(
    [
      [named, '0'],
      [foreign, null],
    ],
    5n,
  )
  expect(navAllowancesOf({ spenders: [] }, result)).toEqual([
    {
      token,
      owner,
      spender: foreign,
      amount: null,
      balance: '5',
      pullable: null,
      isNamed: false,
    },
  ])
  expect(navAllowancesOf({ spenders: [] }, resultOf([[named, '7']], null))[0]?.pullable).toBeNull()
})
