import type { Address } from '@vaultwright/base'
import type { PositionReader, PositionResult, PositionSubject } from '../position/position.ts'
import {
  failedRead,
  holdingsOf,
  indexOf,
  mergePositionResults,
  positionResultOf,
} from '../position/position-result.ts'
import { addressesIn, boundIn, damagedSubject, subjectsBy } from '../position/subject.ts'
import { accountIn, amountIn, isNothing, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { ContractReadResult, Reading } from '../reading/reading.ts'

const name = 'curve'

/** The most coins that a pool has. Source: Curve StableSwap NG, MAX_COINS. */
const maxCoins = 8n
/** Every pool has two: they are asked for before it says how many it has. */
const fewestCoins = 2

/** Finds liquidity in pools, staked in gauges or not, as its part of each of the pool's coins. */
export const curvePosition: PositionReader = {
  name,
  movable: 'spot',
  subjectsOf: (claims, vault) =>
    subjectsBy(
      name,
      claims.flatMap((claim) => {
        const { protocol, route } = claim.pattern.action
        // Who only swaps in a pool has nothing in it.
        if (protocol !== name || route === 'curve/exchange') return []
        const lists = { pools: boundIn(claim, 'pool'), gauges: boundIn(claim, 'gauge') }
        const isAny = lists.pools.length + lists.gauges.length > 0
        return isAny ? [{ holder: claim.drone ?? vault, values: {}, lists }] : []
      }),
    ),
  read: readPools,
}

/** A holder's part of a pool, and what the pool says. */
type PoolShare = {
  readonly pool: Address
  readonly holder: Address
  readonly tokens: bigint
  readonly supply: bigint
  readonly virtualPrice: bigint | null
  readonly balances: readonly bigint[]
}

function* readPools(subject: PositionSubject): Reading<PositionResult> {
  const [pools, gauges] = [addressesIn(subject, 'pools'), addressesIn(subject, 'gauges')]
  if (subject.reader !== name || pools === null || gauges === null) return damagedSubject(subject)
  const { holder } = subject
  const results = yield [
    ...pools.map((pool) => readOf(pool, 'balanceOf(address)', [holder])),
    ...gauges.flatMap((gauge) => [
      readOf(gauge, 'balanceOf(address)', [holder]),
      readOf(gauge, 'lp_token()'),
    ]),
  ]
  const parts: PositionResult[] = []
  const held = new Map<Address, bigint>()
  for (const [index, pool] of pools.entries()) {
    const { value, reason } = amountIn(results[index])
    if (value === null) parts.push(failedRead(`${name} pool ${pool}`, reason))
    else if (value > 0n) held.set(pool, value)
    parts.push(positionResultOf({ receipts: [{ holder, asset: pool }] }))
  }
  for (const [index, gauge] of gauges.entries()) {
    const [balance, token] = results.slice(pools.length + 2 * index, pools.length + 2 * index + 2)
    const [staked, pool] = [amountIn(balance), accountIn(token, 0)]
    parts.push(positionResultOf({ receipts: [{ holder, asset: gauge }] }))
    if (staked.value === 0n) continue
    if (staked.value === null || pool.value === null) {
      parts.push(failedRead(`${name} gauge ${gauge}`, staked.reason ?? pool.reason ?? ''))
    } else held.set(pool.value, (held.get(pool.value) ?? 0n) + staked.value)
  }
  if (held.size > 0) parts.push(yield* readCoins(held, holder))
  return mergePositionResults(parts)
}

function* readCoins(held: ReadonlyMap<Address, bigint>, holder: Address): Reading<PositionResult> {
  const pools = [...held]
  const first = Array.from({ length: fewestCoins }, (_, at) => BigInt(at))
  const step = 3 + fewestCoins
  const results = yield pools.flatMap(([pool]) => [
    readOf(pool, 'totalSupply()'),
    readOf(pool, 'get_virtual_price()'),
    readOf(pool, 'get_balances()'),
    ...first.map((at) => readOf(pool, 'coins(uint256)', [at])),
  ])
  const poolParts: {
    readonly part: PoolShare | PositionResult
    readonly coins: readonly ContractReadResult[]
  }[] = pools.map(([pool, tokens], at) => {
    const answers = results.slice(step * at, step * at + step)
    return { part: partOf({ pool, holder, tokens }, answers), coins: answers.slice(3) }
  })
  const more = poolParts.flatMap(({ part }) => ('balances' in part ? moreCoinsOf(part) : []))
  const further = more.length === 0 ? [] : yield more
  let from = 0
  return mergePositionResults(
    poolParts.map(({ part, coins }) => {
      if (!('balances' in part)) return part
      const count = part.balances.length - fewestCoins
      from += count
      return holdingsIn(part, [...coins, ...further.slice(from - count, from)])
    }),
  )
}

function moreCoinsOf({ pool, balances }: PoolShare) {
  return balances
    .slice(fewestCoins)
    .map((_, at) => readOf(pool, 'coins(uint256)', [BigInt(at + fewestCoins)]))
}

function partOf(
  ref: Pick<PoolShare, 'pool' | 'holder' | 'tokens'>,
  [total, price, list]: readonly ContractReadResult[],
): PoolShare | PositionResult {
  const supply = wordIn(total, 0)
  const balances = listIn(list!)
  if (supply.value === null || supply.value === 0n || balances === null) {
    const reason = supply.reason ?? 'It does not say what it has.'
    return failedRead(`${name} pool ${ref.pool}`, reason)
  }
  return { ...ref, supply: supply.value, virtualPrice: wordIn(price, 0).value, balances }
}

/** The pool's payout for its tokens, in the proportion that it has. Source: Curve, remove_liquidity. */
function holdingsIn(part: PoolShare, answers: readonly ContractReadResult[]): PositionResult {
  const { pool, holder, tokens, supply, virtualPrice, balances } = part
  return mergePositionResults(
    balances.map((balance, at) => {
      const coin = accountIn(answers[at], 0)
      if (coin.value === null) return failedRead(`${name} coin ${at} of ${pool}`, coin.reason)
      const index = indexOf([name, pool, 'virtual_price', pool], virtualPrice)
      const ref = { protocol: name, holder, asset: coin.value }
      const spot =
        virtualPrice === null
          ? {}
          : { spot: { kind: 'invariant', key: pool, tokens, virtualPrice } as const }
      const amount = (balance * tokens) / supply
      return positionResultOf({ holdings: holdingsOf(ref, amount, { index, ...spot }) })
    }),
  )
}

function listIn(answer: ContractReadResult): readonly bigint[] | null {
  const [offset, length] = [wordIn(answer, 0).value, wordIn(answer, 1).value]
  if (isNothing(answer) || offset !== 32n || length === null) return null
  if (length < BigInt(fewestCoins) || length > maxCoins) return null
  const items = Array.from({ length: Number(length) }, (_, at) => wordIn(answer, 2 + at).value)
  return items.every((item) => item !== null) ? items : null
}
