import type { PositionReader, PositionResult, PositionSubject } from '../position/position.ts'
import { mergePositionResults } from '../position/position-result.ts'
import { stakedOf, stakeSubjects, wrappedOf } from '../position/staked-token.ts'
import { addressesIn, damagedSubject } from '../position/subject.ts'
import { accountIn, isNothing, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { Reading } from '../reading/reading.ts'

const name = 'lido'
const measuredShares = 10n ** 27n

/** Finds stETH, whose balance grows, and wstETH, whose rate grows. What waits for its withdrawal is not in it. */
export const lidoPosition: PositionReader = {
  name,
  movable: 'keyed',
  subjectsOf: stakeSubjects(name, { stakes: 'st_eth', wrappers: 'wrapper' }),
  read: readStakes,
}

function* readStakes(subject: PositionSubject): Reading<PositionResult> {
  const [stakes, wrappers] = [addressesIn(subject, 'stakes'), addressesIn(subject, 'wrappers')]
  if (subject.reader !== name || stakes === null || wrappers === null)
    return damagedSubject(subject)
  const { holder } = subject
  const results =
    wrappers.length === 0
      ? []
      : yield wrappers.flatMap((wrapper) => [
          readOf(wrapper, 'balanceOf(address)', [holder]),
          readOf(wrapper, 'stETH()'),
          readOf(wrapper, 'stEthPerToken()'),
        ])
  const wrapped = wrappers.map((token, at) => {
    const [balance, wraps, rate] = results.slice(3 * at, 3 * at + 3)
    return wrappedOf({ protocol: name, holder, token }, { wraps, rate, balance })
  })
  const under = wrappers.flatMap((_, at) => accountIn(results[3 * at + 1], 0).value ?? [])
  const tokens = [...new Set([...stakes, ...under])]
  if (tokens.length === 0) return mergePositionResults(wrapped)
  const answers = yield tokens.flatMap((token) => [
    readOf(token, 'balanceOf(address)', [holder]),
    readOf(token, 'getPooledEthByShares(uint256)', [measuredShares]),
  ])
  const staked = tokens.flatMap((token, at) => {
    const [balance, pooled] = answers.slice(2 * at, 2 * at + 2)
    if (isNothing(balance)) return []
    return stakedOf({ protocol: name, holder, token }, balance, wordIn(pooled, 0).value)
  })
  return mergePositionResults([...wrapped, ...staked])
}
