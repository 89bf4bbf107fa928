import { type Address, zeroAddress } from '@vaultwright/base'
import { nativeAsset } from '@vaultwright/registry'
import { expect, test } from 'vitest'
import type { AccountDiff } from '../trace/state-diff.ts'
import type { BalanceChange } from './balance.ts'
import { balanceRead, supplyRead } from './state-read.ts'
import type { Transfer } from './transfer.ts'
import { type SimulationWarningInput, warningsOf } from './warning.ts'

const account = (digit: string): Address => `0x${digit.repeat(40)}`
const [vault, manager, sender, token, spender] = [
  account('1'),
  account('2'),
  account('3'),
  account('4'),
  account('5'),
]
const unchanged: AccountDiff = { storage: new Map(), isChanged: true }
const changed: AccountDiff = { storage: new Map([['0x01', '0x02']]), isChanged: false }

/** A transaction that succeeds and changes one slot of the manager. */
function seenOf(
  more: Partial<SimulationWarningInput> = {},
  diff: SimulationWarningInput['execution']['diff'] = null,
): SimulationWarningInput {
  return {
    request: { from: sender, to: manager, data: '0x' },
    block: { number: 9n, hash: `0x${'ab'.repeat(32)}`, timestamp: 1000n },
    execution: {
      isSuccess: true,
      returnData: '0x',
      halt: null,
      gasUsed: 1n,
      logs: [],
      trace: null,
      diff: diff ?? new Map([[manager, changed]]),
      nativeMoves: [],
      touched: [],
    },
    vault,
    holders: [vault],
    calls: [],
    logs: [],
    transfers: [],
    accruals: [],
    approvals: [],
    balances: [],
    measurement: new Map(),
    ...more,
  }
}
const codesOf = (seen: SimulationWarningInput) => warningsOf(seen).map(({ code }) => code)
const moved: Transfer = {
  standard: 'erc20',
  token,
  from: manager,
  to: vault,
  amount: 5n,
  id: null,
  logIndex: 0,
}
const line: BalanceChange = {
  token,
  holder: vault,
  before: 9n,
  after: 4n,
  change: -5n,
  logged: 0n,
  isReconciled: false,
}

test('default: nothing to say', () => {
  expect(codesOf(seenOf())).toEqual([])
})

test('behavior: a nonce and a payment of zero are not an effect', () => {
  const diff = new Map([
    [sender, unchanged],
    [zeroAddress, unchanged],
  ])
  expect(codesOf(seenOf({}, diff))).toEqual(['no_effect'])
  expect(codesOf(seenOf({}, new Map([...diff, [token, unchanged]])))).toEqual([])
})

test('behavior: approvals without end', () => {
  const mark = { standard: 'erc20', token, owner: vault, spender, id: null } as const
  const approvals = [
    { ...mark, amount: 5n, isUnlimited: false },
    { ...mark, amount: 2n ** 256n - 1n, isUnlimited: true },
  ]
  expect(codesOf(seenOf({ approvals }))).toEqual(['unlimited_approval'])
})

test('behavior: a balance that is not as the logs say, of the coin too', () => {
  const [warning] = warningsOf(seenOf({ balances: [line] }))
  expect(warning).toMatchObject({ code: 'transfer_log_mismatch', facts: { change: '-5' } })
  const [coin] = warningsOf(seenOf({ balances: [{ ...line, token: nativeAsset }] }))
  expect(coin!.message).toContain('in the coin')
  expect(codesOf(seenOf({ balances: [{ ...line, isReconciled: true }] }))).toEqual([])
})

test('behavior: a transfer behind which no balance can be read', () => {
  expect(codesOf(seenOf({ transfers: [moved] }))).toEqual(['transfer_log_mismatch'])
  const measurement: SimulationWarningInput['measurement'] = new Map([
    [balanceRead(token, vault).key, { before: 0n, after: 5n }],
    [balanceRead(token, manager).key, { before: 5n, after: 0n }],
  ])
  expect(codesOf(seenOf({ transfers: [moved], measurement }))).toEqual([])
})

test('behavior: shares that come or go', () => {
  const of = (before: bigint | null, after: bigint | null) =>
    seenOf({ measurement: new Map([[supplyRead(vault).key, { before, after }]]) })
  expect(codesOf(of(5n, 6n))).toEqual(['supply_changed'])
  expect(codesOf(of(5n, 5n))).toEqual([])
})

test('behavior: a revert gets the warning of age, and no other', () => {
  const request = { from: sender, to: manager, data: '0x', nowUnix: 1601n } as const
  const warned = seenOf({ request, balances: [line] })
  const failed = { ...warned, execution: { ...warned.execution, isSuccess: false } }
  expect(codesOf(failed)).toEqual(['stale_block'])
  expect(codesOf({ ...failed, request: { ...request, nowUnix: 1600n } })).toEqual([])
  expect(codesOf({ ...failed, request: { ...request, staleAfter: 601n } })).toEqual([])
})
