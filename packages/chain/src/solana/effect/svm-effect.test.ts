import {
  type SvmAccount,
  type SvmAddress,
  svmAddressOf,
  systemProgram,
  tokenProgram,
} from '@vaultwright/svm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SvmSimulation } from '../simulate.ts'
import type { SvmEffectContext } from './effect-context.ts'
import { svmEffectOf } from './svm-effect.ts'

const addressOf = (byte: number) => svmAddressOf(new Uint8Array(32).fill(byte))
const vault = addressOf(1)
const strategist = addressOf(2)
const mint = addressOf(3)
const holding = addressOf(4)

const context: SvmEffectContext = {
  subAccounts: [vault],
  strategist,
  programs: [],
  tokens: [mint, systemProgram],
  feeLamports: 5_000n,
  decimalsOf: () => 6,
  symbolOf: () => null,
}

function sol(lamports: bigint, owner: SvmAddress = systemProgram): SvmAccount {
  return { lamports, owner, executable: false, data: new Uint8Array() }
}

function tokens(amount: bigint, owner: number): SvmAccount {
  const data = new Uint8Array(165)
  data.fill(3, 0, 32)
  data.fill(owner, 32, 64)
  new DataView(data.buffer).setBigUint64(64, amount, true)
  data[108] = 1
  return { lamports: 2_039_280n, owner: tokenProgram, executable: false, data }
}

type Accounts = ReadonlyMap<SvmAddress, SvmAccount | null>

function simulationOf(before: Accounts | null, after: Accounts): SvmSimulation {
  return {
    status: 'succeeded',
    error: null,
    logs: [],
    unitsConsumed: 1,
    feeLamports: null,
    slot: 9n,
    accountsBefore: before === null ? null : { slot: 9n, atUnix: null, accounts: before },
    accountsAfter: after,
    tokenBalances: null,
    innerPrograms: null,
    replacement: null,
  }
}

const nothing = { slot: 0n, accounts: new Map() }

test('law: amounts are exact for all decimals, and only what leaves or enters the vault counts', () => {
  const amount = fc.bigInt(0n, 2n ** 64n - 1n)
  const owner = fc.constantFrom(1, 7)
  const side = fc.option(fc.tuple(amount, owner))
  fc.assert(
    fc.property(side, side, fc.integer({ min: 0, max: 18 }), (from, to, decimals) => {
      const mapOf = (row: [bigint, number] | null) =>
        new Map([[holding, row === null ? null : tokens(...row)]])
      const simulation = simulationOf(mapOf(from), mapOf(to))
      const { transfers } = svmEffectOf(simulation, nothing, {
        ...context,
        decimalsOf: () => decimals,
      })
      const ofVault = (row: [bigint, number] | null) => (row?.[1] === 1 ? row[0] : 0n)
      const change = ofVault(to) - ofVault(from)
      const net = transfers.reduce(
        (sum, { rawAmount, direction }) => sum + (direction === 'in' ? rawAmount : -rawAmount),
        0n,
      )
      expect(net).toBe(change)
      expect(transfers).toHaveLength(change === 0n ? 0 : 1)
      for (const { amount: shown, rawAmount } of transfers) {
        const [units = '', fraction = ''] = shown!.split('.')
        expect(BigInt(units + fraction.padEnd(decimals, '0'))).toBe(rawAmount)
      }
    }),
  )
})

test('golden: accounts that were read earlier stand in, and two slots are named', () => {
  const after = new Map([[vault, sol(3_000_000n)]])
  const earlier = { slot: 7n, accounts: new Map([[vault, sol(4_000_000n)]]) }
  const { transfers, warnings } = svmEffectOf(simulationOf(null, after), earlier, context)
  expect(transfers).toEqual([
    {
      token: 'SOL',
      tokenAddress: systemProgram,
      amount: '0.001',
      rawAmount: 1_000_000n,
      direction: 'out',
    },
  ])
  expect(warnings).toMatchObject([
    { code: 'balances_of_two_slots', facts: { before: '7', after: '9' } },
  ])
  const unread = svmEffectOf(simulationOf(null, after), nothing, context)
  expect(unread.transfers).toEqual([])
})

test('golden: a sub-account below its rent, of another program, and what the strategist pays', () => {
  const before = new Map([
    [vault, sol(2_000_000n)],
    [strategist, sol(1_000_000n)],
  ])
  const after = new Map([
    [vault, sol(890_879n, tokenProgram)],
    [strategist, sol(994_999n)],
  ])
  const { warnings } = svmEffectOf(simulationOf(before, after), nothing, context)
  expect(warnings.map(({ code }) => code)).toEqual([
    'account_owner_changed',
    'sub_account_below_rent',
    'strategist_paid',
  ])
  expect(warnings.map(({ facts }) => facts)).toMatchObject([
    { owner: tokenProgram },
    { lamports: '890879' },
    { lamports: '1', fee: '5000' },
  ])
  const empty = new Map([[vault, null]])
  expect(svmEffectOf(simulationOf(before, empty), nothing, context).warnings).toEqual([])
})

test('golden: what an action exists to create is no surprise, and what it does not is one', () => {
  const created = addressOf(9)
  const before = new Map<SvmAddress, SvmAccount | null>([
    [vault, sol(9_000_000n)],
    [created, null],
  ])
  const after = new Map([
    [vault, sol(9_000_000n - 2_039_280n)],
    [created, tokens(0n, 7)],
  ])
  const codesOf = (change: Partial<SvmEffectContext>) =>
    svmEffectOf(simulationOf(before, after), nothing, {
      ...context,
      tokens: [],
      ...change,
    }).warnings.map(({ code }) => code)
  expect(codesOf({})).toEqual(['unnamed_outflow'])
  expect(codesOf({ created: [created] })).toEqual([])
  // More than its rent leaves the vault.
  after.set(vault, sol(6_000_000n))
  expect(codesOf({ created: [created] })).toEqual(['unnamed_outflow'])
  // It was there before, so that nothing of what leaves is its rent.
  before.set(created, tokens(0n, 7))
  expect(codesOf({ created: [created] })).toEqual(['unnamed_outflow'])
})

test('refuses: a simulation that failed or was not made has no effect', () => {
  const accounts = new Map([[vault, sol(1n)]])
  for (const status of ['failed', 'unavailable'] as const) {
    const simulation = { ...simulationOf(new Map([[vault, null]]), accounts), status }
    expect(svmEffectOf(simulation, nothing, context)).toEqual({ transfers: [], warnings: [] })
  }
})
