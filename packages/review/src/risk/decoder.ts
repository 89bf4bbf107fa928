import { type Hex, zeroAddress } from '@vaultwright/base'
import { type CompiledRule, rulesFor, selectorOf } from '@vaultwright/manager'
import { bareOrderRuleBook, type LeafArgument } from '@vaultwright/protocols'
import { isOnRecord } from '@vaultwright/registry'
import { fewText, listText } from '../leaf/sentence.ts'
import type { LeafReading } from './leaf-reading.ts'
import type { RiskInput } from './risk-input.ts'
import { callText, type RiskDetector, type RiskSpot, spotOf, waysOf } from './way-out.ts'

const preSign = selectorOf('setPreSignature(bytes,bool)')

/** Names of a decoder's constructor values: they are immutable. */
const fixed = /\bmade (for|with)\b/

/** Finds leaves that no rule can read: nothing is known of what they bind. */
export const findUnknowns: RiskDetector = (input) => {
  const spots = input.leaves
    .filter(({ rules, second, leaf }) => {
      const isSuffixed = second?.isOnly === true && isOnRecord(leaf.target)
      return rules.length === 0 && !isSuffixed
    })
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
    const ownReads = reading.rules.flatMap(ownReadsOf)
    if (ownReads.length === 0) return []
    const deciding = reading.args.filter(({ checks }) =>
      checks.some((check) => ownReads.some((name) => check.includes(`${name}(`))),
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
  return [...reads].flatMap(([name, { rule: reading }]) =>
    reading.contract.startsWith('the decoder') &&
    !fixed.test(reading.contract) &&
    checks.includes(`${name}(`)
      ? [name]
      : [],
  )
}

/** True if every rule that fits reads the decoder. */
function isSure(positions: readonly number[], spots: readonly RiskSpot[]): boolean {
  return spots
    .filter(({ position }) => positions.includes(position))
    .every(({ rules }) => rules.every((rule) => ownReadsOf(rule).length > 0))
}

function pathsOf(args: readonly LeafArgument[]): readonly string[] {
  return args.map(({ path }) => `\`${path}\``)
}

/** Finds leaves that sign orders of which they bind nothing: a uid is a hash. */
export const findOrders: RiskDetector = (input) => {
  const spots = input.leaves
    .filter(signsAnyOrder)
    .map((reading) => spotOf(reading, reading.args.filter(isUid)))
  return waysOf(input, spots, {
    code: 'free_order',
    keyOf: ({ called }) => called,
    sentence: (way) =>
      `The caller may sign any order of the vault through ${callText(way)}: any receiver, any price, and whatever the relayer of orders may pull. The leaf binds a hash and nothing of the order behind it.`,
  })
}

/**
 * The worst argument of a leaf that signs any order; null for other leaves.
 *
 * The digest stands for one of the caller's choice: a solver's order has to be hashed with the settlement's domain.
 */
export function orderArgumentOf(
  input: RiskInput,
  reading: LeafReading,
  name: string,
): Hex | boolean | null {
  if (!signsAnyOrder(reading)) return null
  if (name === 'signed') return true
  const owner = reading.leaf.arguments[0] ?? input.vault ?? zeroAddress
  return `0x${'ff'.repeat(32)}${owner.slice(2).toLowerCase()}${'ff'.repeat(4)}`
}

/** True if a leaf signs an order that nothing of it binds. */
export function signsAnyOrder({ rules }: LeafReading): boolean {
  const bare = rulesFor(bareOrderRuleBook, preSign)
  return rules.length > 0 && rules.every((rule) => bare.includes(rule))
}

function isUid({ path }: { readonly path: string }): boolean {
  return path === 'orderUid'
}
