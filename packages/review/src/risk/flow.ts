import { listText } from '../leaf/sentence.ts'
import { isAmong } from './risk-input.ts'
import { callText, type RiskDetector, spotOf, waysOf } from './way-out.ts'

/** Finds leaves whose calls carry native coin. */
export const findNativeValue: RiskDetector = (input) => {
  const spots = input.leaves
    .filter(({ leaf }) => leaf.canSendValue)
    .map((reading) => spotOf(reading))
  return waysOf(input, spots, {
    code: 'native_value',
    keyOf: ({ called, leaf }) => `${called} ${leaf.selector}`,
    sentence: (way) =>
      `All of the native coin can go along with ${callText(way)}: a leaf binds that there is some, never how much.`,
  })
}

/** Finds flash loans: the calls inside are proven against the root of the Manager itself. */
export const findLoans: RiskDetector = (input) => {
  const spots = input.leaves
    .filter(({ leaf }) => /^flashLoan\(/.test(leaf.signature))
    .map((reading) =>
      spotOf(
        reading,
        reading.args.filter(({ state }) => state === 'free'),
      ),
    )
  return waysOf(input, spots, {
    code: 'flash_loan',
    keyOf: ({ called }) => called,
    sentence: (way) =>
      `A flash loan (${callText(way)}) runs any calls that the root of the Manager itself permits, with the borrowed tokens in hand: if that root is of this tree, its ${input.leaves.length} leaves.`,
  })
}

/** Finds accounts that leaves act through. */
export const findDrones: RiskDetector = (input) => {
  const listed = input.options.drones ?? []
  const spots = input.leaves.flatMap((reading) =>
    reading.isDrone ? [spotOf(reading, [], [reading.leaf.target])] : [],
  )
  const isListed = (account: `0x${string}`) => isAmong(account, listed)
  return [
    ...waysOf(
      input,
      spots.filter(({ leaf }) => !isListed(leaf.target)),
      {
        code: 'assumed_drone',
        keyOf: ({ leaf }) => leaf.target,
        sentence: (way) =>
          `${listText(way.accounts)} counts as a drone of the vault only because ${way.positions.length} leaves forward through it: if it is another account, what it receives is lost.`,
      },
    ),
    ...waysOf(
      input,
      spots.filter(({ leaf }) => isListed(leaf.target)),
      {
        code: 'drone',
        keyOf: ({ leaf }) => leaf.target,
        sentence: (way) =>
          `${way.positions.length} leaves act through the drone ${listText(way.accounts)}, with what it holds.`,
      },
    ),
  ]
}
