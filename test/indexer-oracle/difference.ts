import type { DailyPoint, Performance, Snapshot } from '@vaultwright/store'
import type {
  DailyResult,
  DayValue,
  Flag,
  Known,
  PerformanceResult,
  ProtocolResult,
} from '@vaultwright/valuation'
import type { ExpectedDay } from '../support/index/history-oracle.ts'
import type { ExpectedPosition } from '../support/index/oracle/day-value.ts'
import type { ExpectedProtocol, ExpectedWeek } from '../support/index/oracle/week.ts'

/** The indexer's stored day: rows, and the results of their receipts. */
export type FoundDay = {
  readonly snapshot: Snapshot
  readonly point: DailyPoint
  readonly value: DayValue
  readonly daily: DailyResult
  readonly week: PerformanceResult | null
  /** Only of the newest day. */
  readonly performance: Performance | null
}

/** Slug of the only chain. */
const chain = 'local'

type Pair = readonly [what: string, expected: unknown, found: unknown]

/** Flags that a day's growth must have exactly when it deserves them. */
const toldOfGrowth = ['loss', 'paused', 'out_of_bounds']
/** The same of what a day was worth. */
const toldOfWorth = ['zero', 'late', 'negative', 'partial', 'depegged', 'stale_price']
/** The maximum part that may stay unexplained without a statement. */
const explained = 0.01

/**
 * Compares a day to the last digit.
 *
 * @param expected - by the oracle.
 * @param foundDay - in the store.
 * @returns a line for each difference; none when all is equal.
 */
export function differencesOf(expected: ExpectedDay, foundDay: FoundDay): readonly string[] {
  const pairs = [
    ...dayPairs(expected, foundDay),
    ...rowPairs(expected, foundDay),
    ...positionPairs(expected, foundDay),
    ...weekPairs(expected.week, foundDay.week),
    ...chainPairs(expected, foundDay.week),
    ...performancePairs(expected.week, foundDay.performance),
  ]
  return pairs.flatMap(([what, expectedValue, actualValue]) => {
    const [expectedText, is] = [print(expectedValue), print(actualValue)]
    if (expectedText === is) return []
    return [`${expected.name} ${expected.day} ${what}: expected ${expectedText}, found ${is}`]
  })
}

function dayPairs(expected: ExpectedDay, { value, daily, snapshot }: FoundDay): readonly Pair[] {
  const { stream } = expected
  return [
    ['share price', expected.sharePrice, textOf(value.sharePrice)],
    ['total assets', expected.totalAssets, textOf(value.totalAssets)],
    ['total supply', expected.totalSupply, textOf(value.totalSupply)],
    ['price in USD', expected.priceUsd, textOf(value.priceUsd)],
    ['TVL in USD', expected.tvlUsd, textOf(value.tvlUsd)],
    ['fees owed', expected.feesOwed, textOf(value.feesOwed)],
    ['held assets', expected.netAssets, textOf(value.heldAssets)],
    ['net assets', expected.nav.netAssets, textOf(value.netAssets)],
    ['gap', expected.nav.gap, textOf(value.navGap)],
    ['gap of the total', expected.nav.gapRelative, textOf(value.navGapRelative)],
    ['stored net assets', expected.nav, storedNavOf(snapshot.nav)],
    flagPair('flags of the worth', toldOfWorth, [expected.flags, value.flags]),
    [
      'stream',
      stream === null ? null : [stream.vestedAmount, stream.vestingSeconds],
      value.stream === null ? null : [value.stream.vestedAmount, value.stream.vestingSeconds],
    ],
    ['daily APY', expected.dailyApy, textOf(daily.dailyApy)],
    ['daily APR', expected.dailyApr, textOf(daily.dailyApr)],
    flagPair('flags of the growth', toldOfGrowth, [expected.flags, daily.flags]),
  ]
}

function storedNavOf(nav: FoundDay['snapshot']['nav']) {
  if (nav === null) return null
  const { feesOwed, netAssets, gap, gapRelative } = nav
  return { feesOwed, netAssets, gap, gapRelative }
}

function rowPairs(expected: ExpectedDay, { snapshot, point }: FoundDay): readonly Pair[] {
  return [
    ...[snapshot, point].flatMap((row): readonly Pair[] => [
      ['day of a row', expected.day, row.day],
      ['block of a row', expected.block, row.blockNumber],
      ['time of a row', expected.atUnix, row.atUnix],
      ['share price of a row', expected.sharePrice, row.sharePrice],
      ['total assets of a row', expected.totalAssets, row.totalAssets],
    ]),
    ['supply of the snapshot', expected.totalSupply, snapshot.totalSupply],
    ['stream of the snapshot', expected.stream, snapshot.yieldStreaming],
    ['price in USD of the point', expected.priceUsd, point.priceUsd],
    ['TVL of the point', expected.tvlUsd, point.tvlUsd],
    ['daily APY of the point', expected.dailyApy, point.dailyApy],
  ]
}

function positionPairs(expected: ExpectedDay, { value, snapshot }: FoundDay): readonly Pair[] {
  const actual = value.positions.map(
    (one): ExpectedPosition => ({
      protocol: one.protocol,
      asset: one.asset.symbol,
      balance: textOf(one.balance)!,
      price: textOf(one.price),
      value: textOf(one.value),
    }),
  )
  const rows = snapshot.positions.map(({ protocol, asset, balance }) => [protocol, asset, balance])
  const expectedRows = expected.positions.map(({ protocol, asset, balance }) => [
    protocol,
    asset,
    balance,
  ])
  return [
    ...joined(expected.positions, actual, ({ protocol, asset }) => `${protocol} ${asset}`),
    ['positions of the snapshot', sorted(expectedRows), sorted(rows)],
  ]
}

function weekPairs(
  week: ExpectedWeek | null,
  performance: PerformanceResult | null,
): readonly Pair[] {
  if (week === null || performance === null)
    return [['APY of a week', null, textOrNull(performance?.apy)]]
  return [
    ['APY of the week', week.apy, textOf(performance.apy)],
    ['APR of the week', week.apr, textOf(performance.apr)],
    ['gross APY', week.grossApy, textOf(performance.grossApy)],
    ['fee drag', week.feeDrag, textOf(performance.feeDrag)],
    ['platform fee', week.fees, textOf(performance.platformFee)],
    ['performance fee', week.performanceFees, textOf(performance.performanceFee)],
    ['real APY', week.realApy, textOf(performance.realApy)],
    ['maturity APY', week.maturityApy, textOf(performance.maturityApy)],
    ['residual', week.residual, textOf(performance.residual)],
    [
      'unexplained',
      Math.abs(Number(week.residual ?? 0)) > explained,
      performance.flags.some(({ flag }) => flag === 'unexplained'),
    ],
    ...joined(week.real, performance.real.map(protocolOf), ({ protocol }) => `APY of ${protocol}`),
    ...joined(
      week.maturities,
      performance.maturities.map((one) => ({ ...protocolOf(one), asset: one.asset })),
      ({ protocol, asset }) => `APY of ${protocol} ${asset}`,
    ),
  ]
}

/** The local chain is the only one. */
function chainPairs(expected: ExpectedDay, performance: PerformanceResult | null): readonly Pair[] {
  if (performance === null) return [['performance', 'a result', performance]]
  const { supply, totalAssets, netAssets, allocation, missing } = performance.acrossChains
  return [
    ['supply of all chains', expected.totalSupply, textOf(supply)],
    ['total assets of all chains', expected.totalAssets, textOf(totalAssets)],
    ['net assets of all chains', expected.netAssets, textOf(netAssets)],
    ['allocation', expected.netAssets === '0' ? {} : { [chain]: '1' }, allocation],
    ['missing chains', [], missing],
  ]
}

function performancePairs(week: ExpectedWeek | null, row: Performance | null): readonly Pair[] {
  if (week === null || row === null) return []
  const plain = row.real.map(({ protocol, allocation, apy }) => ({ protocol, allocation, apy }))
  return [
    ['APY of the row', week.apy, row.apy],
    ['fees of the row', week.fees, row.fees],
    ['performance fees of the row', week.performanceFees, row.performanceFees],
    ['real APY of the row', week.realApy, row.realApy],
    ['maturity APY of the row', week.maturityApy, row.maturityApy],
    ['fee drag of the row', week.feeDrag, row.feeDrag],
    ...joined(week.real, plain, ({ protocol }) => `row of ${protocol}`),
  ]
}

function flagPair(
  what: string,
  names: readonly string[],
  [expected, actual]: readonly [readonly string[], readonly Flag[]],
): Pair {
  const is = new Set(actual.map(({ flag }): string => flag))
  return [
    what,
    names.filter((name) => expected.includes(name)),
    names.filter((name) => is.has(name)),
  ]
}

function protocolOf({ protocol, allocation, apy }: ProtocolResult): ExpectedProtocol {
  return { protocol, allocation, apy: textOf(apy) }
}

/** Pairs of what has the same name; what only one side has is paired with nothing. */
function joined<Item>(
  expected: readonly Item[],
  actual: readonly Item[],
  nameOf: (item: Item) => string,
): readonly Pair[] {
  const names = new Set([...expected, ...actual].map(nameOf))
  return [...names].map((name) => {
    const [expectedFlags, actualFlags] = [expected, actual].map((list) =>
      list.filter((it) => nameOf(it) === name),
    )
    return [name, expectedFlags, actualFlags]
  })
}

function textOf({ value }: Known<string>): string | null {
  return value
}

function textOrNull(field: Known<string> | undefined): string | null {
  return field?.value ?? null
}

function sorted(rows: readonly (readonly string[])[]): readonly string[] {
  return rows.map((row) => row.join(' ')).sort()
}

function print(value: unknown): string {
  return JSON.stringify(value, (_, part) => {
    if (typeof part === 'bigint') return String(part)
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
  })
}
