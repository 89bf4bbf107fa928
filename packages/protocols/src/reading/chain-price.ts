import { type Address, printUnits } from '@vaultwright/base'
import {
  type Known,
  knownValue,
  type Quote,
  type ReadFailure,
  unknownValue,
} from '@vaultwright/valuation'
import { signedOf, wordIn } from './answer.ts'
import { readOf } from './read-call.ts'
import type { ContractRead, ContractReadResult, Reading } from './reading.ts'

/** A price that a contract tells. */
export type ChainPrice =
  /** Chainlink's interface; its answer is in US dollars. */
  | {
      readonly kind: 'feed'
      readonly asset: Address
      readonly feed: Address
      /** An answer that is older is not taken. */
      readonly maxAgeSeconds: number
      readonly confidence: string | null
    }
  /** Aave's oracle; `per` is what its base currency stands for. */
  | {
      readonly kind: 'oracle'
      readonly asset: Address
      readonly oracle: Address
      readonly per: Address | 'usd'
      readonly confidence: string | null
    }
  /** `getRate()`: base units of `per` for one whole unit of the asset. */
  | {
      readonly kind: 'rate'
      readonly asset: Address
      readonly provider: Address
      readonly per: Address
      readonly confidence: string | null
    }

/** The result of a source: a quote or a failure. */
export type PriceResult = {
  readonly quote: Quote | null
  readonly failure: ReadFailure | null
}

/** A price in whole units, and when the source says that it was so. */
type OraclePrice = { readonly price: string; readonly atUnix: bigint }

const maxDecimals = 77n
/** Aave's markets in US dollars count eight decimals. Source: Aave v3, AaveOracle, BASE_CURRENCY_UNIT. */
const dollarUnit = 10n ** 8n

/**
 * Asks a contract for a price, in one round.
 *
 * @param blockUnix - time of the block that is read at · unix s.
 * @returns a reading of a quote; a failure when there is none, it is not above zero, or it is too old.
 */
export function* readChainPrice(price: ChainPrice, blockUnix: bigint): Reading<PriceResult> {
  const answers = yield readsOf(price)
  const chainPrice = priceIn(price, answers, blockUnix)
  if (chainPrice.value === null) {
    const what = `price of ${price.asset} by ${sourceOf(price)}`
    return { quote: null, failure: { what, reason: chainPrice.reason } }
  }
  const quote: Quote = {
    asset: price.asset,
    per: price.kind === 'feed' ? 'usd' : price.per,
    price: chainPrice.value.price,
    source: sourceOf(price),
    atUnix: String(chainPrice.value.atUnix),
    confidence: price.confidence,
    kind: price.kind === 'rate' ? 'rate' : 'market',
  }
  return { quote, failure: null }
}

function readsOf(price: ChainPrice): readonly ContractRead[] {
  switch (price.kind) {
    case 'feed':
      return [readOf(price.feed, 'latestRoundData()'), readOf(price.feed, 'decimals()')]
    case 'oracle':
      return [
        readOf(price.oracle, 'getAssetPrice(address)', [price.asset]),
        readOf(price.oracle, 'BASE_CURRENCY_UNIT()'),
      ]
    case 'rate':
      return [readOf(price.provider, 'getRate()'), readOf(price.per, 'decimals()')]
  }
}

function sourceOf(price: ChainPrice): string {
  switch (price.kind) {
    case 'feed':
      return `feed:${price.feed}`
    case 'oracle':
      return `aave-oracle:${price.oracle}`
    case 'rate':
      return `rate:${price.provider}`
  }
}

function priceIn(
  price: ChainPrice,
  answers: readonly ContractReadResult[],
  blockUnix: bigint,
): Known<OraclePrice> {
  if (price.kind === 'feed') return feedOf(answers, { blockUnix, maxAge: price.maxAgeSeconds })
  const amount = wordIn(answers[0], 0)
  const decimals = price.kind === 'oracle' ? unitOf(price, answers[1]!) : decimalsIn(answers[1]!)
  if (amount.value === null) return amount
  if (decimals.value === null) return decimals
  if (amount.value === 0n) return unknownValue('The price is zero.')
  return knownValue({ price: printUnits(amount.value, decimals.value), atUnix: blockUnix })
}

type Age = { readonly blockUnix: bigint; readonly maxAge: number }

/** Words: round, answer, started, updated, answered in round. Source: Chainlink AggregatorV3Interface. */
function feedOf(
  [round, places]: readonly ContractReadResult[],
  { blockUnix, maxAge }: Age,
): Known<OraclePrice> {
  const [answer, updated] = [wordIn(round, 1), wordIn(round, 3)]
  const decimals = decimalsIn(places!)
  if (answer.value === null) return answer
  if (updated.value === null) return updated
  if (decimals.value === null) return decimals
  const value = signedOf(answer.value)
  if (value <= 0n) return unknownValue(`The price is ${value === 0n ? 'zero' : 'below zero'}.`)
  if (updated.value === 0n) return unknownValue('The feed has never been updated.')
  const age = blockUnix - updated.value
  if (age < 0n) return unknownValue('The feed says that it was updated after the block.')
  if (age > BigInt(maxAge)) {
    return unknownValue(`The price is ${age} seconds old, and ${maxAge} are allowed.`)
  }
  return knownValue({ price: printUnits(value, decimals.value), atUnix: updated.value })
}

/** The decimals of an oracle's unit; an oracle in US dollars that does not say it keeps to Aave's eight. */
function unitOf(price: ChainPrice & { kind: 'oracle' }, answer: ContractReadResult): Known<number> {
  const unit = wordIn(answer, 0)
  const value = unit.value ?? (price.per === 'usd' ? dollarUnit : null)
  if (value === null) return unknownValue(unit.reason ?? '')
  const digits = String(value)
  return /^10*$/.test(digits)
    ? knownValue(digits.length - 1)
    : unknownValue(`The unit of the oracle is ${digits}, which is not a power of ten.`)
}

function decimalsIn(answer: ContractReadResult): Known<number> {
  const decimals = wordIn(answer, 0)
  if (decimals.value === null) return unknownValue(`It says no decimals: ${decimals.reason}`)
  return decimals.value > maxDecimals
    ? unknownValue(`It says ${decimals.value} decimals.`)
    : knownValue(Number(decimals.value))
}
