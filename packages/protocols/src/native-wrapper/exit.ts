import { multicall3Address } from '@vaultwright/registry'
import { accountBound, type Exit, type ExitQuery, type ExitRoute } from '../position/exit.ts'
import { wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { Reading } from '../reading/reading.ts'

/** The native coin of an account, wrapped: queues pay its token. */
export const nativeWrapperExit: Exit = {
  route: 'native_wrapper/wrap',
  identity: ['wrapper'],
  amount: 'amount',
  timing: 'instant',
  read: readCoin,
}

function* readCoin(query: ExitQuery): Reading<readonly ExitRoute[]> {
  const asset = accountBound(query, 'wrapper')
  if (asset === null) return []
  const [answer] = yield [readOf(multicall3Address, 'getEthBalance(address)', [query.holder])]
  const most = wordIn(answer, 0).value ?? 0n
  return most === 0n ? [] : [{ asset, worth: most, most, bound: most, all: null, values: {} }]
}
