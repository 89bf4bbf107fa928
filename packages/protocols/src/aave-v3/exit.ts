import { accountBound, type Exit, type ExitQuery, type ExitRoute } from '../position/exit.ts'
import { accountIn, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { Reading } from '../reading/reading.ts'
import { aTokenWord } from './position.ts'

/** A supply to a pool, as far as its cash and the health of the account allow. */
export const aaveV3Exit: Exit = {
  route: 'aave_v3/withdraw',
  identity: ['pool', 'asset'],
  amount: 'amount',
  timing: 'instant',
  read: readSupply,
}

function* readSupply(query: ExitQuery): Reading<readonly ExitRoute[]> {
  const [pool, asset] = [accountBound(query, 'pool'), accountBound(query, 'asset')]
  if (pool === null || asset === null) return []
  const [data] = yield [readOf(pool, 'getReserveData(address)', [asset])]
  const aToken = accountIn(data, aTokenWord).value
  if (aToken === null) return []
  const [supplied, cash] = yield [
    readOf(aToken, 'balanceOf(address)', [query.holder]),
    readOf(asset, 'balanceOf(address)', [aToken]),
  ]
  const most = wordIn(supplied, 0).value ?? 0n
  if (most === 0n) return []
  const bound = wordIn(cash, 0).value
  return [{ asset, worth: most, most, bound, all: 2n ** 256n - 1n, values: {} }]
}
