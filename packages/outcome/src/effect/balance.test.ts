import { type Address, zeroAddress } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { balanceChangeOf } from './balance.ts'
import { balanceRead } from './state-read.ts'
import type { Transfer } from './transfer.ts'

const account = (digit: string): Address => `0x${digit.repeat(40)}`
const [vault, token] = [account('1'), account('2')]
const big = 10n ** 18n

/** A balance that changes so, beside one log of so much and some interest in it. */
function lineOf(change: bigint, logged: bigint | null, interest = 0n) {
  const measured = { before: 5n * big, after: 5n * big + change }
  const sides =
    (logged ?? 0n) < 0n ? { from: vault, to: zeroAddress } : { from: zeroAddress, to: vault }
  const amount = logged === null ? 0n : logged < 0n ? -logged : logged
  const moved: Transfer = { standard: 'erc20', token, ...sides, amount, id: null, logIndex: 0 }
  return balanceChangeOf(token, vault, {
    measurement: new Map([[balanceRead(token, vault).key, measured]]),
    transfers: logged === null ? [] : [moved],
    accruals: interest === 0n ? [] : [{ token, holder: vault, amount: interest }],
  })
}

test.each<readonly [string, boolean, bigint, bigint | null, bigint]>([
  ['the same', true, big, big, 0n],
  ['a unit of rounding', true, -big + 1n, -big, 0n],
  ['two units of rounding', true, big - 2n, big, 0n],
  ['three units', false, big - 3n, big, 0n],
  ['a unit of a small amount', false, 999n, 1000n, 0n],
  ['no log', false, -big, null, 0n],
  ['a unit without a log', false, -1n, null, 0n],
  ['interest in the log', true, big, big + 77n, 77n],
  ['more interest than was taken out', true, -big, 5n, big + 5n],
  ['interest that explains too little', false, big, big + 77n, 7n],
  ['a log without a movement', false, 0n, big, 0n],
])('default: %s', (_, isReconciled, change, logged, interest) => {
  expect(lineOf(change, logged, interest)).toMatchObject({
    change,
    logged: logged ?? 0n,
    isReconciled,
  })
})

test('behavior: a balance that is not told is not a line', () => {
  const measurement = new Map([[balanceRead(token, vault).key, { before: null, after: 5n }]])
  const inputs = { measurement, transfers: [], accruals: [] }
  expect(balanceChangeOf(token, vault, inputs)).toBeNull()
  expect(balanceChangeOf(account('3'), vault, inputs)).toBeNull()
})
