import type { Address } from '@vaultwright/base'
import type { PositionReader, PositionResult, PositionSubject } from '../position/position.ts'
import {
  failedRead,
  holdingsOf,
  indexOf,
  mergePositionResults,
  positionResultOf,
} from '../position/position-result.ts'
import { addressesIn, addressIn, boundIn, damagedSubject, subjectsBy } from '../position/subject.ts'
import { accountIn, amountIn, isNothing, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { ContractReadResult, Reading } from '../reading/reading.ts'

const name = 'compound_v3'
const scale = 10n ** 27n

/** Words of `totalsBasic`. Source: Compound v3, CometStructs.TotalsBasic. */
const [supplyBaseWord, borrowBaseWord] = [4, 5]

/** Finds the base token that is supplied to a market or owed to it, and the collateral in it. */
export const compoundV3Position: PositionReader = {
  name,
  movable: 'none',
  subjectsOf: (claims, vault) =>
    subjectsBy(
      name,
      claims.flatMap((claim) =>
        boundIn(claim, 'comet').flatMap((comet) => {
          const assets = boundIn(claim, 'asset')
          const holder = claim.drone ?? vault
          const isOurs = claim.pattern.action.protocol === name && assets.length > 0
          return isOurs ? [{ holder, values: { comet }, lists: { assets } }] : []
        }),
      ),
    ),
  read: readComet,
}

function* readComet(subject: PositionSubject): Reading<PositionResult> {
  const [comet, assets] = [addressIn(subject, 'comet'), addressesIn(subject, 'assets')]
  if (subject.reader !== name || comet === null || assets === null) return damagedSubject(subject)
  const { holder } = subject
  const [token, supplied, owed, ...further] = yield [
    readOf(comet, 'baseToken()'),
    readOf(comet, 'balanceOf(address)', [holder]),
    readOf(comet, 'borrowBalanceOf(address)', [holder]),
    readOf(comet, 'totalSupply()'),
    readOf(comet, 'totalBorrow()'),
    readOf(comet, 'totalsBasic()'),
    readOf(comet, 'totalSupplyBase()'),
    readOf(comet, 'totalBorrowBase()'),
    ...assets.map((asset) =>
      readOf(comet, 'collateralBalanceOf(address,address)', [holder, asset]),
    ),
  ]
  if (isNothing(token)) return positionResultOf({})
  const base = accountIn(token, 0)
  if (base.value === null) return failedRead(`${name} of ${comet}`, base.reason)
  const ref = { comet, holder, asset: base.value }
  const [totalSupply, totalBorrow, totals, supplyBase, borrowBase, ...held] = further
  const collaterals = assets.map((asset, at) => collateralOf({ comet, holder, asset }, held[at]!))
  return mergePositionResults([
    suppliedOf(ref, supplied!, [totalSupply!, wordOr(totals!, supplyBaseWord, supplyBase!)]),
    owedOf(ref, owed!, [totalBorrow!, wordOr(totals!, borrowBaseWord, borrowBase!)]),
    ...collaterals.filter((_, at) => assets[at] !== base.value),
    positionResultOf({ receipts: [{ holder, asset: comet }] }),
  ])
}

type CometAccount = { readonly comet: Address; readonly holder: Address; readonly asset: Address }
/** Of all accounts: what there is now, and what it counts without interest. */
type CometTotals = readonly [now: ContractReadResult, principal: bigint | null]

function suppliedOf(
  { comet, holder, asset }: CometAccount,
  answer: ContractReadResult,
  totals: CometTotals,
): PositionResult {
  const { value, reason } = amountIn(answer)
  if (value === null) return failedRead(`${name} supply of ${asset}`, reason)
  const index = indexOf([name, comet, 'supply', asset], growthOf(totals))
  return positionResultOf({
    holdings: holdingsOf({ protocol: name, holder, asset }, value, { index }),
  })
}

function owedOf(
  { comet, holder, asset }: CometAccount,
  answer: ContractReadResult,
  totals: CometTotals,
): PositionResult {
  const { value, reason } = amountIn(answer)
  if (value === null) return failedRead(`${name} debt of ${asset}`, reason)
  const index = indexOf([name, comet, 'debt', asset], growthOf(totals))
  return positionResultOf({
    holdings: holdingsOf({ protocol: name, holder, asset }, -value, { index }),
  })
}

/** Collateral earns nothing; the market itself says so by its index that never moves. */
function collateralOf(
  { comet, holder, asset }: CometAccount,
  answer: ContractReadResult,
): PositionResult {
  const { value, reason } = amountIn(answer)
  if (value === null) return failedRead(`${name} collateral of ${asset}`, reason)
  const index = indexOf([name, comet, 'collateral', asset], 1n)
  return positionResultOf({
    holdings: holdingsOf({ protocol: name, holder, asset }, value, { index }),
  })
}

/** The stored index stands still between two transactions; what all have grows by the second. */
function growthOf([now, principal]: CometTotals): bigint | null {
  const { value } = wordIn(now, 0)
  return value === null || principal === null || principal === 0n
    ? null
    : (value * scale) / principal
}

/** A market's extension tells its totals together; others tell them one by one. */
function wordOr(
  totals: ContractReadResult,
  index: number,
  other: ContractReadResult,
): bigint | null {
  return wordIn(totals, index).value ?? wordIn(other, 0).value
}
