import { type Address, type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { isNothing, wordIn } from '../answer.ts'
import type { Claim } from '../claim.ts'
import { failed, foundOf, holdingsOf, indexOf, joinFound } from '../found.ts'
import type { Found, PositionReader, Subject } from '../position.ts'
import { readOf } from '../read-call.ts'
import type { Reading, ReadResult } from '../reading.ts'
import { addressIn, boundIn, damaged, type SubjectRow, subjectsBy } from '../subject.ts'

const name = 'morpho_blue'
const scale = 10n ** 36n

/** Source: Morpho Blue, SharesMathLib. */
const [virtualShares, virtualAssets] = [10n ** 6n, 1n]

/**
 * Loan-to-values that markets can have, in thousandths: leaves do not bind which. Source: Morpho
 * documentation, LLTVs enabled by governance.
 */
const thousandths = [0n, 385n, 625n, 770n, 860n, 915n, 945n, 965n, 980n]

/**
 * Finds what is lent to markets, what is owed to them and the collateral in them, as Morpho has booked it:
 * interest since a market was last touched is not in it.
 */
export const morphoBluePosition: PositionReader = {
  name,
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
 *
 * @param accounts - loan token, collateral token, oracle, interest rate model.
 * @param lltv - 18 decimals.
 * @returns 32 bytes.
 */
export function marketIdOf(accounts: readonly Address[], lltv: bigint): Hex {
  const words = [...accounts.map((one) => one.slice(2)), lltv.toString(16)]
  return printHex(keccak256(parseHex(`0x${words.map((word) => word.padStart(64, '0')).join('')}`)))
}

function* readMarkets(subject: Subject): Reading<Found> {
  const [morpho, loan] = [addressIn(subject, 'morpho'), addressIn(subject, 'loan_token')]
  const collateral = addressIn(subject, 'collateral_token')
  const ids = idsIn(subject)
  if (subject.reader !== name || morpho === null || loan === null) return damaged(subject)
  if (collateral === null || ids === null) return damaged(subject)
  const { holder } = subject
  const told = yield ids.map((id) => readOf(morpho, 'position(bytes32,address)', [id, holder]))
  const open = ids.filter((_, at) => isOpen(told[at]!))
  const markets =
    open.length === 0 ? [] : yield open.map((id) => readOf(morpho, 'market(bytes32)', [id]))
  return joinFound(
    ids.map((id, at) => {
      const seat = { morpho, holder, loan, collateral, id }
      return marketOf(seat, told[at]!, markets[open.indexOf(id)] ?? null)
    }),
  )
}

/** Whether a market must be asked what its shares are worth. */
function isOpen(position: ReadResult): boolean {
  return [0, 1].some((word) => (wordIn(position, word).value ?? 0n) > 0n)
}

type Seat = {
  readonly morpho: Address
  readonly holder: Address
  readonly loan: Address
  readonly collateral: Address
  readonly id: Hex
}

function marketOf(seat: Seat, position: ReadResult, market: ReadResult): Found {
  if (isNothing(position)) return foundOf({})
  const [lent, owed, put] = [0, 1, 2].map((word) => wordIn(position, word))
  const { morpho, holder, loan, collateral, id } = seat
  if (lent!.value === null || owed!.value === null || put!.value === null) {
    return failed(`${name} market ${id}`, put!.reason ?? '')
  }
  const place = { protocol: name, holder, asset: loan }
  const [supply, debt] = [totalsOf(market, 0), totalsOf(market, 2)]
  if ((supply === null || debt === null) && (lent!.value > 0n || owed!.value > 0n)) {
    return failed(`${name} market ${id}`, 'It does not say what its shares are worth.')
  }
  const index = (kind: string, totals: Totals | null) =>
    indexOf([name, morpho, `${kind}/${id}`, loan], totals === null ? null : growthOf(totals))
  return foundOf({
    holdings: [
      ...holdingsOf(place, supply === null ? 0n : assetsDown(lent!.value, supply), {
        index: index('supply', supply),
      }),
      ...holdingsOf(place, debt === null ? 0n : -assetsUp(owed!.value, debt), {
        index: index('debt', debt),
      }),
      // Collateral earns nothing: an index that never moves says so.
      ...holdingsOf({ protocol: name, holder, asset: collateral }, put!.value, {
        index: indexOf([name, morpho, `collateral/${id}`, collateral], 1n),
      }),
    ],
  })
}

type Totals = { readonly assets: bigint; readonly shares: bigint }

function totalsOf(market: ReadResult, from: number): Totals | null {
  const [assets, shares] = [wordIn(market, from).value, wordIn(market, from + 1).value]
  if (assets === null || shares === null) return null
  return { assets: assets + virtualAssets, shares: shares + virtualShares }
}

function assetsDown(shares: bigint, totals: Totals): bigint {
  return (shares * totals.assets) / totals.shares
}

function assetsUp(shares: bigint, totals: Totals): bigint {
  return (shares * totals.assets + totals.shares - 1n) / totals.shares
}

function growthOf({ assets, shares }: Totals): bigint {
  return (assets * scale) / shares
}

function idsIn({ values }: Subject): readonly Hex[] | null {
  const ids = values.ids?.split(',') ?? []
  return ids.length > 0 && ids.every(isId) ? ids : null
}

function isId(text: string): text is Hex {
  return /^0x[0-9a-f]{64}$/.test(text)
}
