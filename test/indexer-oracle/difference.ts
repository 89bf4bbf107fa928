import type { DailyPoint, Performance, Snapshot } from '@vaultwright/store'
import type {
  DailyResult,
  DayValue,
  Known,
  PerformanceResult,
  ProtocolResult,
} from '@vaultwright/valuation'
import type { ExpectedDay } from '../support/history-oracle.ts'
import type { ExpectedPosition } from '../support/oracle/day-value.ts'
import type { ExpectedProtocol, ExpectedWeek } from '../support/oracle/week.ts'

/** What the indexer's store says of a day: rows, and the results of their receipts. */
export type FoundDay = {
  readonly snapshot: Snapshot
  readonly point: DailyPoint
  readonly value: DayValue
  readonly daily: DailyResult
  readonly week: PerformanceResult | null
  /** Only of the newest day. */
  readonly performance: Performance | null
}

/** A number in two places: what it ought to be, and what it is. */
type Pair = readonly [what: string, expected: unknown, found: unknown]

/** Flags that a day's growth must have exactly when it deserves them. */
const told = ['loss', 'paused', 'out_of_bounds']

/**
 * Compares a day to the last digit.
 *
 * @param expected - by the oracle.
 * @param found - in the store.
 * @returns a line for each difference; none when all is equal.
 */
export function differencesOf(expected: ExpectedDay, found: FoundDay): readonly string[] {
  const pairs = [
    ...dayPairs(expected, found),
    ...rowPairs(expected, found),
    ...positionPairs(expected, found),
    ...weekPairs(expected.week, found.week),
    ...performancePairs(expected.week, found.performance),
  ]
  return pairs.flatMap(([what, one, other]) => {
    const [wanted, is] = [print(one), print(other)]
    if (wanted === is) return []
    return [`${expected.name} ${expected.day} ${what}: expected ${wanted}, found ${is}`]
  })
}

function dayPairs(expected: ExpectedDay, { value, daily }: FoundDay): readonly Pair[] {
  const { stream } = expected
  return [
    ['share price', expected.sharePrice, textOf(value.sharePrice)],
    ['total assets', expected.totalAssets, textOf(value.totalAssets)],
    ['total supply', expected.totalSupply, textOf(value.totalSupply)],
    ['price in USD', expected.priceUsd, textOf(value.priceUsd)],
    ['TVL in USD', expected.tvlUsd, textOf(value.tvlUsd)],
    ['fees owed', expected.feesOwed, textOf(value.feesOwed)],
    ['net assets', expected.netAssets, textOf(value.netAssets)],
    ['partial', expected.leftOut.length > 0, value.flags.some(({ flag }) => flag === 'partial')],
    [
      'stream',
      stream === null ? null : [stream.vestedAmount, stream.vestingSeconds],
      value.stream === null ? null : [value.stream.vestedAmount, value.stream.vestingSeconds],
    ],
    ['daily APY', expected.dailyApy, textOf(daily.dailyApy)],
    ['daily APR', expected.dailyApr, textOf(daily.dailyApr)],
    [
      'flags of the day',
      told.filter((flag) => expected.flags.includes(flag)),
      told.filter((flag) => daily.flags.some((one) => one.flag === flag)),
    ],
  ]
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
  const found = value.positions.map(
    (one): ExpectedPosition => ({
      ...{ protocol: one.protocol, asset: one.asset.symbol, balance: textOf(one.balance)! },
      ...{ price: textOf(one.price), value: textOf(one.value) },
    }),
  )
  const rows = snapshot.positions.map(({ protocol, asset, balance }) => [protocol, asset, balance])
  const wanted = expected.positions.map(({ protocol, asset, balance }) => [
    protocol,
    asset,
    balance,
  ])
  return [
    ...joined(expected.positions, found, ({ protocol, asset }) => `${protocol} ${asset}`),
    ['positions of the snapshot', sorted(wanted), sorted(rows)],
  ]
}

function weekPairs(week: ExpectedWeek | null, found: PerformanceResult | null): readonly Pair[] {
  if (week === null || found === null) return [['APY of a week', null, textOrNull(found?.apy)]]
  return [
    ['APY of the week', week.apy, textOf(found.apy)],
    ['APR of the week', week.apr, textOf(found.apr)],
    ['gross APY', week.grossApy, textOf(found.grossApy)],
    ['fee drag', week.feeDrag, textOf(found.feeDrag)],
    ['platform fee', week.fees, textOf(found.platformFee)],
    ['performance fee', week.performanceFees, textOf(found.performanceFee)],
    ['real APY', week.realApy, textOf(found.realApy)],
    ['maturity APY', week.maturityApy, textOf(found.maturityApy)],
    ['residual', week.residual, textOf(found.residual)],
    ...joined(week.real, found.real.map(protocolOf), ({ protocol }) => `APY of ${protocol}`),
    ...joined(
      week.maturities,
      found.maturities.map((one) => ({ ...protocolOf(one), asset: one.asset })),
      ({ protocol, asset }) => `APY of ${protocol} ${asset}`,
    ),
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

function protocolOf({ protocol, allocation, apy }: ProtocolResult): ExpectedProtocol {
  return { protocol, allocation, apy: textOf(apy) }
}

/** Pairs of what has the same name; what only one side has is paired with nothing. */
function joined<Item>(
  expected: readonly Item[],
  found: readonly Item[],
  nameOf: (item: Item) => string,
): readonly Pair[] {
  const names = new Set([...expected, ...found].map(nameOf))
  return [...names].map((name) => {
    const [one, other] = [expected, found].map((list) => list.filter((it) => nameOf(it) === name))
    return [name, one, other]
  })
}

function textOf({ value }: Known<string>): string | null {
  return value
}

function textOrNull(known: Known<string> | undefined): string | null {
  return known?.value ?? null
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
