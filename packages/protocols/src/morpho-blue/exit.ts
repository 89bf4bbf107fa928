import type { Address, Hex } from '@vaultwright/base'
import { accountBound, type Exit, type ExitQuery, type ExitRoute } from '../position/exit.ts'
import type { ReadMoment } from '../position/position.ts'
import { wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { Reading } from '../reading/reading.ts'
import { assetsDown } from './accrual.ts'
import { marketIdOf, readMarket, thousandths } from './position.ts'

const identity = ['morpho', 'loan_token', 'collateral_token', 'oracle', 'irm'] as const

/** Loans to the markets of a leaf, which binds no loan-to-value. */
export const morphoBlueWithdrawal: Exit = {
  route: 'morpho_blue/withdraw',
  identity,
  amount: 'amount',
  timing: 'instant',
  read: readLent,
}

/** Collateral in the markets of a leaf, as far as its debt allows. */
export const morphoBlueCollateral: Exit = {
  route: 'morpho_blue/withdraw_collateral',
  identity,
  amount: 'amount',
  timing: 'instant',
  read: readCollateral,
}

/** A market that a leaf may mean, and the words of the position of the holder in it. */
type OpenMarket = {
  readonly morpho: Address
  readonly id: Hex
  readonly lltv: bigint
  readonly lentShares: bigint
  readonly collateral: bigint
}

function* readOpen(query: ExitQuery): Reading<readonly OpenMarket[]> {
  const accounts = identity.map((name) => accountBound(query, name))
  if (!accounts.every((account) => account !== null)) return []
  const [morpho, ...terms] = accounts as readonly Address[]
  const markets = thousandths.map((part) => {
    const lltv = part * 10n ** 15n
    return { morpho: morpho!, id: marketIdOf(terms, lltv), lltv }
  })
  const answers = yield markets.map(({ id }) =>
    readOf(morpho!, 'position(bytes32,address)', [id, query.holder]),
  )
  return markets.map((market, index) => ({
    ...market,
    lentShares: wordIn(answers[index], 0).value ?? 0n,
    collateral: wordIn(answers[index], 2).value ?? 0n,
  }))
}

function* readLent(query: ExitQuery, { atUnix }: ReadMoment): Reading<readonly ExitRoute[]> {
  const asset = accountBound(query, 'loan_token')
  const open = (yield* readOpen(query)).filter(({ lentShares }) => lentShares > 0n)
  const routes: ExitRoute[] = []
  for (const { morpho, id, lltv, lentShares } of open) {
    const { value: market } = yield* readMarket({ morpho, id }, atUnix)
    if (market === null || asset === null) continue
    const most = assetsDown(lentShares, market.supply)
    const [answer] = yield [readOf(asset, 'balanceOf(address)', [morpho])]
    const cash = wordIn(answer, 0).value
    const free = market.supply.assets - market.debt.assets
    const bound = cash === null || free < cash ? free : cash
    if (most > 0n)
      routes.push({ asset, worth: most, most, bound, all: null, values: { lltv, shares: 0n } })
  }
  return routes
}

function* readCollateral(query: ExitQuery): Reading<readonly ExitRoute[]> {
  const asset = accountBound(query, 'collateral_token')
  if (asset === null) return []
  const open = (yield* readOpen(query)).filter(({ collateral }) => collateral > 0n)
  return open.map(({ lltv, collateral: most }) => {
    return { asset, worth: most, most, bound: null, all: null, values: { lltv } }
  })
}
