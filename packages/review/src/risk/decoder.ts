import type { CompiledRule } from '@vaultwright/manager'
import { listText } from '../leaf/sentence.ts'
import type { LeafArgument } from './leaf-reading.ts'
import { callText, type RiskDetector, type RiskSpot, spotOf, waysOf } from './way-out.ts'

/** How many decoders a sentence names. */
const fewDecoders = 3

/** What a decoder was made with: nobody changes it later. */
const fixed = /\bmade (for|with)\b/

/** Finds leaves that no rule can read: nothing is known of what they bind. */
export const findUnknowns: RiskDetector = (input) => {
  const spots = input.leaves
    .filter(({ rules }) => rules.length === 0)
    .map((reading) => spotOf(reading))
  return waysOf(input, spots, {
    code: 'unknown_function',
    keyOf: ({ called, leaf }) => `${called} ${leaf.selector} ${leaf.arguments.length}`,
    sentence: (way, [{ fit, leaf }]) =>
      fit === 'unknown'
        ? `No rule knows what the decoder binds of ${callText(way)}: all of the call may be the caller's choice.`
        : `No rule packs ${leaf.arguments.length} arguments for ${callText(way)}: another version of the decoder would have to, and what it binds is unknown.`,
  })
}

/** Finds leaves whose decoder has an owner that can change what passes. */
export const findDecoderOwners: RiskDetector = (input) => {
  const spots = input.leaves.flatMap((reading) => {
    const own = reading.rules.flatMap(ownReadsOf)
    if (own.length === 0) return []
    const deciding = reading.args.filter(({ checks }) =>
      checks.some((check) => own.some((name) => check.includes(`${name}(`))),
    )
    return [spotOf(reading, deciding, [reading.leaf.decoder])]
  })
  return waysOf(input, spots, {
    code: 'decoder_owner',
    keyOf: ({ leaf }) => `${leaf.decoder} ${leaf.selector}`,
    sentence: (way, [{ deciding }]) =>
      `The owner of the decoder ${way.accounts[0]} may change which ${listText(pathsOf(deciding))} passes in ${callText(way)}, without a change of the root${isSure(way.positions, spots) ? '' : ', if the decoder is of that version'}.`,
  })
}

/** Finds leaves whose rules differ in what they bind. */
export const findDecoderVersions: RiskDetector = (input) => {
  const spots = input.leaves.flatMap((reading) => {
    const deciding = reading.args.filter(({ looseIn }) => looseIn.length > 0)
    return deciding.length === 0 ? [] : [spotOf(reading, deciding, [reading.leaf.decoder])]
  })
  return waysOf(input, spots, {
    code: 'decoder_version',
    keyOf: ({ leaf }) => `${leaf.decoder} ${leaf.selector}`,
    sentence: (way, [{ deciding }]) => {
      const decoders = [...new Set(deciding.flatMap(({ looseIn }) => looseIn))]
      return `Whether ${listText(pathsOf(deciding))} of ${callText(way)} is bound depends on which version ${way.accounts[0]} is: ${fewText(decoders)} binds less.`
    },
  })
}

/** Finds leaves that permit what another contract's answer makes of the call. */
export const findDecoderReads: RiskDetector = (input) => {
  const spots = input.leaves.flatMap((reading) => {
    const deciding = reading.args.filter(({ reads }) => reads.length > 0)
    return deciding.length === 0 ? [] : [spotOf(reading, deciding)]
  })
  return waysOf(input, spots, {
    code: 'decoder_read',
    keyOf: ({ called, leaf }) => `${called} ${leaf.selector}`,
    sentence: (way, [{ deciding }]) =>
      `The chain's answer to ${listText([...new Set(deciding.flatMap(({ reads }) => reads))])} decides which ${listText(pathsOf(deciding))} passes in ${callText(way)}.`,
  })
}

/** Reads of the decoder itself that a check names: who can write them can let other values pass. */
function ownReadsOf({ reads, rule }: CompiledRule): readonly string[] {
  const checks = (rule.checks ?? []).join(' ')
  return [...reads].flatMap(([name, { rule: read }]) =>
    read.contract.startsWith('the decoder') &&
    !fixed.test(read.contract) &&
    checks.includes(`${name}(`)
      ? [name]
      : [],
  )
}

/** Whether every rule that fits reads the decoder. */
function isSure(positions: readonly number[], spots: readonly RiskSpot[]): boolean {
  return spots
    .filter(({ position }) => positions.includes(position))
    .every(({ rules }) => rules.every((rule) => ownReadsOf(rule).length > 0))
}

function pathsOf(args: readonly LeafArgument[]): readonly string[] {
  return args.map(({ path }) => `\`${path}\``)
}

function fewText(decoders: readonly string[]): string {
  const more = decoders.length - fewDecoders
  return more <= 0
    ? decoders.join(' or ')
    : `${decoders.slice(0, fewDecoders).join(', ')} or one of ${more} more`
}
