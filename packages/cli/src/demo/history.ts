import { printUnits } from '@vaultwright/base'
import type { BlockRef, Chain } from '@vaultwright/chain'
import type { DailyPoint, Performance, Snapshot, VaultPlace } from '@vaultwright/store'
import { annualYieldOf } from '@vaultwright/valuation'
import { dollarsOf } from '@vaultwright/wire'
import { assetsOf, type Reading, readVaultAt, type Subject } from './vault-at.ts'

/** What a vault was on each of its days. */
export type History = {
  readonly snapshots: readonly Snapshot[]
  readonly dailyPoints: readonly DailyPoint[]
  /** Of the last day; null when there is less than a week. */
  readonly performance: Performance | null
}

type Day = {
  /** Unix seconds of its first moment. */
  readonly start: bigint
  readonly block: BlockRef
  readonly reading: Reading
}

const daySeconds = 86_400n
const week = 7

/**
 * Reads a vault on every day that is over: at the last block before the day ends.
 *
 * @param chain - the chain.
 * @param subject - the vault, and since when it is there.
 * @param terms - the price of the base asset, and whom to tell of each day that is read.
 * @returns a snapshot and a point for each day, and the yield of the last week.
 */
export async function readHistory(
  chain: Chain,
  subject: Subject & { readonly place: VaultPlace; readonly fromUnix: bigint },
  terms: {
    readonly baseUsd: string
    /** Told of each day that is read. */
    readonly onDay: () => void
  },
): Promise<History> {
  const head = await chain.readBlock('latest')
  const days: Day[] = []
  for (
    let start = startOf(subject.fromUnix);
    start + daySeconds <= head.timestamp;
    start += daySeconds
  ) {
    const block = await chain.readBlockAt(start + daySeconds - 1n)
    days.push({ start, block, reading: await readVaultAt(chain, subject, block) })
    terms.onDay()
  }
  return {
    snapshots: days.map((day) => snapshotOf(day, subject)),
    dailyPoints: days.map((day, at) => pointOf(day, days[at - 1] ?? null, { subject, terms })),
    performance: performanceOf(days, subject),
  }
}

function snapshotOf(
  { start, block, reading }: Day,
  subject: Subject & { place: VaultPlace },
): Snapshot {
  const { base, place, isStreaming, shareDecimals, tokens } = subject
  return {
    ...place,
    ...{
      day: dayOf(start),
      blockNumber: block.number,
      blockHash: block.hash,
      atUnix: block.timestamp,
    },
    type: isStreaming ? 'yield_streaming' : 'fixed_rate',
    baseAsset: base.symbol,
    sharePrice: printUnits(reading.rate, base.decimals),
    totalAssets: printUnits(assetsOf(reading, subject), base.decimals),
    totalSupply: printUnits(reading.supply, shareDecimals),
    positions: tokens.flatMap(({ symbol, decimals }, at) => {
      const balance = reading.balances[at] ?? null
      if (balance === null || balance === 0n) return []
      return [{ protocol: 'idle', asset: symbol, balance: printUnits(balance, decimals) }]
    }),
    prices: { [place.chain]: { [base.symbol]: '1' } },
    yieldStreaming:
      reading.stream === null
        ? null
        : {
            vestedAmount: printUnits(reading.stream.gains, base.decimals),
            vestingSeconds: reading.stream.seconds,
          },
  }
}

function pointOf(
  { start, block, reading }: Day,
  before: Day | null,
  {
    subject,
    terms,
  }: {
    readonly subject: Subject & { readonly place: VaultPlace }
    readonly terms: { readonly baseUsd: string }
  },
): DailyPoint {
  const { base, place } = subject
  const usd = (amount: bigint) => dollarsOf(amount, base.decimals, terms.baseUsd)
  return {
    ...place,
    ...{ day: dayOf(start), blockNumber: block.number, atUnix: block.timestamp },
    dailyApy: before === null ? null : yieldBetween(before, { start, reading }),
    priceUsd: usd(reading.rate),
    sharePrice: printUnits(reading.rate, base.decimals),
    totalAssets: printUnits(assetsOf(reading, subject), base.decimals),
    tvlUsd: usd(assetsOf(reading, subject)),
  }
}

function performanceOf(days: readonly Day[], { place }: { place: VaultPlace }): Performance | null {
  const last = days.at(-1)
  const first = days.at(-1 - week)
  if (last === undefined || first === undefined) return null
  const { platformFeeBps, performanceFeeBps } = last.reading
  return {
    ...place,
    day: dayOf(last.start),
    apy: yieldBetween(first, last),
    fees: printUnits(BigInt(platformFeeBps), 4),
    performanceFees: performanceFeeBps === 0 ? null : printUnits(BigInt(performanceFeeBps), 4),
    realApy: null,
    maturityApy: null,
    feeDrag: null,
    real: [],
    maturities: [],
  }
}

type Edge = Pick<Day, 'start' | 'reading'>

/** Days are whole: a day's end stands for it, wherever its last block was. */
function yieldBetween(from: Edge, to: Edge): string | null {
  const seconds = to.start - from.start
  return annualYieldOf({ from: from.reading.rate, to: to.reading.rate, seconds })
}

function startOf(unix: bigint): bigint {
  return unix - (unix % daySeconds)
}

function dayOf(unix: bigint): string {
  return new Date(Number(unix) * 1000).toISOString().slice(0, 10)
}
