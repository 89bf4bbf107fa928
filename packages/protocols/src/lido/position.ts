import type { Address } from '@vaultwright/base'
import { nativeAsset } from '@vaultwright/registry'
import { accountIn, amountIn, isNothing, wordIn } from '../answer.ts'
import { failed, foundOf, holdingsOf, indexOf, joinFound } from '../found.ts'
import type { Found, PositionReader, Subject } from '../position.ts'
import { readOf } from '../read-call.ts'
import type { Reading, ReadResult } from '../reading.ts'
import { addressesIn, boundIn, damaged, subjectsBy } from '../subject.ts'

const name = 'lido'
const coin = 10n ** 18n
const measuredShares = 10n ** 27n

/** Protocols that wrap with the same functions: leaves do not tell them apart, the wrapper does. */
const wrapping: readonly string[] = [name, 'ether_fi']

/** Finds stETH, whose balance grows, and wstETH, whose rate grows. What waits for its withdrawal is not in it. */
export const lidoPosition: PositionReader = {
  name,
  subjectsOf: (claims, vault) =>
    subjectsBy(
      name,
      claims.flatMap((claim) => {
        if (!wrapping.includes(claim.pattern.action.protocol)) return []
        const lists = { stakes: boundIn(claim, 'st_eth'), wrappers: boundIn(claim, 'wrapper') }
        const isAny = lists.stakes.length + lists.wrappers.length > 0
        return isAny ? [{ holder: claim.drone ?? vault, values: {}, lists }] : []
      }),
    ),
  read: readStakes,
}

function* readStakes(subject: Subject): Reading<Found> {
  const [stakes, wrappers] = [addressesIn(subject, 'stakes'), addressesIn(subject, 'wrappers')]
  if (subject.reader !== name || stakes === null || wrappers === null) return damaged(subject)
  const { holder } = subject
  const told =
    wrappers.length === 0
      ? []
      : yield wrappers.flatMap((wrapper) => [
          readOf(wrapper, 'balanceOf(address)', [holder]),
          readOf(wrapper, 'stETH()'),
          readOf(wrapper, 'stEthPerToken()'),
        ])
  const wrapped = wrappers.map((wrapper, at) =>
    wrappedOf(wrapper, holder, told.slice(3 * at, 3 * at + 3)),
  )
  const under = wrappers.flatMap((_, at) => accountIn(told[3 * at + 1], 0).value ?? [])
  const tokens = [...new Set([...stakes, ...under])]
  if (tokens.length === 0) return joinFound(wrapped)
  const answers = yield tokens.flatMap((token) => [
    readOf(token, 'balanceOf(address)', [holder]),
    readOf(token, 'getPooledEthByShares(uint256)', [measuredShares]),
  ])
  const staked = tokens.map((token, at) =>
    stakedOf(token, holder, [answers[2 * at]!, answers[2 * at + 1]!]),
  )
  return joinFound([...wrapped, ...staked])
}

function wrappedOf(
  wrapper: Address,
  holder: Address,
  [balance, token, rate]: readonly ReadResult[],
): Found {
  const stEth = accountIn(token, 0)
  if (stEth.value === null) return foundOf({})
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
    ...{ asset: wrapper, per: stEth.value, amount: coin, worth: worth.value },
    ...{ source: `${name}:${wrapper}`, kind: 'rate' as const },
  }
  return joinFound([held, foundOf({ quotes: [quote] })])
}

function stakedOf(
  token: Address,
  holder: Address,
  [balance, pooled]: readonly [ReadResult, ReadResult],
): Found {
  if (isNothing(balance)) return foundOf({})
  const amount = amountIn(balance)
  if (amount.value === null) return failed(`${name} balance of ${token}`, amount.reason)
  const index = indexOf([name, token, 'share', token], wordIn(pooled, 0).value)
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
