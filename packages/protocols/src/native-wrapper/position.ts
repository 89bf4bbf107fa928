import { nativeAsset } from '@vaultwright/registry'
import type { PositionReader, PositionResult, PositionSubject } from '../position/position.ts'
import { failedRead, mergePositionResults, positionResultOf } from '../position/position-result.ts'
import { addressesIn, boundIn, damagedSubject, subjectsBy } from '../position/subject.ts'
import { isNothing, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { ContractReadResult, Reading } from '../reading/reading.ts'

const name = 'native_wrapper'
const coin = 10n ** 18n

/** Finds what the native coin is worth: as much as the token that gives it back one for one. */
export const nativeWrapperPosition: PositionReader = {
  name,
  movable: 'none',
  subjectsOf: (claims, vault) =>
    subjectsBy(
      name,
      claims.flatMap((claim) => {
        const wrappers = boundIn(claim, 'wrapper')
        const isOurs = claim.pattern.action.protocol === name && wrappers.length > 0
        return isOurs ? [{ holder: vault, values: {}, lists: { wrappers } }] : []
      }),
    ),
  read: readWrappers,
}

function* readWrappers(subject: PositionSubject): Reading<PositionResult> {
  const wrappers = addressesIn(subject, 'wrappers')
  if (subject.reader !== name || wrappers === null) return damagedSubject(subject)
  const answers = yield wrappers.map((wrapper) => readOf(wrapper, 'decimals()'))
  return mergePositionResults(
    wrappers.map((wrapper, at) => {
      const quoteOf = (worth: bigint) => ({
        asset: nativeAsset,
        per: wrapper,
        amount: coin,
        worth,
        source: `${name}:${wrapper}`,
        kind: 'pegged' as const,
      })
      const worth = unitIn(answers[at]!)
      if (worth !== null) return positionResultOf({ quotes: [quoteOf(worth)] })
      if (isNothing(answers[at])) return positionResultOf({})
      return failedRead(`price of ${nativeAsset}`, `The wrapper ${wrapper} says no decimals.`)
    }),
  )
}

function unitIn(answer: ContractReadResult): bigint | null {
  const { value } = wordIn(answer, 0)
  return value === null || value > 77n ? null : 10n ** value
}
