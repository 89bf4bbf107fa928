import { type Address, zeroAddress } from '@vaultwright/base'
import { accountIn, amountIn, isNothing, wordIn } from '../answer.ts'
import { failed, foundOf, holdingsOf, indexOf, joinFound } from '../found.ts'
import type { Found, PositionReader, Subject } from '../position.ts'
import { readOf } from '../read-call.ts'
import type { Reading, ReadResult } from '../reading.ts'
import { addressesIn, addressIn, boundIn, damaged, subjectsBy } from '../subject.ts'

const name = 'aave_v3'

/** Words of `getReserveData`. Source: Aave v3, DataTypes.ReserveDataLegacy. */
const aTokenWord = 8
const debtTokenWord = 10

/** Finds what is supplied to a pool of Aave v3 or of a fork, and what is owed to it at the variable rate. */
export const aaveV3Position: PositionReader = {
  name,
  subjectsOf: (claims, vault) =>
    subjectsBy(
      name,
      claims.flatMap((claim) =>
        boundIn(claim, 'pool').flatMap((pool) => {
          const assets = boundIn(claim, 'asset')
          const holder = claim.drone ?? vault
          const isOurs = claim.pattern.action.protocol === name && assets.length > 0
          return isOurs ? [{ holder, values: { pool }, lists: { assets } }] : []
        }),
      ),
    ),
  read: readAave,
}

/** What a pool says of an asset. */
type Reserve = {
  readonly pool: Address
  readonly holder: Address
  readonly asset: Address
  readonly aToken: Address
  readonly debtToken: Address
  /** Rays; they grow by the second. */
  readonly income: bigint | null
  readonly debt: bigint | null
}

function* readAave(subject: Subject): Reading<Found> {
  const [pool, assets] = [addressIn(subject, 'pool'), addressesIn(subject, 'assets')]
  if (subject.reader !== name || pool === null || assets === null) return damaged(subject)
  const { holder } = subject
  const told = yield assets.flatMap((asset) => [
    readOf(pool, 'getReserveData(address)', [asset]),
    readOf(pool, 'getReserveNormalizedIncome(address)', [asset]),
    readOf(pool, 'getReserveNormalizedVariableDebt(address)', [asset]),
  ])
  const reserves: Reserve[] = []
  const failures: Found[] = []
  for (const [at, asset] of assets.entries()) {
    const [data, income, debt] = told.slice(3 * at, 3 * at + 3)
    if (isNothing(data)) continue
    const [aToken, debtToken] = [accountIn(data, aTokenWord), accountIn(data, debtTokenWord)]
    if (aToken.value === null || debtToken.value === null) {
      failures.push(failed(`${name} of ${asset}`, aToken.reason ?? debtToken.reason ?? ''))
    } else if (aToken.value !== zeroAddress) {
      const indexes = { income: wordIn(income, 0).value, debt: wordIn(debt, 0).value }
      const tokens = { aToken: aToken.value, debtToken: debtToken.value }
      reserves.push({ pool, holder, asset, ...tokens, ...indexes })
    }
  }
  if (reserves.length === 0) return joinFound(failures)
  const balances = yield reserves.flatMap(({ aToken, debtToken }) => [
    readOf(aToken, 'balanceOf(address)', [holder]),
    readOf(debtToken, 'balanceOf(address)', [holder]),
  ])
  const found = reserves.map((one, at) => reserveOf(one, balances[2 * at]!, balances[2 * at + 1]!))
  return joinFound([...found, ...failures])
}

function reserveOf(reserve: Reserve, supplied: ReadResult, owed: ReadResult): Found {
  const { pool, holder, asset, aToken, debtToken, income, debt } = reserve
  const place = { protocol: name, holder, asset }
  const [supply, loan] = [amountIn(supplied), amountIn(owed)]
  return joinFound([
    supply.value === null
      ? failed(`${name} supply of ${asset}`, supply.reason)
      : foundOf({
          holdings: holdingsOf(place, supply.value, {
            index: indexOf([name, pool, 'supply', asset], income),
          }),
        }),
    loan.value === null
      ? failed(`${name} debt of ${asset}`, loan.reason)
      : foundOf({
          holdings: holdingsOf(place, -loan.value, {
            index: indexOf([name, pool, 'debt', asset], debt),
          }),
        }),
    foundOf({ receipts: [aToken, debtToken].map((token) => ({ holder, asset: token })) }),
  ])
}
