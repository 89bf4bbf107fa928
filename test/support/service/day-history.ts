import type { Address, Hex } from '@vaultwright/base'
import {
  type DailyInputs,
  dailyValuesOf,
  dayEndOf,
  growDay,
  performanceValuesOf,
  performOver,
  shiftDay,
  startOfDay,
  type VaultState,
} from '@vaultwright/valuation'
import {
  type DailyEntry,
  dailyEntryOf,
  type PerformanceData,
  performanceOf,
} from '@vaultwright/wire'

/** The vault of these days. */
export const vault = { chain: 'local', address: '0x5154e7d283ca50923e35eb01d9c29ff049dc41b2' }
export const address = '0x5154E7D283ca50923e35Eb01D9c29ff049dc41B2' as Address
export const token = { address: `0x${'7'.repeat(40)}` as Address, symbol: 'WETH', decimals: 18 }

/** The state of a vault on a day. */
export function stateAt(day: string, rate: bigint): VaultState {
  const number = Number(startOfDay(day) / 86_400n)
  const atUnix = String(startOfDay(day) + 43_200n)
  return {
    chain: vault.chain,
    vault: address,
    day,
    block: { number: String(number), hash: `0x${String(number).padStart(64, '0')}` as Hex, atUnix },
    share: { decimals: 18, supply: '2000000000000000000' },
    base: token,
    accountant: {
      address: `0x${'8'.repeat(40)}` as Address,
      kind: 'rate_providers',
      layout: 'current',
      rate: String(rate),
      isPaused: false,
      exchangeRate: String(rate),
      highwaterMark: String(rate),
      feesOwed: '0',
      platformFeeBps: 100,
      performanceFeeBps: 1000,
      updatedAtUnix: atUnix,
      bounds: { upperBps: 10_100, lowerBps: 9_900, minimumDelaySeconds: 3_600 },
      stream: null,
    },
    events: [],
    holdings: [
      {
        protocol: 'idle',
        holder: address,
        asset: token,
        amount: '2100000000000000000',
        index: null,
        maturityUnix: null,
      },
    ],
    quotes: [
      {
        asset: token.address,
        per: 'usd',
        price: '2000',
        source: 'fixed',
        atUnix,
        confidence: null,
        kind: 'fixed',
      },
    ],
    failures: [],
  }
}

/** A day as the service answers it, with its receipt. */
export function entryOf(inputs: DailyInputs): DailyEntry {
  const receipt = growDay(inputs)
  const row = dailyValuesOf(receipt.inputs.today, receipt.result)
  return structuredClone({
    ...dailyEntryOf({ ...row, nav: null }, 50),
    receipt: { ...receipt },
  } as unknown as DailyEntry)
}

/** Days in a row, one a rate, and the week that ends with the last. */
export function historyOf(history: readonly bigint[]) {
  const states = history.map((rate, index) => stateAt(shiftDay('2026-01-01', index), rate))
  const entries = states.map((today, index) => {
    const before = states[index - 1]
    return entryOf({ today, before: before === undefined ? null : dayEndOf(before) })
  })
  const receipt = performOver({
    chain: vault.chain,
    day: states.at(-1)!.day,
    last: states.at(-1)!,
    first: states.at(-8)!,
    between: states.slice(-7, -1).map(dayEndOf),
    others: [],
  })
  const week = structuredClone({
    ...performanceOf(performanceValuesOf(receipt)),
    receipt,
  }) as unknown as PerformanceData
  return { states, entries, week, receipt }
}
