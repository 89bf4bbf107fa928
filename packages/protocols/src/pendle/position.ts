import type { Address } from '@vaultwright/base'
import type { Claim } from '../action/match.ts'
import type {
  PositionReader,
  PositionResult,
  PositionSubject,
  QuoteResult,
} from '../position/position.ts'
import {
  failedRead,
  holdingsOf,
  mergePositionResults,
  positionResultOf,
} from '../position/position-result.ts'
import {
  addressesIn,
  boundIn,
  damagedSubject,
  type SubjectRow,
  subjectsBy,
} from '../position/subject.ts'
import { accountIn, amountIn, isNothing, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { ContractReadResult, Reading } from '../reading/reading.ts'
import {
  marketOf,
  marketQuestionCount,
  marketQuestions,
  type PendleMarket,
} from './market-reading.ts'

const name = 'pendle'
const wad = 10n ** 18n

/** Finds SY at its rate, PT with its maturity, YT, and liquidity as its part of SY and PT. */
export const pendlePosition: PositionReader = {
  name,
  movable: 'spot',
  subjectsOf: (claims, vault) =>
    subjectsBy(
      name,
      claims.flatMap((claim) => rowsOf(claim, vault)),
    ),
  read: readPendle,
}

function rowsOf(claim: Claim, vault: Address): readonly SubjectRow[] {
  if (claim.pattern.action.protocol !== name) return []
  const markets = boundIn(claim, 'market')
  // What a market is of, it says itself.
  const isAlone = markets.length === 0
  const lists = {
    markets,
    yts: isAlone ? boundIn(claim, 'yt') : [],
    sys: isAlone ? boundIn(claim, 'sy') : [],
  }
  const isAny = Object.values(lists).some((list) => list.length > 0)
  return isAny ? [{ holder: claim.drone ?? vault, values: {}, lists }] : []
}

/** A PT and its YT, and what a market says of them. */
type PendlePair = {
  readonly sy: Address
  readonly pt: Address
  readonly yt: Address
  readonly market: PendleMarket | null
}

function* readPendle(subject: PositionSubject): Reading<PositionResult> {
  const [markets, yts] = [addressesIn(subject, 'markets'), addressesIn(subject, 'yts')]
  const sys = addressesIn(subject, 'sys')
  if (subject.reader !== name || markets === null || yts === null || sys === null) {
    return damagedSubject(subject)
  }
  const { holder } = subject
  const results =
    markets.length + yts.length === 0
      ? []
      : yield [
          ...markets.flatMap((market) => marketQuestions(market, holder)),
          ...yts.flatMap((yt) => [readOf(yt, 'SY()'), readOf(yt, 'PT()')]),
        ]
  const failures: PositionResult[] = []
  const pairs = new Map<Address, PendlePair>()
  for (const [index, address] of markets.entries()) {
    const answers = results.slice(marketQuestionCount * index, marketQuestionCount * (index + 1))
    const market = marketOf(address, answers)
    if (market !== null) pairs.set(market.pt, { ...market, market })
    else if (!isNothing(answers[0])) {
      failures.push(failedRead(`${name} market ${address}`, 'It does not say its tokens.'))
    }
  }
  for (const [index, yt] of yts.entries()) {
    const [sy, pt] = results.slice(marketQuestionCount * markets.length + 2 * index)
    const [ofSy, ofPt] = [accountIn(sy, 0), accountIn(pt, 0)]
    if (isNothing(sy) || (ofPt.value !== null && pairs.has(ofPt.value))) continue
    if (ofSy.value === null || ofPt.value === null) {
      failures.push(failedRead(`${name} YT ${yt}`, ofSy.reason ?? ofPt.reason ?? ''))
    } else pairs.set(ofPt.value, { sy: ofSy.value, pt: ofPt.value, yt, market: null })
  }
  const all = [...pairs.values()]
  const shares = [...new Set([...all.map(({ sy }) => sy), ...sys])]
  return mergePositionResults([yield* readTokens(holder, { pairs: all, shares }), ...failures])
}

type PendleTokens = { readonly pairs: readonly PendlePair[]; readonly shares: readonly Address[] }

function* readTokens(holder: Address, { pairs, shares }: PendleTokens): Reading<PositionResult> {
  if (shares.length === 0) return positionResultOf({})
  const answers = yield [
    ...shares.flatMap((sy) => [
      readOf(sy, 'balanceOf(address)', [holder]),
      readOf(sy, 'exchangeRate()'),
      readOf(sy, 'assetInfo()'),
      readOf(sy, 'yieldToken()'),
    ]),
    ...pairs.flatMap(({ pt, yt }) => [
      readOf(pt, 'balanceOf(address)', [holder]),
      readOf(yt, 'balanceOf(address)', [holder]),
      readOf(pt, 'expiry()'),
    ]),
  ]
  const assets = new Map<Address, Address | null>()
  const ofShares = shares.map((sy, at) => {
    const syAnswers = answers.slice(4 * at, 4 * at + 4)
    const asset = accountIn(syAnswers[2], 1).value ?? accountIn(syAnswers[3], 0).value
    assets.set(sy, asset)
    return syOf({ sy, holder, asset }, syAnswers)
  })
  const ofPairs = pairs.map((pair, at) => {
    const from = 4 * shares.length + 3 * at
    const pairHolder = { pair, holder, asset: assets.get(pair.sy) ?? null }
    return pairOf(pairHolder, answers.slice(from, from + 3))
  })
  return mergePositionResults([...ofShares, ...ofPairs])
}

type SyHolder = { readonly sy: Address; readonly holder: Address; readonly asset: Address | null }

/** Source: Pendle, IStandardizedYield: an amount of SY times the rate is an amount of the asset, both in base units. */
function syOf(
  { sy, holder, asset }: SyHolder,
  [balance, rate]: readonly ContractReadResult[],
): PositionResult {
  if (isNothing(balance)) return positionResultOf({})
  const { value, reason } = amountIn(balance)
  if (value === null) return failedRead(`${name} balance of ${sy}`, reason)
  const worth = wordIn(rate, 0).value
  const parts = [
    positionResultOf({
      holdings: holdingsOf({ protocol: name, holder, asset: sy }, value),
      receipts: [{ holder, asset: sy }],
    }),
  ]
  if (asset !== null && worth !== null && worth > 0n) {
    parts.push(
      positionResultOf({ quotes: [quoteOf(sy, asset, { worth, source: sy, kind: 'rate' })] }),
    )
  } else if (value > 0n) {
    parts.push(failedRead(`price of ${sy}`, 'It does not say its rate and its asset.'))
  }
  return mergePositionResults(parts)
}

type PairHolder = {
  readonly pair: PendlePair
  readonly holder: Address
  readonly asset: Address | null
}

function pairOf(
  { pair, holder, asset }: PairHolder,
  [ofPt, ofYt, end]: readonly ContractReadResult[],
): PositionResult {
  const { sy, pt, yt, market } = pair
  const [ptAmount, ytAmount, expiry] = [amountIn(ofPt), amountIn(ofYt), wordIn(end, 0)]
  if (ptAmount.value === null) return failedRead(`${name} balance of ${pt}`, ptAmount.reason)
  if (ytAmount.value === null) return failedRead(`${name} balance of ${yt}`, ytAmount.reason)
  const place = (token: Address) => ({ protocol: name, holder, asset: token })
  const share = market === null ? { sy: 0n, pt: 0n } : shareOf(market)
  const maturityUnix = expiry.value
  const held = positionResultOf({
    holdings: [
      ...holdingsOf(place(pt), ptAmount.value, { maturityUnix }),
      ...holdingsOf(place(pt), share?.pt ?? 0n, { maturityUnix }),
      ...holdingsOf(place(sy), share?.sy ?? 0n),
      ...holdingsOf(place(yt), ytAmount.value),
    ],
    receipts: [pt, yt, ...(market === null ? [] : [market.market])].map((token) => ({
      holder,
      asset: token,
    })),
  })
  const parts = [held]
  if (share === null)
    parts.push(failedRead(`${name} market ${market?.market}`, 'It says no totals.'))
  if (held.holdings.some((one) => one.asset === pt) && expiry.value === null) {
    parts.push(failedRead(`maturity of ${pt}`, expiry.reason ?? ''))
  }
  if (market !== null && asset !== null)
    parts.push(positionResultOf({ quotes: pricesOf(market, asset) }))
  return mergePositionResults(parts)
}

/** The assets that a holder's liquidity is a part of; null if there is some and the market does not say. */
function shareOf({
  liquidity,
  pool,
}: PendleMarket): { readonly sy: bigint; readonly pt: bigint } | null {
  if (liquidity === 0n) return { sy: 0n, pt: 0n }
  if (liquidity === null || pool === null) return null
  return { sy: (pool.sy * liquidity) / pool.supply, pt: (pool.pt * liquidity) / pool.supply }
}

/** A PT has the decimals of the asset, and with its YT it is worth one. After expiry it is worth one alone. */
function pricesOf({ market, pt, yt, ptRate, isExpired }: PendleMarket, asset: Address) {
  const quotes: QuoteResult[] = []
  if (isExpired) quotes.push(quoteOf(pt, asset, { worth: wad, source: market, kind: 'rate' }))
  else if (ptRate !== null && ptRate > 0n) {
    quotes.push(quoteOf(pt, asset, { worth: ptRate, source: market, kind: 'market' }))
    if (ptRate < wad) {
      quotes.push(quoteOf(yt, asset, { worth: wad - ptRate, source: market, kind: 'market' }))
    }
  }
  return quotes
}

type SyPrice = {
  readonly worth: bigint
  readonly source: Address
  readonly kind: QuoteResult['kind']
}

function quoteOf(asset: Address, per: Address, { worth, source, kind }: SyPrice): QuoteResult {
  return { asset, per, amount: wad, worth, source: `${name}:${source}`, kind }
}
