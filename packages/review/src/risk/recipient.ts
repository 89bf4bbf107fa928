import { type Address, isSameAddress } from '@vaultwright/base'
import {
  accountOf,
  isOperatorCall,
  isRewardCall,
  type LeafArgument,
  parseLabel,
  recipientsIn,
} from '@vaultwright/protocols'
import { bridgeRoutes } from '../leaf/bridge-route.ts'
import type { LeafReading } from './leaf-reading.ts'
import { isZero, type RiskInput } from './risk-input.ts'
import {
  areText,
  type RiskDetector,
  type RiskSpot,
  spotOf,
  throughText,
  tokensText,
  type WayOut,
  waysOf,
} from './way-out.ts'

/** Finds who outside the vault can receive: whom the caller names, and whom the tree does. */
export const findRecipients: RiskDetector = (input) => {
  if (input.vault === null) return unknownVaults(input)
  const receivers = input.leaves.filter((reading) => !isElsewhere(reading))
  const free = receivers.flatMap((reading) => freeSpots(reading))
  const fixed = receivers.flatMap((reading) => fixedSpots(input, reading))
  return [
    ...waysOf(
      input,
      free.filter((spot) => !isRewardCall(spot)),
      {
        code: 'free_recipient',
        keyOf: ({ called, leaf }) => `${called} ${leaf.selector}`,
        sentence: (way) =>
          `Any account that the caller names can receive ${tokensText(way)} through ${throughText(way)}: ${areText(way.args)} free.`,
      },
    ),
    ...waysOf(
      input,
      fixed.filter((spot) => !isRewardCall(spot)),
      {
        code: 'fixed_recipient',
        keyOf: ({ accounts }) => accounts[0]!,
        sentence: (way) =>
          isZero(way.accounts[0]!)
            ? `The zero address, from which nothing comes back, can receive ${tokensText(way)} through ${throughText(way)}.`
            : `${way.accounts[0]} is not the vault and can receive all of ${tokensText(way)} through ${throughText(way)}.`,
      },
    ),
    ...waysOf(input, [...free, ...fixed].filter(isRewardCall), {
      code: 'reward_recipient',
      keyOf: ({ called, leaf, accounts }) => `${called} ${leaf.selector} ${accounts[0] ?? 'any'}`,
      sentence: (way) =>
        `${way.accounts[0] ?? 'Any account that the caller names'} can receive the vault's rewards through ${throughText(way)}.`,
    }),
  ]
}

/** The accounts outside the vault that a leaf binds for an argument. */
export function outsidersIn(
  { isInside }: Pick<RiskInput, 'isInside'>,
  reading: LeafReading,
  argument: LeafArgument,
): readonly Address[] {
  return argument.entries.flatMap((entry) => {
    const label = reading.labels[entry] ?? null
    const form = label === null ? 'whole' : parseLabel(label).form
    if (form === 'low') return []
    const bound = reading.leaf.arguments[entry]!
    const account = accountOf(reading, entry) ?? bound
    if (isZero(account) && argument.use !== 'self' && !isStrict(reading)) return []
    const isOurs = isInside(account) || isSameAddress(account, reading.called)
    return isOurs || isExecutor(reading, account) ? [] : [account]
  })
}

/** A router hands the tokens to the executor that another argument names: the payload is the way out. */
function isExecutor({ leaf, args }: LeafReading, account: Address): boolean {
  return args.some(
    ({ path, entries }) =>
      parseLabel(path).word === 'executor' &&
      entries.some((entry) => isSameAddress(leaf.arguments[entry]!, account)),
  )
}

/** The zero address often stands for the caller; tokens that are sent to it are lost. */
function isStrict({ leaf }: LeafReading): boolean {
  return /^(transfer|safeTransferFrom|transferFrom)\(/.test(leaf.signature)
}

/** Bridges, operators and loans are ways of their own. */
function isElsewhere(reading: LeafReading): boolean {
  const { signature } = reading.leaf
  return bridgeRoutes.has(signature) || /^flashLoan\(/.test(signature) || isOperatorCall(reading)
}

function freeSpots(reading: LeafReading): readonly RiskSpot[] {
  const free = recipientsIn(reading).filter(({ state }) => state === 'free')
  return free.length === 0 ? [] : [spotOf(reading, free)]
}

function fixedSpots(input: RiskInput, reading: LeafReading): readonly RiskSpot[] {
  return recipientsIn(reading).flatMap((argument) =>
    outsidersIn(input, reading, argument).map((account) => spotOf(reading, [argument], [account])),
  )
}

function unknownVaults(input: RiskInput): readonly WayOut[] {
  const spots = input.leaves.flatMap((reading) => {
    const named = recipientsIn(reading)
    return named.length === 0 ? [] : [spotOf(reading, named)]
  })
  return waysOf(input, spots, {
    code: 'unknown_vault',
    keyOf: () => '',
    sentence: (way) =>
      `The tree does not name its vault, so it is unknown who receives in ${way.positions.length} leaves: give the vault.`,
  })
}
