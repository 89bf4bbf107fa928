import { isSameAddress } from '@vaultwright/base'
import { accountBound, type Exit, type ExitQuery, type ExitRoute } from '../position/exit.ts'
import { accountIn, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { Reading } from '../reading/reading.ts'

/** The base token or the collateral in a market; no more than is there, for more of the base token is borrowed. */
export const compoundV3Exit: Exit = {
  route: 'compound_v3/withdraw',
  identity: ['comet', 'asset'],
  amount: 'amount',
  timing: 'instant',
  read: readComet,
}

function* readComet(query: ExitQuery): Reading<readonly ExitRoute[]> {
  const [comet, asset] = [accountBound(query, 'comet'), accountBound(query, 'asset')]
  if (comet === null || asset === null) return []
  const [token, supplied, put, cash] = yield [
    readOf(comet, 'baseToken()'),
    readOf(comet, 'balanceOf(address)', [query.holder]),
    readOf(comet, 'collateralBalanceOf(address,address)', [query.holder, asset]),
    readOf(asset, 'balanceOf(address)', [comet]),
  ]
  const base = accountIn(token, 0).value
  if (base === null) return []
  const isBase = isSameAddress(base, asset)
  const most = wordIn(isBase ? supplied : put, 0).value ?? 0n
  if (most === 0n) return []
  const bound = wordIn(cash, 0).value
  return [{ asset, worth: most, most, bound, all: isBase ? 2n ** 256n - 1n : null, values: {} }]
}
