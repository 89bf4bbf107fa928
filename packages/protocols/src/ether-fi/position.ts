import type { Address } from '@vaultwright/base'
import { nativeAsset } from '@vaultwright/registry'
import { accountIn, amountIn, wordIn } from '../answer.ts'
import { failed, foundOf, holdingsOf, indexOf, joinFound } from '../found.ts'
import type { Found, PositionReader, Subject } from '../position.ts'
import { readOf } from '../read-call.ts'
import type { Reading, ReadResult } from '../reading.ts'
import { addressesIn, boundIn, damaged, subjectsBy } from '../subject.ts'

const name = 'ether_fi'
const coin = 10n ** 18n
const scale = 10n ** 27n

/** Protocols that wrap with the same functions: leaves do not tell them apart, the wrapper does. */
const wrapping: readonly string[] = [name, 'lido']

/** Finds eETH, whose balance grows, and weETH, whose rate grows. What waits for its withdrawal is not in it. */
export const etherFiPosition: PositionReader = {
  name,
  subjectsOf: (claims, vault) =>
    subjectsBy(
      name,
      claims.flatMap((claim) => {
        if (!wrapping.includes(claim.pattern.action.protocol)) return []
        const lists = {
          pools: boundIn(claim, 'liquidity_pool'),
          wrappers: boundIn(claim, 'wrapper'),
        }
        const isAny = lists.pools.length + lists.wrappers.length > 0
        return isAny ? [{ holder: claim.drone ?? vault, values: {}, lists }] : []
      }),
    ),
  read: readStakes,
}

function* readStakes(subject: Subject): Reading<Found> {
  const [pools, wrappers] = [addressesIn(subject, 'pools'), addressesIn(subject, 'wrappers')]
  if (subject.reader !== name || pools === null || wrappers === null) return damaged(subject)
  if (pools.length + wrappers.length === 0) return foundOf({})
  const { holder } = subject
  const answers = yield [
    ...pools.flatMap((pool) => [readOf(pool, 'eETH()'), readOf(pool, 'getTotalPooledEther()')]),
    ...wrappers.flatMap((wrapper) => [
      readOf(wrapper, 'eETH()'),
      readOf(wrapper, 'getRate()'),
      readOf(wrapper, 'balanceOf(address)', [holder]),
    ]),
  ]
  const parts: Found[] = []
  /** Each token with the ether of its pool; null where no pool is known. */
  const tokens = new Map<Address, bigint | null>()
  for (const at of pools.keys()) {
    const token = accountIn(answers[2 * at], 0).value
    if (token !== null) tokens.set(token, wordIn(answers[2 * at + 1], 0).value)
  }
  for (const [at, wrapper] of wrappers.entries()) {
    const from = 2 * pools.length + 3 * at
    const told = answers.slice(from, from + 3)
    const token = accountIn(told[0], 0).value
    if (token !== null && !tokens.has(token)) tokens.set(token, null)
    parts.push(wrappedOf(wrapper, holder, told))
  }
  if (tokens.size === 0) return joinFound(parts)
  const stakes = [...tokens.keys()]
  const rest = yield stakes.flatMap((token) => [
    readOf(token, 'balanceOf(address)', [holder]),
    readOf(token, 'totalShares()'),
  ])
  for (const [at, token] of stakes.entries()) {
    const shares = wordIn(rest[2 * at + 1], 0).value
    const pooled = tokens.get(token) ?? null
    const value =
      shares === null || shares === 0n || pooled === null ? null : (pooled * scale) / shares
    parts.push(stakedOf({ token, holder, growth: value }, rest[2 * at]!))
  }
  return joinFound(parts)
}

function wrappedOf(
  wrapper: Address,
  holder: Address,
  [token, rate, balance]: readonly ReadResult[],
): Found {
  const eEth = accountIn(token, 0)
  if (eEth.value === null) return foundOf({})
  const amount = amountIn(balance)
  if (amount.value === null) return failed(`${name} balance of ${wrapper}`, amount.reason)
  const held = foundOf({
    holdings: holdingsOf({ protocol: name, holder, asset: wrapper }, amount.value),
    receipts: [{ holder, asset: wrapper }],
  })
  const worth = wordIn(rate, 0)
  if (worth.value === null || worth.value === 0n) {
    return joinFound([held, failed(`price of ${wrapper}`, worth.reason ?? 'Its rate is zero.')])
  }
  const quote = {
    ...{ asset: wrapper, per: eEth.value, amount: coin, worth: worth.value },
    ...{ source: `${name}:${wrapper}`, kind: 'rate' as const },
  }
  return joinFound([held, foundOf({ quotes: [quote] })])
}

type Stake = { readonly token: Address; readonly holder: Address; readonly growth: bigint | null }

function stakedOf({ token, holder, growth }: Stake, balance: ReadResult): Found {
  const amount = amountIn(balance)
  if (amount.value === null) return failed(`${name} balance of ${token}`, amount.reason)
  const index = indexOf([name, token, 'share', token], growth)
  return foundOf({
    holdings: holdingsOf({ protocol: name, holder, asset: token }, amount.value, { index }),
    quotes: [
      {
        ...{ asset: token, per: nativeAsset, amount: coin, worth: coin },
        ...{ source: `${name}:${token}`, kind: 'pegged' },
      },
    ],
    receipts: [{ holder, asset: token }],
  })
}
