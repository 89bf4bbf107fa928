import { accountBound, type Exit, type ExitQuery, type ExitRoute } from '../position/exit.ts'
import { accountIn, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { Reading } from '../reading/reading.ts'

/** Shares of a vault, left by an exact amount of its asset. */
export const erc4626Withdrawal: Exit = {
  route: 'erc_4626/withdraw',
  identity: ['vault'],
  amount: 'amount',
  timing: 'instant',
  read: (query) => readShares(query, 'withdraw'),
}

/** Shares of a vault, given back: where a vault withdraws nothing, it may redeem all the same. */
export const erc4626Redemption: Exit = {
  route: 'erc_4626/redeem',
  identity: ['vault'],
  amount: 'shares',
  timing: 'instant',
  read: (query) => readShares(query, 'redeem'),
  readAmount: readSharesFor,
}

function* readShares(query: ExitQuery, way: 'withdraw' | 'redeem'): Reading<readonly ExitRoute[]> {
  const vault = accountBound(query, 'vault')
  if (vault === null) return []
  const { holder } = query
  const isRedeemed = way === 'redeem'
  const [token, balance, limit] = yield [
    readOf(vault, 'asset()'),
    readOf(vault, 'balanceOf(address)', [holder]),
    readOf(vault, isRedeemed ? 'maxRedeem(address)' : 'maxWithdraw(address)', [holder]),
  ]
  const asset = accountIn(token, 0).value
  const shares = wordIn(balance, 0).value ?? 0n
  if (asset === null || shares === 0n) return []
  const [answer] = yield [readOf(vault, 'previewRedeem(uint256)', [shares])]
  const worth = wordIn(answer, 0).value ?? 0n
  if (worth === 0n) return []
  const bound = wordIn(limit, 0).value
  return [{ asset, worth, most: isRedeemed ? shares : worth, bound, all: null, values: {} }]
}

function* readSharesFor(query: ExitQuery, assets: bigint): Reading<bigint | null> {
  const vault = accountBound(query, 'vault')
  if (vault === null) return null
  const [answer] = yield [readOf(vault, 'previewWithdraw(uint256)', [assets])]
  return wordIn(answer, 0).value
}
