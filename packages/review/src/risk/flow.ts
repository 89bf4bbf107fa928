import { listText } from '../leaf/sentence.ts'
import { distinct, isAmong } from './risk-input.ts'
import {
  callText,
  type RiskDetector,
  type RiskSpot,
  spotOf,
  tokensText,
  waysOf,
} from './way-out.ts'

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

/**
 * Finds leaves with a second reading: a suffix that names the last entry, on a target that is not a drone and runs
 * the call itself.
 */
export const findSecondReadings: RiskDetector = (input) => {
  const spots = input.leaves.flatMap((reading) => {
    const { second, isDrone } = reading
    if (second === null || isDrone || isAmong(reading.leaf.target, input.options.drones ?? []))
      return []
    const parties = second.parties.filter(({ account }) => !input.isInside(account))
    return [{ spot: spotOf(reading, [], distinct(parties.map(({ account }) => account))), parties }]
  })
  const named = new Map(spots.map(({ spot, parties }) => [spot.position, parties]))
  const isOther = ({ accounts }: RiskSpot) => accounts.length > 0
  const all = spots.map(({ spot }) => spot)
  return [
    ...waysOf(input, all.filter(isOther), {
      code: 'second_reading',
      keyOf: ({ called, leaf }) => `${called} ${leaf.selector}`,
      sentence: (way, group) => {
        const parties = group.flatMap(({ position }) => named.get(position) ?? [])
        const words = parties.map(({ label, account }) => `\`${label}\` ${account}`)
        return `A drone's suffix can take the place of the last argument of ${callText(way)}, which ignores it and runs the call itself: then ${listText([...new Set(words)])} receives or may pull ${tokensText(way)}.`
      },
    }),
    ...waysOf(
      input,
      all.filter((spot) => !isOther(spot)),
      {
        code: 'shorter_list',
        keyOf: () => '',
        sentence: (way) =>
          `A drone's suffix can stand for the last entry of a list: the target runs ${callText(way)} itself, with one entry fewer and the same receivers.`,
      },
    ),
  ]
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
          `${listText(way.accounts)} counts as a drone of the vault only because ${way.positions.length} leaves forward through it: if it is another contract, it runs their calls itself, and what it receives is lost.`,
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
