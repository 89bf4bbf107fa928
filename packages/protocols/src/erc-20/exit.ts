import { accountBound, type Exit, type ExitQuery, type ExitRoute } from '../position/exit.ts'
import { wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { Reading } from '../reading/reading.ts'

/** A token that lies in a drone, sent to the vault. */
export const droneTransfer: Exit = {
  route: 'erc_20/transfer',
  identity: ['token', 'to'],
  amount: 'amount',
  timing: 'instant',
  read: readToken,
}

function* readToken(query: ExitQuery): Reading<readonly ExitRoute[]> {
  const asset = accountBound(query, 'token')
  if (asset === null) return []
  const [answer] = yield [readOf(asset, 'balanceOf(address)', [query.holder])]
  const most = wordIn(answer, 0).value ?? 0n
  return most === 0n ? [] : [{ asset, worth: most, most, bound: null, all: null, values: {} }]
}
