import { type Address, isSameAddress } from '@vaultwright/base'
import { isOperatorCall, spendersIn } from '@vaultwright/protocols'
import { isPuller } from '../leaf/puller.ts'
import { listText } from '../leaf/sentence.ts'
import type { LeafReading } from './leaf-reading.ts'
import { isZero, type RiskInput } from './risk-input.ts'
import {
  areText,
  type RiskDetector,
  type RiskSpot,
  spotOf,
  throughText,
  tokensText,
  waysOf,
} from './way-out.ts'

/**
 * Contracts that call whatever their caller says, so that any caller pulls what they may pull.
 *
 * Source: Multicall3, the same address on every chain.
 */
const openSpenders: readonly Address[] = ['0xcA11bde05977b3631167028862bE2a173976CA11']

/** Finds who may pull tokens: whom the caller names, contracts that any caller steers, and idle ones. */
export const findSpenders: RiskDetector = (input) => {
  const readings = input.leaves.filter((reading) => !isOperatorCall(reading))
  const free = readings.flatMap(freeSpots)
  const fixed = readings.flatMap((reading) => fixedSpots(input, reading))
  const isOpen = ({ accounts }: RiskSpot) =>
    openSpenders.some((open) => isSameAddress(open, accounts[0]!))
  const isCalled = ({ accounts, position }: RiskSpot) =>
    input.targets.has(accounts[0]!) || input.usedApprovals.has(position) || isPuller(accounts[0]!)
  const plain = fixed.filter((spot) => !isOpen(spot))
  return [
    ...waysOf(input, free, {
      code: 'free_spender',
      keyOf: ({ called, leaf }) => `${called} ${leaf.selector}`,
      sentence: (way) =>
        `Any account that the caller names may pull ${tokensText(way)} after ${throughText(way)}: ${areText(way.args)} free.`,
    }),
    ...waysOf(input, fixed.filter(isOpen), {
      code: 'open_spender',
      keyOf: ({ accounts }) => accounts[0]!,
      sentence: (way) =>
        `${way.accounts[0]} does what any caller asks, and may be allowed to pull ${tokensText(way)} (${throughText(way)}).`,
    }),
    ...waysOf(
      input,
      plain.filter((spot) => !isCalled(spot)),
      {
        code: 'idle_spender',
        keyOf: ({ accounts }) => accounts[0]!,
        sentence: (way) =>
          `${way.accounts[0]} may be allowed to pull all of ${tokensText(way)}, and no leaf calls it (${throughText(way)}).`,
      },
    ),
    ...waysOf(input, plain.filter(isCalled), {
      code: 'called_spender',
      keyOf: () => '',
      sentence: (way) =>
        `${listText(way.accounts)} may be allowed to pull more than the calls of the tree need: the amount of an approval is free.`,
    }),
  ]
}

function freeSpots(reading: LeafReading): readonly RiskSpot[] {
  const free = spendersIn(reading).filter(({ state }) => state === 'free')
  return free.length === 0 ? [] : [spotOf(reading, free)]
}

function fixedSpots(input: RiskInput, reading: LeafReading): readonly RiskSpot[] {
  return reading.args.flatMap((argument) => {
    if (argument.role !== 'spender') return []
    return argument.entries
      .map((entry) => reading.leaf.arguments[entry]!)
      .filter((account) => !isZero(account) && !input.isInside(account))
      .map((account) => spotOf(reading, [argument], [account]))
  })
}
