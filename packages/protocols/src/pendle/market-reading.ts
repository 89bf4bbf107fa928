import type { Address } from '@vaultwright/base'
import { multicall3Address } from '@vaultwright/registry'
import { accountIn, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { ContractRead, ContractReadResult } from '../reading/reading.ts'

/** The answers of a market of a PT. */
export type PendleMarket = {
  readonly market: Address
  readonly sy: Address
  readonly pt: Address
  readonly yt: Address
  /** Liquidity of the holder; null when it could not be read. */
  readonly liquidity: bigint | null
  /** The assets that all liquidity shares; null if the market does not say. */
  readonly pool: { readonly sy: bigint; readonly pt: bigint; readonly supply: bigint } | null
  /** One PT in the accounting asset, 18 decimals; null when the market does not say. */
  readonly ptRate: bigint | null
  readonly isExpired: boolean
}

/** Lists what a market is asked, in one round. */
export function marketQuestions(market: Address, holder: Address): readonly ContractRead[] {
  return [
    readOf(market, 'readTokens()'),
    readOf(market, 'balanceOf(address)', [holder]),
    readOf(market, 'isExpired()'),
    readOf(market, 'readState(address)', [0n]),
    readOf(market, 'ptToAssetRate()'),
    readOf(market, 'totalSy()'),
    readOf(market, 'totalPt()'),
    readOf(market, 'totalSupply()'),
    readOf(multicall3Address, 'getCurrentBlockTimestamp()'),
  ]
}

/** The number of its questions. */
export const marketQuestionCount = 9

/**
 * Reads what a market answered. A market says its state together, or each part of it; the price of its PT
 * is what it says outright, or what its last trade implies.
 *
 * Source: Pendle, IPMarket: `readTokens`, `readState` with MarketState.
 *
 * @returns the market; null when it does not say its tokens.
 */
export function marketOf(
  market: Address,
  answers: readonly ContractReadResult[],
): PendleMarket | null {
  const [tokens, balance, expired, state, rate, totalSy, totalPt, supply, clock] = answers
  const [sy, pt, yt] = [0, 1, 2].map((word) => accountIn(tokens, word).value)
  if (sy == null || pt == null || yt == null) return null
  const isExpired = wordIn(expired, 0).value === 1n
  const totals = [
    wordIn(state, 1).value ?? wordIn(totalSy, 0).value,
    wordIn(state, 0).value ?? wordIn(totalPt, 0).value,
    wordIn(state, 2).value ?? wordIn(supply, 0).value,
  ] as const
  const [poolSy, poolPt, poolSupply] = totals
  const isWhole = poolSy !== null && poolPt !== null && poolSupply !== null && poolSupply > 0n
  return {
    market,
    sy,
    pt,
    yt,
    isExpired,
    liquidity: wordIn(balance, 0).value,
    pool: isWhole ? { sy: poolSy, pt: poolPt, supply: poolSupply } : null,
    ptRate: wordIn(rate, 0).value ?? impliedBy(state!, clock!),
  }
}

/** Words of MarketState: expiry, and the natural logarithm of the rate that the last trade implies. */
const [expiryWord, lnRateWord] = [5, 8]

function impliedBy(state: ContractReadResult, clock: ContractReadResult): bigint | null {
  const [expiry, lnRate] = [wordIn(state, expiryWord).value, wordIn(state, lnRateWord).value]
  const now = wordIn(clock, 0).value
  // Both are 96 bits wide at most; what is wider is not a market's state.
  if (expiry === null || lnRate === null || now === null) return null
  return expiry >> 96n === 0n && lnRate >> 96n === 0n ? ptRateOf(lnRate, expiry - now) : null
}

const wad = 10n ** 18n
const scale = 10n ** 36n
const yearSeconds = 365n * 86_400n
/** Beyond it the price has no digit that is not zero. */
const maxExponent = 40n * scale

/**
 * Works out what one PT is worth from the rate that the last trade of its market implies: e^(-rate * time).
 *
 * Source: Pendle, MarketMathCore: the implied rate is the natural logarithm of a year's growth.
 *
 * @returns in the accounting asset, 18 decimals, rounded down; 0 when it is too little to say.
 */
export function ptRateOf(lnRate: bigint, seconds: bigint): bigint {
  if (seconds <= 0n || lnRate <= 0n) return wad
  const exponent = (lnRate * seconds * (scale / wad)) / yearSeconds
  if (exponent > maxExponent) return 0n
  let sum = scale
  let term = scale
  for (let step = 1n; term > 0n; step += 1n) {
    term = (term * exponent) / (scale * step)
    sum += term
  }
  return (scale * wad) / sum
}
