import type { Address } from '@vaultwright/base'
import { groupsOf, type Valued } from './day-value.ts'
import {
  less,
  nought,
  parseRatio,
  printExact,
  printRounded,
  product,
  quotient,
  type Ratio,
  ratio,
  sizeOf,
  sum,
  unitsOf,
  whole,
} from './ratio.ts'
import { growthOf, simpleYearlyOf, yearlyOf } from './year.ts'

const week = 7n * 86_400n
const yearSeconds = 31_536_000n

/** The part of a day in a week. */
export type WeekEnd = {
  /** Base units of the base for one share. */
  readonly rate: bigint
  readonly decimals: number
  readonly isPaused: boolean
  readonly highwaterMark: bigint
  readonly platformFeeBps: bigint
  readonly performanceFeeBps: bigint
  readonly atUnix: bigint
  readonly valued: readonly Valued[]
  /** The worth of a token in another on that day, held or not; null if no source has it. */
  readonly worthOf: (token: Address, per: Address) => Ratio | null
  readonly net: Ratio
}

/** The expected earnings of a protocol. */
export type ExpectedProtocol = {
  readonly protocol: string
  readonly allocation: string
  /** Null when a holding of it tells nothing. */
  readonly apy: string | null
}

/** A week as it ought to be. Fractions of a year, exact decimals. */
export type ExpectedWeek = {
  readonly apy: string | null
  readonly apr: string | null
  readonly grossApy: string | null
  readonly feeDrag: string | null
  readonly fees: string
  readonly performanceFees: string | null
  readonly realApy: string | null
  readonly maturityApy: string | null
  readonly residual: string | null
  readonly real: readonly ExpectedProtocol[]
  readonly maturities: readonly (ExpectedProtocol & { readonly asset: string })[]
}

/**
 * Recomputes a week.
 *
 * @param days - eight ends of days, oldest first: the first is seven days before the last.
 * @returns what its performance ought to be.
 */
export function weekOf(days: readonly WeekEnd[]): ExpectedWeek {
  const [first, last] = [days[0]!, days.at(-1)!]
  const isOpen = !first.isPaused && !last.isPaused
  const net = isOpen ? yearlyOf(ratio(last.rate, first.rate), week) : null
  const gross = isOpen ? yearlyOf(ratio(grossRateOf(days), first.rate), week) : null
  const drag = net === null || gross === null ? null : less(parseRatio(gross), parseRatio(net))
  const real = realOf(first, last)
  const maturity = maturityOf(last)
  const isWhole = net !== null && drag !== null && real.total !== null && maturity.total !== null
  return {
    apy: net,
    apr: isOpen ? simpleYearlyOf(ratio(last.rate, first.rate), week) : null,
    grossApy: gross,
    feeDrag: drag === null ? null : printExact(drag.over < 0n ? nought : drag),
    fees: printExact(ratio(last.platformFeeBps, 10_000n)),
    performanceFees:
      last.performanceFeeBps === 0n ? null : printExact(ratio(last.performanceFeeBps, 10_000n)),
    realApy: real.total,
    maturityApy: maturity.total,
    residual: isWhole
      ? printExact(
          less(
            parseRatio(net),
            less(sum([parseRatio(real.total!), parseRatio(maturity.total!)]), drag!),
          ),
        )
      : null,
    real: real.rows,
    maturities: maturity.rows,
  }
}

/** Puts back what fees took: a day's part of the platform fee seven times, and the one on what is new. */
function grossRateOf(days: readonly WeekEnd[]): bigint {
  const [first, last] = [days[0]!, days.at(-1)!]
  let rate = last.rate
  for (const day of days.slice(0, -1)) {
    rate += (day.rate * last.platformFeeBps * 86_400n) / (10_000n * yearSeconds)
  }
  const risen = last.highwaterMark - first.highwaterMark
  return risen <= 0n ? rate : rate + (risen * last.performanceFeeBps) / 10_000n
}

type Part = { readonly value: Ratio; readonly apy: string | null }

function realOf(
  first: WeekEnd,
  last: WeekEnd,
): { readonly total: string | null; readonly rows: readonly ExpectedProtocol[] } {
  const lasting = last.valued.filter(({ maturityUnix }) => maturityUnix === null)
  const parts = (held: readonly Valued[]): readonly Part[] =>
    held.flatMap((one) =>
      one.value === null ? [] : [{ value: one.value, apy: earned(one, first, last) }],
    )
  const groups = groupsOf(lasting, ({ protocol }) => protocol)
  // What no source can price is nowhere in it, as in the net assets.
  const priced = [...groups].map(([protocol, held]) => ({ protocol, own: parts(held) }))
  const rows = priced.flatMap(({ protocol, own: protocolValue }) => {
    if (protocolValue.length === 0) return []
    const worth = sum(protocolValue.map(({ value }) => value))
    const isKnown = protocolValue.every(({ apy }) => apy !== null) && worth.over > 0n
    return {
      protocol,
      allocation: printRounded(quotient(worth, last.net), 18),
      apy: isKnown ? printRounded(quotient(weighed(protocolValue), worth), 18) : null,
    }
  })
  const all = parts(lasting)
  const gross = sum(last.valued.flatMap(({ value }) => (value === null ? [] : [sizeOf(value)])))
  const unknown = sum(all.flatMap(({ value, apy }) => (apy === null ? [sizeOf(value)] : [])))
  const isClear = gross.over > 0n && 100n * unknown.over * gross.under <= gross.over * unknown.under
  const withApy = all.filter(({ apy }) => apy !== null)
  return { total: isClear ? printRounded(quotient(weighed(withApy), last.net), 18) : null, rows }
}

/** The earnings of a unit that stayed; null if nothing tells them. */
function earned(one: Valued, first: WeekEnd, last: WeekEnd): string | null {
  if (one.index === null && one.fees === undefined && one.firmIn === null) {
    return one.protocol === 'idle' ? '0' : null
  }
  const before = first.valued.find(({ index }) => index?.key === one.index?.key)?.index
  if (one.index !== null && before == null) return null
  const index = one.index === null ? whole : quotient(one.index.value, before!.value)
  const fees = one.fees === undefined ? whole : feeGrowthOf(one.fees.position, first, last)
  const price = one.firmIn === null ? whole : firmGrowthOf([one.asset, one.firmIn], first, last)
  if (fees === null || price === null) return null
  return yearlyOf(product(product(index, fees), price), week)
}

function firmGrowthOf(
  [token, per]: readonly [Address, Address],
  first: WeekEnd,
  last: WeekEnd,
): Ratio | null {
  const [before, after] = [first.worthOf(token, per), last.worthOf(token, per)]
  return before === null || after === null ? null : quotient(after, before)
}

/** The fees of a position's liquidity in the week, on the worth of the position at its end. */
function feeGrowthOf(position: string, first: WeekEnd, last: WeekEnd): Ratio | null {
  const positionValues = last.valued.filter(
    ({ fees, value }) => fees?.position === position && value !== null,
  )
  const worth = sum(positionValues.map(({ value }) => value!))
  let total = worth
  for (const { asset, fees, price, decimals } of positionValues) {
    const old = first.valued.find((one) => one.fees?.position === position && one.asset === asset)
    if (old?.fees === undefined) return null
    const units = ((fees!.growth - old.fees.growth) * fees!.liquidity) / 2n ** 128n
    total = sum([total, product(unitsOf(units, decimals), parseRatio(price!))])
  }
  return quotient(total, worth)
}

function weighed(parts: readonly Part[]): Ratio {
  return sum(parts.map(({ value, apy }) => product(value, parseRatio(apy!))))
}

function maturityOf(last: WeekEnd): {
  readonly total: string | null
  readonly rows: readonly (ExpectedProtocol & { readonly asset: string })[]
} {
  const held = last.valued.filter(
    ({ maturityUnix, value }) => maturityUnix !== null && value !== null,
  )
  const rows = held.map((one) => {
    const left = one.maturityUnix! - last.atUnix
    // The accounting asset of the only one here is the base itself.
    const apy = left <= 0n ? '0' : yearlyOf(growthOf(one.price, '1'), left)
    const allocation = printRounded(quotient(one.value!, last.net), 18)
    return { protocol: one.protocol, asset: one.symbol, allocation, apy }
  })
  const parts = held.map((one, at) => ({ value: one.value!, apy: rows[at]!.apy }))
  if (parts.some(({ apy }) => apy === null)) return { total: null, rows }
  const total = parts.length === 0 ? '0' : printRounded(quotient(weighed(parts), last.net), 18)
  return { total, rows }
}

/** The price of a rate. */
export function sharePriceOf(rate: bigint, decimals: number): string {
  return printExact(unitsOf(rate, decimals))
}
