import { parseLabel } from '../leaf/role.ts'
import { listText } from '../leaf/sentence.ts'
import type { LeafArgument, LeafReading } from './leaf-reading.ts'
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

/** Bytes that prove something or name a path: nothing runs them. */
const harmless = /^path$|proof|signature|permit|symbol|name|referral|memo|reason|hash|salt|uid$/

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

/** The bytes of a call that the caller writes, whole or in part. */
export function payloadsIn({ args, leaf }: LeafReading): readonly LeafArgument[] {
  if (/^flashLoan\(/.test(leaf.signature)) return []
  return args.filter(({ path, type, state, isWhole }) => {
    if (!/^bytes(\[\])*$/.test(type) || harmless.test(parseLabel(path).word)) {
      return path === 'pathDefinition' && leaf.signature === 'swapCompact()'
    }
    return state === 'free' || !isWhole
  })
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
