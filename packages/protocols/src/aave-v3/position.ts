import { type Address, zeroAddress } from '@vaultwright/base'
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

const name = 'aave_v3'

/** Words of `getReserveData`. Source: Aave v3, DataTypes.ReserveDataLegacy. */
export const aTokenWord = 8
const debtTokenWord = 10

/** Finds what is supplied to a pool of Aave v3 or of a fork, and what is owed to it at the variable rate. */
export const aaveV3Position: PositionReader = {
  name,
  movable: 'none',
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

/** The answers of a pool about an asset. */
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

function* readAave(subject: PositionSubject): Reading<PositionResult> {
  const [pool, assets] = [addressIn(subject, 'pool'), addressesIn(subject, 'assets')]
  if (subject.reader !== name || pool === null || assets === null) return damagedSubject(subject)
  const { holder } = subject
  const results = yield assets.flatMap((asset) => [
    readOf(pool, 'getReserveData(address)', [asset]),
    readOf(pool, 'getReserveNormalizedIncome(address)', [asset]),
    readOf(pool, 'getReserveNormalizedVariableDebt(address)', [asset]),
  ])
  const reserves: Reserve[] = []
  const failures: PositionResult[] = []
  for (const [index, asset] of assets.entries()) {
    const [data, income, debt] = results.slice(3 * index, 3 * index + 3)
    if (isNothing(data)) continue
    const [aToken, debtToken] = [accountIn(data, aTokenWord), accountIn(data, debtTokenWord)]
    if (aToken.value === null || debtToken.value === null) {
      failures.push(failedRead(`${name} of ${asset}`, aToken.reason ?? debtToken.reason ?? ''))
    } else if (aToken.value !== zeroAddress) {
      const indexes = { income: wordIn(income, 0).value, debt: wordIn(debt, 0).value }
      const tokens = { aToken: aToken.value, debtToken: debtToken.value }
      reserves.push({ pool, holder, asset, ...tokens, ...indexes })
    }
  }
  if (reserves.length === 0) return mergePositionResults(failures)
  const balances = yield reserves.flatMap(({ aToken, debtToken }) => [
    readOf(aToken, 'balanceOf(address)', [holder]),
    readOf(debtToken, 'balanceOf(address)', [holder]),
  ])
  const positions = reserves.map((one, at) =>
    reserveOf(one, balances[2 * at]!, balances[2 * at + 1]!),
  )
  return mergePositionResults([...positions, ...failures])
}

function reserveOf(
  reserve: Reserve,
  supplied: ContractReadResult,
  owed: ContractReadResult,
): PositionResult {
  const { pool, holder, asset, aToken, debtToken, income, debt } = reserve
  const place = { protocol: name, holder, asset }
  const [supply, loan] = [amountIn(supplied), amountIn(owed)]
  return mergePositionResults([
    supply.value === null
      ? failedRead(`${name} supply of ${asset}`, supply.reason)
      : positionResultOf({
          holdings: holdingsOf(place, supply.value, {
            index: indexOf([name, pool, 'supply', asset], income),
          }),
        }),
    loan.value === null
      ? failedRead(`${name} debt of ${asset}`, loan.reason)
      : positionResultOf({
          holdings: holdingsOf(place, -loan.value, {
            index: indexOf([name, pool, 'debt', asset], debt),
          }),
        }),
    positionResultOf({ receipts: [aToken, debtToken].map((token) => ({ holder, asset: token })) }),
  ])
}
