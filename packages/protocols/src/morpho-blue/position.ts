import { type Address, type Hex, parseHex, printHex, zeroAddress } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { type Known, knownValue, unknownValue } from '@vaultwright/valuation'
import type { Claim } from '../action/match.ts'
import type {
  PositionReader,
  PositionResult,
  PositionSubject,
  ReadMoment,
} from '../position/position.ts'
import {
  failedRead,
  holdingsOf,
  indexOf,
  mergePositionResults,
  positionResultOf,
} from '../position/position-result.ts'
import {
  addressIn,
  boundIn,
  damagedSubject,
  type SubjectRow,
  subjectsBy,
} from '../position/subject.ts'
import { accountIn, isNothing, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import { type ContractReadResult, joinReadings, type Reading } from '../reading/reading.ts'
import {
  accruedOf,
  assetsDown,
  assetsUp,
  growthOf,
  type MorphoMarket,
  type MorphoTotals,
  marketIn,
} from './accrual.ts'

const name = 'morpho_blue'
const none: MorphoTotals = { assets: 0n, shares: 0n }
/** Of a market that is not asked, for nothing in it has shares. */
const empty = { supply: none, debt: none }

/** Asks a model what a market costs a second, of the market's own words. Source: Morpho Blue, IIrm. */
const rateSignature =
  'borrowRateView((address,address,address,address,uint256),(uint128,uint128,uint128,uint128,uint128,uint128))'

/**
 * Loan-to-values that markets can have, in thousandths: leaves do not bind which. Source: Morpho
 * documentation, LLTVs enabled by governance.
 */
export const thousandths = [0n, 385n, 625n, 770n, 860n, 915n, 945n, 965n, 980n]

/**
 * Finds what is lent to markets, what is owed to them and the collateral in them, with the interest until
 * the block that is read at, whether or not Morpho has booked it.
 */
export const morphoBluePosition: PositionReader = {
  name,
  movable: 'none',
  subjectsOf: (claims, vault) =>
    subjectsBy(
      name,
      claims.flatMap((claim) => rowsOf(claim, vault)),
    ),
  read: readMarkets,
}

function rowsOf(claim: Claim, vault: Address): readonly SubjectRow[] {
  if (claim.pattern.action.protocol !== name) return []
  const named = ['morpho', 'loan_token', 'collateral_token', 'oracle', 'irm'].map((slot) =>
    boundIn(claim, slot),
  )
  const [morpho, loan, collateral, oracle, irm] = named.flat()
  if (named.some((one) => one.length === 0)) return []
  const ids = thousandths.map((part) =>
    marketIdOf([loan!, collateral!, oracle!, irm!], part * 10n ** 15n),
  )
  const values = { morpho: morpho!, loan_token: loan!, collateral_token: collateral! }
  return [{ holder: claim.drone ?? vault, values, lists: { ids } }]
}

/**
 * Works out the id of a market.
 *
 * Source: Morpho Blue, MarketParamsLib.
 */
export function marketIdOf(accounts: readonly Address[], lltv: bigint): Hex {
  const words = [...accounts.map((one) => one.slice(2)), lltv.toString(16)]
  return printHex(keccak256(parseHex(`0x${words.map((word) => word.padStart(64, '0')).join('')}`)))
}

function* readMarkets(subject: PositionSubject, { atUnix }: ReadMoment): Reading<PositionResult> {
  const [morpho, loan] = [addressIn(subject, 'morpho'), addressIn(subject, 'loan_token')]
  const collateral = addressIn(subject, 'collateral_token')
  const ids = idsIn(subject)
  if (subject.reader !== name || morpho === null || loan === null) return damagedSubject(subject)
  if (collateral === null || ids === null) return damagedSubject(subject)
  const { holder } = subject
  const results = yield ids.map((id) => readOf(morpho, 'position(bytes32,address)', [id, holder]))
  const open = ids.filter((_, at) => isOpen(results[at]!))
  const markets = yield* joinReadings(open.map((id) => readMarket({ morpho, id }, atUnix)))
  return mergePositionResults(
    ids.map((id, at) => {
      const ref = { morpho, holder, loan, collateral, id }
      return marketOf(ref, results[at]!, markets[open.indexOf(id)] ?? null)
    }),
  )
}

/** Reads a market with its interest booked: its own words in one round, its model's rate in the next. */
export function* readMarket(
  { morpho, id }: Pick<MorphoMarketRef, 'morpho' | 'id'>,
  atUnix: bigint,
): Reading<Known<MorphoMarket>> {
  const [booked, terms] = yield [
    readOf(morpho, 'market(bytes32)', [id]),
    readOf(morpho, 'idToMarketParams(bytes32)', [id]),
  ]
  const market = marketIn(booked)
  if (market === null) return unknownValue('It does not say what its shares are worth.')
  if (market.debt.assets === 0n || market.updatedAtUnix >= atUnix) return knownValue(market)
  const model = accountIn(terms, 3)
  const words = wordsOf(terms, 5)
  if (model.value === null || words === null) {
    return unknownValue('It does not say how its interest is set.')
  }
  if (model.value === zeroAddress) return knownValue(market)
  const [answer] = yield [readOf(model.value, rateSignature, [...words, ...wordsOf(booked, 6)!])]
  const rate = wordIn(answer, 0)
  if (rate.value === null) return unknownValue(`Its rate model says no rate: ${rate.reason}`)
  return knownValue(accruedOf(market, rate.value, atUnix))
}

function wordsOf(answer: ContractReadResult | undefined, count: number): readonly bigint[] | null {
  const words = Array.from({ length: count }, (_, index) => wordIn(answer, index).value)
  return words.every((word) => word !== null) ? words : null
}

/** True if the worth of a position's shares must be read from the market. */
function isOpen(position: ContractReadResult): boolean {
  return [0, 1].some((word) => (wordIn(position, word).value ?? 0n) > 0n)
}

type MorphoMarketRef = {
  readonly morpho: Address
  readonly holder: Address
  readonly loan: Address
  readonly collateral: Address
  readonly id: Hex
}

function marketOf(
  ref: MorphoMarketRef,
  position: ContractReadResult,
  market: Known<MorphoMarket> | null,
): PositionResult {
  if (isNothing(position)) return positionResultOf({})
  const [lent, owed, put] = [0, 1, 2].map((word) => wordIn(position, word))
  const { morpho, holder, loan, collateral, id } = ref
  if (lent!.value === null || owed!.value === null || put!.value === null) {
    return failedRead(`${name} market ${id}`, put!.reason ?? '')
  }
  // Collateral alone would be counted for more than it is: what it secures is not known.
  if (market?.value === null) return failedRead(`${name} market ${id}`, market.reason)
  const place = { protocol: name, holder, asset: loan }
  const { supply, debt } = market?.value ?? empty
  const index = (kind: string, totals: MorphoTotals) =>
    indexOf([name, morpho, `${kind}/${id}`, loan], growthOf(totals))
  return positionResultOf({
    holdings: [
      ...holdingsOf(place, assetsDown(lent!.value, supply), { index: index('supply', supply) }),
      ...holdingsOf(place, -assetsUp(owed!.value, debt), { index: index('debt', debt) }),
      // Collateral earns nothing: an index that never moves says so.
      ...holdingsOf({ protocol: name, holder, asset: collateral }, put!.value, {
        index: indexOf([name, morpho, `collateral/${id}`, collateral], 1n),
      }),
    ],
  })
}

function idsIn({ values }: PositionSubject): readonly Hex[] | null {
  const ids = values.ids?.split(',') ?? []
  return ids.length > 0 && ids.every(isId) ? ids : null
}

function isId(text: string): text is Hex {
  return /^0x[0-9a-f]{64}$/.test(text)
}
