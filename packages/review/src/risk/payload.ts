import { parseLabel, payloadsIn } from '@vaultwright/protocols'
import { listText } from '../leaf/sentence.ts'
import type { LeafReading } from './leaf-reading.ts'
import { venueOf } from './venue.ts'
import {
  callText,
  type RiskDetector,
  type RiskSpot,
  spotOf,
  throughText,
  tokensText,
  type WayOut,
  waysOf,
} from './way-out.ts'

/** Finds bytes that the caller writes and another contract executes or reads. */
export const findPayloads: RiskDetector = (input) => {
  const spots = input.leaves.flatMap(spotsIn)
  const isExecuted = ({ claim, leaf }: RiskSpot) =>
    venueOf(claim?.pattern.action ?? null, leaf.signature).limit === 'route'
  return [
    ...waysOf(input, spots.filter(isExecuted), {
      code: 'free_payload',
      keyOf: ({ called, leaf, accounts }) => `${called} ${leaf.selector} ${accounts}`,
      sentence: (way) =>
        `The caller writes the bytes ${listText(way.args)} that ${executorText(way)}${throughText(way)} executes with ${tokensText(way)} in its hands.`,
    }),
    ...waysOf(
      input,
      spots.filter((spot) => !isExecuted(spot)),
      {
        code: 'read_payload',
        keyOf: ({ called }) => called,
        sentence: (way) =>
          `The caller writes the bytes ${listText(way.args)} that ${callText(way)} reads.`,
      },
    ),
  ]
}

function spotsIn(reading: LeafReading): readonly RiskSpot[] {
  const deciding = payloadsIn(reading)
  if (deciding.length === 0) return []
  const { args, leaf } = reading
  const executors = args.filter(({ path }) => parseLabel(path).word === 'executor')
  const accounts = executors.flatMap(({ entries }) =>
    entries.map((entry) => leaf.arguments[entry]!),
  )
  return [spotOf(reading, deciding, accounts)]
}

function executorText({ accounts }: WayOut): string {
  return accounts.length === 0 ? '' : `${listText(accounts)} behind `
}
