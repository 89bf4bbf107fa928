import type { Address } from '@vaultwright/base'
import type { LeafArgument } from '@vaultwright/protocols'
import { functionText, listText, slotsText } from '../leaf/sentence.ts'
import { groupsOf, positionsIn } from '../lint/lint-input.ts'
import type { LeafReading } from './leaf-reading.ts'
import { distinct, type RiskInput, tokensOf } from './risk-input.ts'
import { type RiskSeverity, type WayOutCode, wayOutSeverities } from './severity.ts'

/** One way in which value, or power over it, can leave a vault through the leaves of a tree. */
export type WayOut = {
  readonly code: WayOutCode
  readonly severity: RiskSeverity
  /** The identity without slots: the same in two trees that share it. */
  readonly key: string
  /** The strategist's possible act, in one sentence; accounts by their whole address. */
  readonly sentence: string
  /** Slots of the leaves, ascending. */
  readonly positions: readonly number[]
  /** The accounts that get it: receives, may pull, decides. Empty where the caller chooses. */
  readonly accounts: readonly Address[]
  /** The accounts that the leaves call, drones' real targets rather than drones. */
  readonly targets: readonly Address[]
  /** The tokens that can leave, as far as actions and facts tell. */
  readonly tokens: readonly Address[]
  /** Canonical signatures, each once. */
  readonly signatures: readonly string[]
  /** The arguments that decide, by path; what they are for may be guessed. */
  readonly args: readonly string[]
  /** The meaning of an argument was guessed from its name and type. */
  readonly isGuessed: boolean
}

/** Leaves that one way out is about, at least one, each with the arguments that decide. */
export type RiskGroup = readonly [RiskSpot, ...RiskSpot[]]

/** A leaf and what of it opens the way. */
export type RiskSpot = LeafReading & {
  readonly deciding: readonly LeafArgument[]
  readonly accounts: readonly Address[]
}

/** Finds ways out of one kind. */
export type RiskDetector = (input: RiskInput) => readonly WayOut[]

/** The words that make leaves ways out. */
export type WayOutWords = {
  readonly code: WayOutCode
  /** The key that sets two ways of the code apart, besides `group`. */
  readonly keyOf: (spot: RiskSpot) => string
  readonly sentence: (group: WayOut, spots: RiskGroup) => string
}

/** Makes one way out of all leaves that share a key, in the order of their first slot. */
export function waysOf(
  input: RiskInput,
  spots: readonly RiskSpot[],
  { code, keyOf, sentence }: WayOutWords,
): readonly WayOut[] {
  return groupsOf(spots, (spot) => keyOf(spot).toLowerCase()).map((group): WayOut => {
    const way: WayOut = {
      code,
      severity: wayOutSeverities[code],
      key: `${code} ${keyOf(group[0])}`.trim().toLowerCase(),
      sentence: '',
      positions: [...new Set(positionsIn(group))],
      accounts: distinct(group.flatMap(({ accounts }) => accounts)),
      targets: distinct(group.map(({ called }) => called)),
      tokens: distinct(group.flatMap((spot) => tokensOf(input, spot))),
      signatures: [...new Set(group.map(({ leaf }) => leaf.signature))],
      args: [...new Set(group.flatMap(({ deciding }) => deciding.map(({ path }) => path)))],
      isGuessed: group.some(({ deciding }) => deciding.some(({ isGuessed }) => isGuessed)),
    }
    return { ...way, sentence: sentence(way, group) }
  })
}

/** Makes a spot of a leaf. */
export function spotOf(
  reading: LeafReading,
  deciding: readonly LeafArgument[] = [],
  accounts: readonly Address[] = [],
): RiskSpot {
  return { ...reading, deciding, accounts }
}

/** Names what is called: `exactInput of 0x… (slots 3 and 4)`. */
export function callText(way: WayOut): string {
  return throughText({ ...way, tokens: [] })
}

/** Names what is called, in a sentence that names the tokens that move as well. */
export function throughText({ signatures, targets, tokens, positions }: WayOut): string {
  const functions = listText([...new Set(signatures.map(nameOf))])
  const targetsAlone = targets.filter((target) => !tokens.includes(target))
  return `${functions}${targetsAlone.length === 0 ? '' : ` of ${listText(targetsAlone)}`} (${slotsText(positions)})`
}

/** Lists the tokens that can leave. */
export function tokensText({ tokens }: WayOut): string {
  return tokens.length === 0 ? 'what the call moves' : listText(tokens)
}

/** Names arguments as the subject of a sentence, with its verb. */
export function areText(args: readonly string[]): string {
  return `${listText(args.map((path) => `\`${path}\``))} ${args.length === 1 ? 'is' : 'are'}`
}

function nameOf(signature: string): string {
  return functionText(signature).replace(/\(.*$/, '')
}
