import { isSameAddress } from '@vaultwright/base'
import { type LeafArgument, recipientsIn } from '@vaultwright/protocols'
import { bridgeRoutes } from '../leaf/bridge-route.ts'
import { listText } from '../leaf/sentence.ts'
import type { LeafReading } from './leaf-reading.ts'
import { outsidersIn } from './recipient.ts'
import type { RiskInput } from './risk-input.ts'
import {
  areText,
  type RiskDetector,
  type RiskSpot,
  spotOf,
  throughText,
  tokensText,
  waysOf,
} from './way-out.ts'

/** Finds what can leave to another chain, and who receives it there. */
export const findBridges: RiskDetector = (input) => {
  const bridges = input.leaves.filter(isBridge)
  const free = bridges.flatMap(freeSpots)
  const fixed = bridges.flatMap((reading) => fixedSpots(input, reading))
  const numbers = bridges
    .filter((reading) => [...free, ...fixed].every(({ position }) => position !== reading.position))
    .map((reading) => spotOf(reading, recipientsIn(reading)))
  const partial = bridges.flatMap((reading) => {
    const words = reading.args.filter(isPartlyBound)
    return words.length === 0 ? [] : [spotOf(reading, words)]
  })
  return [
    ...waysOf(input, partial, {
      code: 'lost_recipient',
      keyOf: ({ called, leaf }) => `${called} ${leaf.selector}`,
      sentence: (way) =>
        `All of ${tokensText(way)} can be lost through ${throughText(way)}: the first 12 bytes of ${listText(way.args.map((path) => `\`${path}\``))} are free, and where they are not zero no account of 20 bytes can take it.`,
    }),
    ...waysOf(input, free, {
      code: 'free_bridge',
      keyOf: ({ called, leaf }) => `${called} ${leaf.selector}`,
      sentence: (way) =>
        `Any account or chain that the caller names can receive ${tokensText(way)} through the bridge ${throughText(way)}: ${areText(way.args)} free.`,
    }),
    ...waysOf(input, fixed, {
      code: 'fixed_bridge',
      keyOf: ({ called, accounts }) => `${called} ${accounts[0]}`,
      sentence: (way) =>
        `${way.accounts[0]} is not the vault and can receive all of ${tokensText(way)} on another chain through ${throughText(way)}.`,
    }),
    ...waysOf(input, numbers, {
      code: 'own_bridge',
      keyOf: ({ called, leaf }) => `${called} ${leaf.selector}`,
      sentence: (way) =>
        `The vault's own address on another chain can receive all of ${tokensText(way)} through ${throughText(way)}: it need not be the vault's there.`,
    }),
  ]
}

/** Tells whether a leaf's function sends tokens to another chain. */
export function isBridge({ leaf, args }: LeafReading): boolean {
  return bridgeRoutes.has(leaf.signature) || args.some(({ use }) => use === 'network')
}

/** A recipient or a chain that nothing binds; bytes that hold the recipient count when they are free. */
function freeSpots(reading: LeafReading): readonly RiskSpot[] {
  const open = [...recipientsIn(reading), ...networksIn(reading)]
  const free = open.filter(({ state }) => state === 'free')
  return free.length === 0 ? [] : [spotOf(reading, free)]
}

/** Of 32 bytes the decoder packs the last 20. */
function isPartlyBound({ type, state, isWhole, entries }: LeafArgument): boolean {
  return type === 'bytes32' && state === 'bound' && !isWhole && entries.length === 1
}

function networksIn({ args }: LeafReading): readonly LeafArgument[] {
  return args.filter(({ use }) => use === 'network')
}

function fixedSpots(input: RiskInput, reading: LeafReading): readonly RiskSpot[] {
  return recipientsIn(reading).flatMap((argument) => {
    if (argument.state === 'free') return []
    return outsidersIn(input, reading, argument)
      .filter((account) => input.vault === null || !isSameAddress(account, input.vault))
      .map((account) => spotOf(reading, [argument], [account]))
  })
}
