import type { Address } from '@vaultwright/base'
import type { PositionReader, PositionResult, PositionSubject } from '../position/position.ts'
import { mergePositionResults, positionResultOf } from '../position/position-result.ts'
import { stakedOf, stakeSubjects, wrappedOf } from '../position/staked-token.ts'
import { addressesIn, damagedSubject } from '../position/subject.ts'
import { accountIn, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { Reading } from '../reading/reading.ts'

const name = 'ether_fi'
const scale = 10n ** 27n

/** Finds eETH, whose balance grows, and weETH, whose rate grows. What waits for its withdrawal is not in it. */
export const etherFiPosition: PositionReader = {
  name,
  movable: 'keyed',
  subjectsOf: stakeSubjects(name, { pools: 'liquidity_pool', wrappers: 'wrapper' }),
  read: readStakes,
}

function* readStakes(subject: PositionSubject): Reading<PositionResult> {
  const [pools, wrappers] = [addressesIn(subject, 'pools'), addressesIn(subject, 'wrappers')]
  if (subject.reader !== name || pools === null || wrappers === null) return damagedSubject(subject)
  if (pools.length + wrappers.length === 0) return positionResultOf({})
  const { holder } = subject
  const answers = yield [
    ...pools.flatMap((pool) => [readOf(pool, 'eETH()'), readOf(pool, 'getTotalPooledEther()')]),
    ...wrappers.flatMap((wrapper) => [
      readOf(wrapper, 'eETH()'),
      readOf(wrapper, 'getRate()'),
      readOf(wrapper, 'balanceOf(address)', [holder]),
    ]),
  ]
  const parts: PositionResult[] = []
  /** Each token with the ether of its pool; null where no pool is known. */
  const tokens = new Map<Address, bigint | null>()
  for (const pool of pools.keys()) {
    const token = accountIn(answers[2 * pool], 0).value
    if (token !== null) tokens.set(token, wordIn(answers[2 * pool + 1], 0).value)
  }
  for (const [index, wrapper] of wrappers.entries()) {
    const from = 2 * pools.length + 3 * index
    const [wraps, rate, balance] = answers.slice(from, from + 3)
    const token = accountIn(wraps, 0).value
    if (token !== null && !tokens.has(token)) tokens.set(token, null)
    const ref = { protocol: name, holder, token: wrapper }
    parts.push(wrappedOf(ref, { wraps, rate, balance }))
  }
  if (tokens.size === 0) return mergePositionResults(parts)
  const stakes = [...tokens.keys()]
  const worths = yield stakes.flatMap((token) => [
    readOf(token, 'balanceOf(address)', [holder]),
    readOf(token, 'totalShares()'),
  ])
  for (const [index, token] of stakes.entries()) {
    const shares = wordIn(worths[2 * index + 1], 0).value
    const pooled = tokens.get(token) ?? null
    const value =
      shares === null || shares === 0n || pooled === null ? null : (pooled * scale) / shares
    parts.push(stakedOf({ protocol: name, holder, token }, worths[2 * index], value))
  }
  return mergePositionResults(parts)
}
