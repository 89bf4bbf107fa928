import type { Address } from '@vaultwright/base'
import { parseAbiItem } from 'viem'
import type { Moment } from './ledger.ts'

/** The books of an accountant of the local chain at the end of a day. Base units. */
export type Books = {
  readonly rate: bigint
  readonly supply: bigint
  /** Of the accountant itself when it knows, else by its rate. */
  readonly assets: bigint
  readonly isPaused: boolean
  readonly highwaterMark: bigint
  readonly feesOwed: bigint
  readonly platformFeeBps: bigint
  readonly performanceFeeBps: bigint
  readonly updatedAtUnix: bigint
  readonly stream: {
    readonly price: bigint
    readonly gains: bigint
    readonly bookedAtUnix: bigint
    readonly startUnix: bigint
    readonly endUnix: bigint
  } | null
  /** The reports of the accountant in the course of the day. */
  readonly accountantHistory: {
    /** A loss was reported, or a rate was posted below the one before. */
    readonly hasLoss: boolean
    readonly hasPause: boolean
    readonly hasLeftBounds: boolean
  }
}

const address = 'address'
const stateWords = `${address},uint96,uint128,uint128,uint96,uint16,uint16,uint64,bool,uint24,uint16,uint16`
const streamWords = 'uint128,uint128,uint128,uint64,uint64'

const accountantEvents = [
  'event ExchangeRateUpdated(uint96 oldRate, uint96 newRate, uint64 currentTime)',
  'event Paused()',
  'event Unpaused()',
  'event LossRecorded(uint256 lossAmount)',
].map((text) => parseAbiItem(text as 'event Paused()'))

/**
 * Reads a vault's books.
 *
 * @param moment - the chain at the end of a day.
 * @param vault - whose shares are counted, and its accountant.
 * @param fromBlock - first block of the day.
 * @returns what it says.
 */
export async function readBooks(
  moment: Moment,
  vault: { readonly vault: Address; readonly accountant: Address },
  fromBlock: bigint,
): Promise<Books> {
  const { ask } = moment
  const to = vault.accountant
  const [rate, supply, decimals, state, stream, assets] = await Promise.all([
    ask<bigint>(to, 'getRate() view returns (uint256)'),
    ask<bigint>(vault.vault, 'totalSupply() view returns (uint256)'),
    ask<number>(vault.vault, 'decimals() view returns (uint8)'),
    ask<State>(to, `accountantState() view returns (${stateWords})`),
    ask<readonly bigint[]>(to, `vestingState() view returns (${streamWords})`),
    ask<bigint>(to, 'totalAssets() view returns (uint256)'),
  ])
  const [price, gains, bookedAtUnix, startUnix, endUnix] = stream ?? []
  return {
    rate: rate!,
    supply: supply!,
    assets: assets ?? (rate! * supply!) / 10n ** BigInt(decimals!),
    isPaused: state![8],
    highwaterMark: state![1],
    feesOwed: state![2],
    platformFeeBps: BigInt(state![10]),
    performanceFeeBps: BigInt(state![11]),
    updatedAtUnix: state![7],
    stream:
      stream === null
        ? null
        : {
            price: price!,
            gains: gains!,
            bookedAtUnix: bookedAtUnix!,
            startUnix: startUnix!,
            endUnix: endUnix!,
          },
    accountantHistory: await readAccountantEvents(
      moment,
      { accountant: to, bounds: [state![5], state![6]] },
      fromBlock,
    ),
  }
}

type State = readonly [
  Address,
  bigint,
  bigint,
  bigint,
  bigint,
  number,
  number,
  bigint,
  boolean,
  number,
  number,
  number,
]

async function readAccountantEvents(
  { client, block }: Moment,
  { accountant, bounds }: { readonly accountant: Address; readonly bounds: readonly number[] },
  fromBlock: bigint,
): Promise<Books['accountantHistory']> {
  const logs = (await client.getLogs({
    address: accountant,
    events: accountantEvents as never,
    fromBlock,
    toBlock: block,
  })) as unknown as readonly {
    readonly eventName: string
    readonly args: { readonly oldRate: bigint; readonly newRate: bigint }
  }[]
  const [upper, lower] = bounds.map(BigInt) as [bigint, bigint]
  const names = new Set(logs.map(({ eventName }) => eventName))
  const posted = logs.flatMap(({ eventName, args }) =>
    eventName === 'ExchangeRateUpdated' ? [args] : [],
  )
  return {
    hasLoss: names.has('LossRecorded') || posted.some(({ oldRate, newRate }) => newRate < oldRate),
    hasPause: names.has('Paused') || names.has('Unpaused'),
    hasLeftBounds: posted.some(
      ({ oldRate, newRate }) =>
        newRate > (oldRate * upper) / 10_000n || newRate < (oldRate * lower) / 10_000n,
    ),
  }
}
