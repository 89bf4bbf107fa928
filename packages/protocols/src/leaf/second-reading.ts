import { type Address, isSameAddress, zeroAddress } from '@vaultwright/base'
import { type CompiledRule, canPack, type Leaf } from '@vaultwright/manager'
import { patternsOfSelector } from '../catalogue/pattern-list.ts'
import { accountOf, roleOf } from './role.ts'
import { labelsFor, shapeOf } from './rule-shape.ts'

/** An entry of a leaf that names who receives, owns or may pull in one reading and not in the other. */
type OtherParty = { readonly label: string; readonly account: Address }

/**
 * The second reading of a leaf's calls: the target runs them itself, and the last entry stands
 * behind the arguments.
 */
export type SecondReading = {
  /** Nothing else fits: no decoder packs so many entries. */
  readonly isOnly: boolean
  /** True if it holds for every decoder that packs the leaf; else the code of the decoder tells. */
  readonly isCertain: boolean
  /** The decoders that allow it, as in `CompoundV3`. */
  readonly decoders: readonly string[]
  /** Empty where the same accounts receive, own and may pull in both readings. */
  readonly parties: readonly OtherParty[]
}

/**
 * Reads a leaf without its last entry: the Manager appends what a drone's suffix names to what the decoder packs,
 * whatever the target is, so that a shorter list and a suffix hash to the same leaf.
 *
 * Source: ManagerWithMerkleVerification, which looks for the suffix in every call.
 *
 * @param leaf - of a target that is not a drone.
 * @param rules - for its function.
 * @returns null where no decoder packs so few entries, or no contract takes so few.
 */
export function secondReadingOf(leaf: Leaf, rules: readonly CompiledRule[]): SecondReading | null {
  const count = leaf.arguments.length
  const last = leaf.arguments.at(-1)
  if (last === undefined || isSameAddress(last, zeroAddress)) return null
  const isFirst = rules.some((rule) => canPack(rule, count))
  // Which of several versions a decoder is its code tells: a list is open where one version packs both.
  const open = rules.filter(
    (rule) =>
      canPack(rule, count - 1) && (!isFirst || canPack(rule, count)) && isTaken(rule, count - 1),
  )
  if (open.length === 0) return null
  const parties = open.flatMap((rule) => {
    const first = isFirst ? partiesOf(leaf, rule, count) : []
    return partiesOf(leaf, rule, count - 1).filter(
      ({ account }) => !first.some((party) => isSameAddress(party.account, account)),
    )
  })
  const fitting = rules.filter((rule) => canPack(rule, count))
  const isCertain = fitting.every((rule) => open.includes(rule))
  const decoders = [...new Set(open.flatMap((rule) => rule.decoders))]
  return { isOnly: !isFirst, isCertain, decoders, parties: withoutTwins(parties) }
}

/** Routers refuse a path of one token, or of half a step: the actions of a decoder tell how long its lists are. */
function isTaken({ selector, decoders }: CompiledRule, count: number): boolean {
  const counts = patternsOfSelector(selector)
    .filter((pattern) => pattern.decoders.some((decoder) => decoders.includes(decoder)))
    .map(({ pieces }) => pieces.length)
  return counts.length === 0 || counts.includes(count) || count > Math.max(...counts)
}

function partiesOf(leaf: Leaf, { rule }: CompiledRule, count: number): readonly OtherParty[] {
  const labels = labelsFor(shapeOf(rule), count) ?? []
  return labels.flatMap((label, at) => {
    if (label === null || roleOf(label) === 'other') return []
    const account = accountOf({ leaf, labels }, at)
    return account === null ? [] : [{ label, account }]
  })
}

function withoutTwins(parties: readonly OtherParty[]): readonly OtherParty[] {
  return [...new Map(parties.map((one) => [`${one.label} ${one.account}`, one])).values()]
}
