import type { LocalChain } from '@vaultwright/chain'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ExpectedDay, recomputeHistory } from '../support/index/history-oracle.ts'
import { momentOf, openLedger } from '../support/index/oracle/ledger.ts'
import { parseRatio, printCut, printRounded, ratio } from '../support/index/oracle/ratio.ts'
import { yearlyOf } from '../support/index/oracle/year.ts'
import { startLocalChain } from '../support/node/local-chain.ts'

const day = 86_400n

let local: LocalChain
let days: readonly ExpectedDay[]

beforeAll(async () => {
  local = await startLocalChain()
  days = await recomputeHistory(local)
})
afterAll(() => local?.anvil.close())

const dayOf = (name: string, date: string) => {
  const match = days.find((one) => one.name === name && one.day === date)
  if (match === undefined) throw new Error(`The oracle has no ${date} of ${name}.`)
  return match
}
const balanceOf = ({ positions }: ExpectedDay, protocol: string, asset: string) =>
  positions.find((one) => one.protocol === protocol && one.asset === asset)?.balance

/** The savings until a day, the number of days since the first; nothing in the first days. */
const savedDollars = (last: number) => savedSince(4, last, (part) => 45 + 0.3 * part)
const savedEther = (last: number) => savedSince(13, last, (part) => (190 + part) / 10_000)

function savedSince(first: number, last: number, paidOf: (part: number) => number): number {
  let sum = 0
  for (let number = first; number <= last; number++) sum += paidOf((number * 37) % 60)
  return sum
}

describe('what the script let happen', () => {
  test('default: both vaults on each of the 44 days that are over, once', () => {
    const { days: count } = local.manifest
    for (const { name } of local.manifest.vaults) {
      const dates = days.filter((one) => one.name === name).map((one) => one.day)
      expect(dates).toHaveLength(count - 1)
      expect(new Set(dates).size).toBe(count - 1)
      expect([dates[0], dates.at(-1)]).toEqual(['2026-01-01', '2026-02-13'])
    }
  })

  test('behavior: the rates are those that the updater posts, eight steps in nine', () => {
    let rate = 10n ** 18n
    for (const [index, dayValue] of days.filter(({ name }) => name === 'Local ETH').entries()) {
      if (index % 9 !== 0) rate += (rate * BigInt(8 + ((index * 37) % 60))) / 1_000_000n
      expect(dayValue.sharePrice, dayValue.day).toBe(printCut(ratio(rate, 10n ** 18n), 18))
      if (index > 0 && index % 9 === 0) expect(dayValue.dailyApy, dayValue.day).toBe('0')
    }
  })

  test('behavior: a day of forty-five parts in a million, by hand', () => {
    // 1.000045 ^ 365 and 0.000045 · 365, as bc and a calculator give them.
    const second = dayOf('Local ETH', '2026-01-02')
    expect(second.sharePrice).toBe('1.000045')
    expect(second.dailyApy).toBe('0.016560256208167316')
    expect(second.dailyApr).toBe('0.016425')
    expect([second.totalAssets, second.totalSupply]).toEqual(['300.0135', '300'])
    expect([second.priceUsd, second.tvlUsd]).toEqual(['2000.09', '600027'])
  })

  test('behavior: Local ETH earns what its accountant posts, so that its last weeks are explained', () => {
    const last = days.filter(({ name }) => name === 'Local ETH').slice(-7)
    const weeks = last.flatMap(({ week }) => (week?.residual == null ? [] : [week]))
    expect(weeks.length).toBeGreaterThan(3)
    for (const { apy, residual } of weeks)
      expect(Math.abs(Number(residual))).toBeLessThan(Number(apy) / 2)
  })

  test('behavior: what leaves the chain, or waits in a queue, is what the net assets of Local ETH lack', () => {
    const [before, after] = [dayOf('Local ETH', '2026-02-04'), dayOf('Local ETH', '2026-02-13')]
    // 1 WETH and 0.2 ETH were bridged with a fee of 0.001, 500 shares of Local USD went into its queue.
    const queued = (500 * Number(dayOf('Local USD', '2026-02-13').sharePrice)) / 2_000
    const lacks = Number(before.nav.gap) - Number(after.nav.gap)
    expect(lacks).toBeCloseTo(1.201 + queued, 1)
    expect(Math.abs(Number(after.nav.gapRelative))).toBeLessThan(0.005)
  })

  test('behavior: losses, pauses and rates out of bounds are where they were, and nowhere else', () => {
    const flagged = (flag: string) =>
      days.filter(({ flags }) => flags.includes(flag)).map((one) => `${one.name} ${one.day}`)
    // The rate of Local ETH fell when it was put right, three hours after it had been out of bounds.
    expect(flagged('loss')).toEqual(['Local ETH 2026-02-04', 'Local USD 2026-01-21'])
    expect(flagged('paused')).toEqual(['Local ETH 2026-02-04'])
    expect(flagged('out_of_bounds')).toEqual(['Local ETH 2026-02-04'])
    expect(flagged('zero')).toEqual(['Local ETH 2026-01-01', 'Local USD 2026-01-01'])
    expect(flagged('late')).toEqual([])
    expect(flagged('negative')).toEqual([])
  })

  test('behavior: the loss of 1500 USDC is in the price, in the savings, and in the year that it makes', () => {
    const [before, after] = [dayOf('Local USD', '2026-01-20'), dayOf('Local USD', '2026-01-21')]
    expect(Number(after.sharePrice)).toBeLessThan(Number(before.sharePrice))
    expect(Number(after.dailyApy)).toBeLessThan(-0.1)
    const held = [13, 19, 20].map((last) => 400_000 + savedDollars(last))
    const end = held[2]! - 1_500
    expect(Number(balanceOf(before, 'erc_4626', 'USDC'))).toBeCloseTo(held[1]!, 5)
    expect(Number(balanceOf(after, 'erc_4626', 'USDC'))).toBeCloseTo(end, 5)
    const savings = after.week?.real.find(({ protocol }) => protocol === 'erc_4626')
    expect(Number(savings?.apy)).toBeCloseTo((end / held[0]!) ** (365 / 7) - 1, 6)
  })

  test('behavior: what strategists did is there, in the protocol where they did it', () => {
    const last = dayOf('Local ETH', '2026-02-13')
    // Three parts in a hundred a year of what is borrowed, 400 WETH of about 640.
    expect(Number(balanceOf(last, 'aave_v3', 'WETH'))).toBeCloseTo(120.28, 2)
    expect(Number(balanceOf(last, 'erc_4626', 'WETH'))).toBeCloseTo(120 + savedEther(43), 9)
    expect(balanceOf(last, 'morpho_blue', 'WETH')).toBe('30')
    // A thousand-millionth a second, compounded, since the last touch on 2026-02-03 at 15:00.
    const seconds = Number(last.atUnix) - 1_770_130_800
    const owed = 20_000 * Math.exp(seconds / 1e9)
    expect(Number(balanceOf(last, 'morpho_blue', 'USDC'))).toBeCloseTo(-owed, 5)
    expect(balanceOf(last, 'pendle', 'PT-WETH')).toBe('3.092783505154639175')
    // 5 WETH after 10 had been sold into 1000, at the first price again; and 21 days of a part of the fees.
    const liquidity = 1 / (1 + 9.995 / 1_000)
    const share = (5 * liquidity) / (1_000 + 5 * liquidity)
    const fees = 21 * 200 * 0.0005 * share
    expect(Number(balanceOf(last, 'uniswap_v3', 'WETH'))).toBeCloseTo(5 * liquidity + fees, 3)
    const dollars = dayOf('Local USD', '2026-02-13')
    expect(Number(balanceOf(dollars, 'compound_v3', 'USDC'))).toBeCloseTo(150_000 * 1.0036, -2)
    const saved = 398_500 + savedDollars(43)
    expect(Number(balanceOf(dollars, 'erc_4626', 'USDC'))).toBeCloseTo(saved, 3)
  })

  test('behavior: from its first full week on, every protocol earns', () => {
    for (const { name, day: date, week } of days) {
      for (const { protocol, apy } of week?.real ?? []) {
        if (apy === null || protocol === 'idle') continue
        expect(Number(apy), `${name} ${date} ${protocol}`).not.toBe(0)
      }
    }
    for (const name of ['Local ETH', 'Local USD']) {
      const { week } = dayOf(name, '2026-02-13')
      expect(week?.real.filter(({ apy }) => apy === null)).toEqual([])
      expect(Number(week?.realApy)).toBeGreaterThan(0.005)
    }
  })

  test('behavior: what is not counted: rewards that no leaf names', async () => {
    const ledger = openLedger(local)
    const { of, manifest } = ledger
    const last = of('Local ETH')
    const head = momentOf(ledger, {
      block: BigInt(manifest.head.block),
      atUnix: BigInt(manifest.head.timestamp),
    })
    const balance = 'balanceOf(address) view returns (uint256)'
    expect(await head.ask(of('MORPHO'), balance, last)).toBe(250n * 10n ** 18n)
    expect(days.flatMap(({ positions }) => positions.map(({ asset }) => asset))).not.toContain(
      'MORPHO',
    )
  })

  test('behavior: the parts of a week make its whole, to the last digit', () => {
    const whole = days.filter(({ week }) => week !== null && week.residual !== null)
    expect(whole.length).toBeGreaterThan(20)
    for (const { week, day: date } of whole) {
      if (week === null) continue
      const [apy, drag, real, maturity, residual] = [
        week.apy,
        week.feeDrag,
        week.realApy,
        week.maturityApy,
        week.residual,
      ].map((text) => parseRatio(text!))
      const parts = [real, maturity, residual].map((one) => one!)
      const total = parts.reduce(
        (left, right) =>
          ratio(left.over * right.under + right.over * left.under, left.under * right.under),
        ratio(-drag!.over, drag!.under),
      )
      expect(total, date).toEqual(apy)
    }
  })
})

describe('how the oracle counts', () => {
  test('law: a year by square roots is what floating point says, to its last digits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8_000, max: 12_000 }),
        fc.integer({ min: 20_000, max: 100_000_000 }),
        (to, seconds) => {
          const actual = Number(yearlyOf(ratio(BigInt(to), 10_000n), BigInt(seconds)))
          const expected = Math.expm1((Math.log(to / 10_000) * 31_536_000) / seconds)
          expect(Math.abs(actual - expected)).toBeLessThanOrEqual(
            1e-16 + Math.abs(1 + expected) * 1e-10,
          )
        },
      ),
    )
  })

  test('law: a year of so many equal days is their power, exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 9_000, max: 11_000 }), (to) => {
        const power = ratio(BigInt(to) ** 365n - 10_000n ** 365n, 10_000n ** 365n)
        expect(yearlyOf(ratio(BigInt(to), 10_000n), day)).toBe(printRounded(power, 18))
      }),
    )
  })

  test('error: null where nothing was before, and all lost is -1', () => {
    expect(yearlyOf(null, day)).toBeNull()
    expect(yearlyOf(ratio(1n), 0n)).toBeNull()
    expect(yearlyOf(ratio(0n), day)).toBe('-1')
  })
})
