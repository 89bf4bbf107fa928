import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AllowanceEntry } from '../base/vault-state.ts'
import { isUnlimited, standingAllowancesOf } from './allowance.ts'

const account = (digit: string) => `0x${digit.repeat(40)}` as const
const entry = fc.record({
  token: fc.constantFrom(account('1'), account('2')),
  owner: fc.constantFrom(account('3'), account('4')),
  spender: fc.constantFrom(account('5'), account('6')),
  amount: fc.constantFrom('0', '1', String(2n ** 256n - 1n), null),
}) satisfies fc.Arbitrary<AllowanceEntry>

test('law: what stands is everything but zero, whatever the order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(entry, { selector: (one) => `${one.token}${one.owner}${one.spender}` }),
      (entries) => {
        const rows = standingAllowancesOf({ allowances: { entries, note: null } })!.entries
        expect(new Set(rows)).toEqual(new Set(entries.filter(({ amount }) => amount !== '0')))
        const turned = { entries: [...entries].reverse(), note: null }
        expect(standingAllowancesOf({ allowances: turned })!.entries).toEqual(rows)
      },
    ),
  )
})

test('golden: unlimited is what tokens of 96 and of 256 bits take for it', () => {
  expect([2n ** 96n - 1n, 2n ** 256n - 1n].map((one) => isUnlimited(String(one)))).toEqual([
    true,
    true,
  ])
  expect([String(2n ** 96n - 2n), '0', null].map(isUnlimited)).toEqual([false, false, false])
})

test('refuses: to say nothing stands where nothing was looked at', () => {
  expect(standingAllowancesOf({})).toBeNull()
  const note = 'Approval events could not be read.'
  expect(standingAllowancesOf({ allowances: { entries: [], note } })).toEqual({ entries: [], note })
})
