import type { Address } from '@vaultwright/base'
import type { LocalChain } from '@vaultwright/chain'
import { type Books, readBooks } from './oracle/accountant-read.ts'
import {
  type ExpectedPosition,
  netOf,
  positionsOf,
  priceOf,
  readUnit,
  type Unit,
  type Valued,
  valueHoldings,
} from './oracle/day-value.ts'
import type { Held } from './oracle/held.ts'
import { readHoldings } from './oracle/holding-read.ts'
import {
  hasCode,
  type Ledger,
  type Moment,
  momentOf,
  openLedger,
  readTimes,
} from './oracle/ledger.ts'
import { type QuotedPrice, readQuotedPrices, worthOf } from './oracle/quoted-price.ts'
import {
  less,
  parseRatio,
  printExact,
  printRounded,
  product,
  quotient,
  type Ratio,
  ratio,
  unitsOf,
} from './oracle/ratio.ts'
import { type ExpectedWeek, sharePriceOf, type WeekEnd, weekOf } from './oracle/week.ts'
import { simpleYearlyOf, yearlyOf } from './oracle/year.ts'

/** A day of a vault of the local chain as it ought to be found. Exact decimals; null is not known. */
export type ExpectedDay = {
  readonly name: string
  readonly vault: Address
  /** `2026-01-20`. */
  readonly day: string
  readonly block: bigint
  readonly atUnix: bigint
  readonly sharePrice: string
  readonly totalAssets: string
  readonly totalSupply: string
  readonly priceUsd: string
  readonly tvlUsd: string
  readonly feesOwed: string
  readonly positions: readonly ExpectedPosition[]
  /** Of what has a price. */
  readonly netAssets: string
  /** Less fees owed, and what that lacks to the total assets; null where those are nothing. */
  readonly nav: {
    readonly feesOwed: string
    readonly netAssets: string
    readonly gap: string
    readonly gapRelative: string | null
  }
  /** Symbols of what has none. */
  readonly leftOut: readonly string[]
  readonly stream: { readonly vestedAmount: string; readonly vestingSeconds: bigint } | null
  readonly dailyApy: string | null
  readonly dailyApr: string | null
  readonly flags: readonly string[]
  /** Of the seven days that end here; null when there are fewer. */
  readonly week: ExpectedWeek | null
}

type LocalVault = LocalChain['manifest']['vaults'][number]

type Day = {
  readonly moment: Moment
  readonly number: bigint
  readonly books: Books
  readonly held: readonly Held[]
  readonly quotes: readonly QuotedPrice[]
  readonly valued: readonly Valued[]
  readonly net: Ratio
  readonly base: Unit
  readonly share: Unit
}

const daySeconds = 86_400n

/**
 * Computes what an indexer ought to find, from nothing but reads of contracts and with nothing of what
 * the indexer computes with: other reads where there are others, fractions instead of decimals, square
 * roots instead of logarithms.
 *
 * It is compared to the last digit, and rounds where the formulas say so and nowhere before: prices are cut to 24
 * places, values to the base's, fractions of a year are rounded to 18. Two things could differ by a unit elsewhere
 * and do not here: Uniswap's stand-in pays as if a position had no ends, and Curve pays for staked and unstaked
 * liquidity at once. US dollars are those of the chain's price oracle; it has no feed.
 *
 * @param local - the local chain, running; its history is what `foundry/script` made.
 * @returns every day that is over, oldest first, vault by vault.
 */
export async function recomputeHistory(local: LocalChain): Promise<readonly ExpectedDay[]> {
  const ledger = openLedger(local)
  const times = await readTimes(ledger)
  const vaults = await Promise.all(
    local.manifest.vaults.map((vault) => recomputeVault(ledger, vault, times)),
  )
  return vaults.flat()
}

async function recomputeVault(
  ledger: Ledger,
  vault: LocalVault,
  times: readonly bigint[],
): Promise<readonly ExpectedDay[]> {
  const start = times[1]! - (times[1]! % daySeconds)
  const days: Day[] = []
  for (let number = 0n; start + (number + 1n) * daySeconds <= times.at(-1)!; number++) {
    const block = blockAt(times, start + (number + 1n) * daySeconds - 1n)
    const moment = momentOf(ledger, { block, atUnix: times[Number(block)]! })
    const fromBlock = blockAt(times, start + number * daySeconds - 1n) + 1n
    if (!(await hasCode(moment, vault.vault))) continue
    days.push(await readDay(moment, vault, { number, fromBlock }))
  }
  return days.map((_, at) => expectedOf(days, at, vault))
}

/** The last block at or before a time. */
function blockAt(times: readonly bigint[], atUnix: bigint): bigint {
  return BigInt(times.filter((time) => time <= atUnix).length - 1)
}

async function readDay(
  moment: Moment,
  vault: LocalVault,
  { number, fromBlock }: { readonly number: bigint; readonly fromBlock: bigint },
): Promise<Day> {
  const generation = number < 15n ? 1 : number < 30n ? 2 : 3
  const [books, held, quotes] = await Promise.all([
    readBooks(moment, { vault: vault.vault, accountant: vault.accountant.address }, fromBlock),
    readHoldings(moment, { name: vault.name, vault: vault.vault, drone: vault.drone, generation }),
    readQuotedPrices(moment, { name: vault.name, generation }),
  ])
  const tokens = [...new Set([vault.vault, vault.base.address, ...held.map(({ asset }) => asset)])]
  const tokenUnits = await Promise.all(tokens.map((token) => readUnit(moment, token)))
  const units = new Map(tokens.map((token, at) => [token, tokenUnits[at]!]))
  const unitOf = (token: Address) => units.get(token)!
  const valued = valueHoldings(held, { quotes, unitOf }, vault.base.address)
  return {
    moment,
    number,
    books,
    held,
    quotes,
    valued,
    net: netOf(valued),
    base: unitOf(vault.base.address),
    share: unitOf(vault.vault),
  }
}

function expectedOf(days: readonly Day[], at: number, vault: LocalVault): ExpectedDay {
  const day = days[at]!
  const { moment, books, base, share, valued } = day
  const before = days[at - 1] ?? null
  const price = ratio(books.rate, 10n ** BigInt(base.decimals))
  const assets = unitsOf(books.assets, base.decimals)
  const usd = parseRatio(priceOf(day.quotes, vault.base.address, 'usd')!)
  const isOpen = before !== null && !before.books.isPaused && !books.isPaused
  const growth = isOpen ? ratio(books.rate, before.books.rate) : null
  return {
    name: vault.name,
    vault: vault.vault,
    day: new Date(Number(moment.atUnix) * 1000).toISOString().slice(0, 10),
    block: moment.block,
    atUnix: moment.atUnix,
    sharePrice: sharePriceOf(books.rate, base.decimals),
    totalAssets: printExact(assets),
    totalSupply: printExact(unitsOf(books.supply, share.decimals)),
    priceUsd: printExact(product(price, usd)),
    tvlUsd: printExact(product(assets, usd)),
    feesOwed: printExact(unitsOf(books.feesOwed, base.decimals)),
    positions: positionsOf(valued),
    netAssets: printExact(day.net),
    nav: navOf(day),
    leftOut: valued.flatMap(({ value, symbol }) => (value === null ? [symbol] : [])),
    stream: streamOf(books, base),
    dailyApy: yearlyOf(growth, daySeconds),
    dailyApr: simpleYearlyOf(growth, daySeconds),
    flags: flagsOf(day, before),
    week: at < 7 ? null : weekOf(days.slice(at - 7, at + 1).map(weekEndOf)),
  }
}

function weekEndOf({ moment, books, base, valued, net, quotes }: Day): WeekEnd {
  return {
    ...books,
    decimals: base.decimals,
    atUnix: moment.atUnix,
    valued,
    net,
    worthOf: (token, per) => worthOf(quotes, token, per)?.worth ?? null,
  }
}

function navOf({ net, books, base }: Day): ExpectedDay['nav'] {
  const [owed, assets] = [books.feesOwed, books.assets].map((units) =>
    unitsOf(units, base.decimals),
  ) as [Ratio, Ratio]
  const counted = less(net, owed)
  const gap = less(counted, assets)
  return {
    feesOwed: printExact(owed),
    netAssets: printExact(counted),
    gap: printExact(gap),
    gapRelative: books.assets === 0n ? null : printRounded(quotient(gap, assets), 18),
  }
}

function streamOf({ stream }: Books, base: Unit): ExpectedDay['stream'] {
  if (stream === null) return null
  return {
    vestedAmount: printExact(unitsOf(stream.gains, base.decimals)),
    vestingSeconds: stream.endUnix - stream.startUnix,
  }
}

function flagsOf({ books, moment, valued, net }: Day, before: Day | null): readonly string[] {
  const { accountantHistory, stream } = books
  const isLower = before !== null && books.rate < before.books.rate
  const isVesting = stream !== null && stream.gains > 0n && stream.endUnix > moment.atUnix
  const isLate = moment.atUnix - books.updatedAtUnix > 3n * daySeconds && !isVesting
  return [
    ...(accountantHistory.hasLoss || isLower ? ['loss'] : []),
    ...(books.isPaused || accountantHistory.hasPause ? ['paused'] : []),
    ...(accountantHistory.hasLeftBounds ? ['out_of_bounds'] : []),
    ...(isLate ? ['late'] : []),
    ...(books.supply === 0n ? ['zero'] : []),
    ...(net.over < 0n ? ['negative'] : []),
    ...(valued.some(({ value }) => value === null) ? ['partial'] : []),
  ]
}
