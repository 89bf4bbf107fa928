import { isOperatorCall, type LeafArgument, operatorsIn, parseLabel } from '@vaultwright/protocols'
import { listText } from '../leaf/sentence.ts'
import type { LeafReading } from './leaf-reading.ts'
import { isZero, type RiskInput } from './risk-input.ts'
import {
  areText,
  type RiskDetector,
  type RiskSpot,
  spotOf,
  throughText,
  waysOf,
} from './way-out.ts'

/** Finds who may act for the vault: move its positions, act in its name, claim for it. */
export const findOperators: RiskDetector = (input) => {
  const spots = input.leaves.filter(isOperatorCall).flatMap((reading) => spotsIn(input, reading))
  const isFree = ({ accounts }: RiskSpot) => accounts.length === 0
  return [
    ...waysOf(input, spots.filter(isFree), {
      code: 'free_operator',
      keyOf: ({ called, leaf }) => `${called} ${leaf.selector}`,
      sentence: (way) =>
        `Any account that the caller names may act for the vault through ${throughText(way)}: ${areText(way.args)} free.`,
    }),
    ...waysOf(
      input,
      spots.filter((spot) => !isFree(spot)),
      {
        code: 'fixed_operator',
        keyOf: ({ called, accounts }) => `${called} ${accounts[0]}`,
        sentence: (way) =>
          `${way.accounts[0]} can be allowed to act for the vault on ${listText(way.targets)} through ${throughText(way)}.`,
      },
    ),
    ...nftApprovals(input),
  ]
}

function spotsIn(input: RiskInput, reading: LeafReading): readonly RiskSpot[] {
  const named = operatorsIn(reading)
  const free = named.filter(({ state }) => state === 'free')
  if (free.length > 0) return [spotOf(reading, free)]
  return named.flatMap((argument) =>
    argument.entries
      .map((entry) => reading.leaf.arguments[entry]!)
      .filter((account) => !isZero(account) && !input.isInside(account))
      .map((account) => spotOf(reading, [argument], [account])),
  )
}

/** An approval of a contract that holds positions is about one of them, not about an amount. */
function nftApprovals(input: RiskInput) {
  const holders = new Set(
    input.leaves.flatMap(({ leaf, called, args }) => {
      const isHolder = /^safeTransferFrom\(/.test(leaf.signature) || args.some(isPosition)
      return isHolder ? [called.toLowerCase()] : []
    }),
  )
  const spots = input.leaves.flatMap((reading) => {
    const { leaf, called, args } = reading
    if (!/^approve\(address,uint256\)$/.test(leaf.signature)) return []
    if (!holders.has(called.toLowerCase())) return []
    const accounts = args.flatMap(({ entries }) => entries.map((entry) => leaf.arguments[entry]!))
    return accounts.map((account) => spotOf(reading, args.slice(0, 1), [account]))
  })
  return waysOf(input, spots, {
    code: 'fixed_operator',
    keyOf: ({ called, accounts }) => `${called} ${accounts[0]} position`,
    sentence: (way) =>
      `${way.accounts[0]} can be allowed to take any position of ${listText(way.targets)} through ${throughText(way)}.`,
  })
}

function isPosition({ path }: LeafArgument): boolean {
  return parseLabel(path).word === 'tokenid'
}
