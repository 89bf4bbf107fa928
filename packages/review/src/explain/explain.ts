import { type Address, type Hex, isSameAddress, printHex } from '@vaultwright/base'
import {
  type Call,
  type Certainty,
  certaintyOfMatch,
  type DecoderReadValues,
  digestOf,
  doubtsOf,
  isPadding,
  isSameLeaf,
  type Leaf,
  type LeafMatch,
  type LeafMatchResult,
  type LeafTree,
  matchCall,
  positionsOfLeaf,
  type Refusal,
  type RuleBook,
} from '@vaultwright/manager'
import { permissionOf } from '../leaf/leaf-identity.ts'
import { buildLabeller, droneLabel, type LabelledLeaf } from '../leaf/leaf-label.ts'
import { type CallInspection, inspectCall } from './explain-call.ts'
import { compareLeaf, type Distance, type Unmet } from './explain-compare.ts'

/** The inputs of an explanation. */
type ExplainOptions = {
  readonly rules: RuleBook
  /** Values of the chain by the key of the read. */
  readonly reads?: DecoderReadValues
  /** The maximum number of near leaves, from 1. Default: 5. */
  readonly limit?: number
}

/** A leaf near a refused call. */
export type NearLeaf = LabelledLeaf & {
  /** Every slot that holds it, ascending. */
  readonly positions: readonly number[]
  /** 0 is nearest; a selector or target that differs weighs more than an argument. */
  readonly distance: number
  /** Every field that differs, the first unmet criterion first. */
  readonly unmet: readonly Unmet[]
}

/** A leaf that would permit the call. */
export type WantedLeaf = {
  readonly leaf: Leaf
  readonly digest: Hex
  /** One label an argument. */
  readonly labels: readonly string[]
  /** Names of the protocol decoders that pack so. */
  readonly decoders: readonly string[]
  /** The origin of the leaf's decoder address. */
  readonly decoderFrom: 'call' | 'nearest_leaf' | 'only_decoder'
}

/** The problem of the call as a whole; empty if only a field of a leaf differs. */
export type CallProblem =
  | { readonly code: 'unknown_target' | 'unknown_selector' }
  /** No rule says what decoders pack for the function. */
  | { readonly code: 'unknown_function' }
  /** All decoders that have the function refuse the calldata. */
  | { readonly code: 'refused_by_decoder'; readonly unmet: Unmet }
  | { readonly code: 'needs_reads'; readonly unmet: Unmet }
  /** A leaf permits the same call, but with the other value flag. */
  | { readonly code: 'value_twin'; readonly positions: readonly number[] }
  /** The flag of a drone ends a calldata too short for the Manager to look at. */
  | { readonly code: 'short_drone_suffix'; readonly length: number }

/** Why a call is permitted or refused. */
export type Explanation = {
  /** True for `proven` and `conditional`. */
  readonly permitted: boolean
  /** The same as `verifyCalldata` gives with a valid proof of the leaf. */
  readonly verdict: Certainty
  /** The doubts whether the leaf permits the call; empty if proven or refused. */
  readonly doubts: readonly Refusal[]
  /**
   * `exact` through a rule, `conditional` if the chain answers `reads` so, `structural` through the
   * leaf's own arguments where no rule is known.
   */
  readonly match: LeafMatchResult['kind']
  /** Slots of the leaves that permit it, ascending. */
  readonly positions: readonly number[]
  /** The answers the chain must give; empty but for conditional matches. */
  readonly reads: LeafMatch['reads']
  /** The first criterion that no leaf meets; null when permitted. */
  readonly refusal: Refusal | null
  readonly call: CallInspection['summary']
  readonly problems: readonly CallProblem[]
  /** Nearest first; the permitting ones when permitted. */
  readonly nearest: readonly NearLeaf[]
  /** Likeliest first; none when permitted, or when what decoders pack is not known. */
  readonly wanted: readonly WantedLeaf[]
}

/**
 * Explains why no leaf permits a call, or which one does.
 *
 * @param call - target, calldata and value; with a decoder only leaves of it count.
 * @param options - the rule book, reads, how many near leaves.
 * @returns the nearest leaves with what each leaves unmet, and the leaf that would permit the call.
 * @throws {InvalidHexError} when the calldata is not hex of whole bytes.
 * @throws {InvalidReadError} when a value handed in for a read is not a number.
 */
export function explainCall(call: Call, tree: LeafTree, options: ExplainOptions): Explanation {
  const { rules, reads } = options
  const match = matchCall(call, { tree, rules, ...(reads !== undefined && { reads }) })
  const reading = inspectCall(call, options)
  const ranked = rank(tree, reading, options)
  if (match.kind === 'none') {
    return {
      permitted: false,
      verdict: certaintyOfMatch(match),
      doubts: [],
      match: 'none',
      positions: [],
      reads: [],
      refusal: match.refusal,
      call: reading.summary,
      problems: problemsOf(tree, reading, ranked),
      nearest: related(ranked).slice(0, options.limit ?? 5),
      wanted: wantedOf(tree, reading, ranked),
    }
  }
  const nearest = permitting(ranked, match)
  const verdict = certaintyOfMatch(match)
  return {
    permitted: verdict === 'proven' || verdict === 'conditional',
    verdict,
    doubts: doubtsOf(match),
    match: match.kind,
    positions: nearest.flatMap(({ positions }) => positions).sort((a, b) => a - b),
    reads: match.reads,
    refusal: null,
    call: reading.summary,
    problems: [],
    nearest,
    wanted: [],
  }
}

/** The matched leaf; where a rule is sure, those of other decoders too. */
function permitting(ranked: readonly NearLeaf[], match: LeafMatch): readonly NearLeaf[] {
  return ranked.filter(
    ({ leaf, unmet }) =>
      isSameLeaf(leaf, match.leaf) || (match.kind === 'exact' && unmet.length === 0),
  )
}

/** Leaves of the same target or function; any where none is. */
function related(ranked: readonly NearLeaf[]): readonly NearLeaf[] {
  const near = ranked.filter(({ unmet }) => {
    const codes = unmet.map(({ code }) => code)
    return !codes.includes('target') || !codes.includes('selector')
  })
  return near.length > 0 ? near : ranked
}

/** Every different leaf, nearest first; of equal distance the earlier slot first. */
function rank(
  tree: LeafTree,
  reading: CallInspection,
  { rules }: ExplainOptions,
): readonly NearLeaf[] {
  const used = tree.leaves.filter((leaf) => !isPadding(leaf))
  const labeller = buildLabeller(rules, used)
  const near = new Map<string, NearLeaf & { readonly positions: number[] }>()
  for (const [position, leaf] of tree.leaves.entries()) {
    if (isPadding(leaf)) continue
    const key = permissionOf(leaf)
    const entry = near.get(key)
    if (entry !== undefined) {
      entry.positions.push(position)
      continue
    }
    const labelled = labeller.labelled(leaf)
    const distance: Distance = compareLeaf(reading.subject, labelled)
    near.set(key, { ...labelled, ...distance, positions: [position] })
  }
  return [...near.values()].sort((one, other) => one.distance - other.distance)
}

function problemsOf(
  tree: LeafTree,
  reading: CallInspection,
  ranked: readonly NearLeaf[],
): readonly CallProblem[] {
  const { subject } = reading
  const problems: CallProblem[] = []
  if (!tree.leaves.some((leaf) => isSameAddress(leaf.target, subject.target))) {
    problems.push({ code: 'unknown_target' })
  }
  if (!tree.leaves.some((leaf) => leaf.selector === subject.selector && !isPadding(leaf))) {
    problems.push({ code: 'unknown_selector' })
  }
  if (!reading.isKnown) problems.push({ code: 'unknown_function' })
  const refusals = subject.answers.flatMap((answer): readonly Unmet[] => {
    if (answer.kind === 'refused') return [answer.unmet]
    const reads = answer.kind === 'packed' ? answer.reads : []
    return reads.length === 0 ? [] : [{ code: 'needs_reads', reads }]
  })
  const [refusal] = refusals
  if (refusal !== undefined && refusals.length === subject.answers.length) {
    const reads = refusals.find((unmet) => unmet.code === 'needs_reads')
    if (reads !== undefined) problems.push({ code: 'needs_reads', unmet: reads })
    else problems.push({ code: 'refused_by_decoder', unmet: refusal })
  }
  const twins = ranked.filter(({ unmet }) => unmet.length === 1 && unmet[0]?.code === 'value_flag')
  if (twins.length > 0) {
    const positions = twins.flatMap((twin) => twin.positions).sort((a, b) => a - b)
    problems.push({ code: 'value_twin', positions })
  }
  if (reading.shortSuffix !== null) {
    problems.push({ code: 'short_drone_suffix', length: reading.shortSuffix })
  }
  return problems
}

/** The leaves that the rules ask for, those with as many arguments as the nearest leaf first. */
function wantedOf(
  tree: LeafTree,
  reading: CallInspection,
  ranked: readonly NearLeaf[],
): readonly WantedLeaf[] {
  const { subject } = reading
  const decoder = decoderFor(tree, reading, ranked)
  if (decoder === null) return []
  const likely = ranked.find(({ leaf }) => leaf.selector === subject.selector)
  const tail = subject.droneTarget === null ? [] : [subject.droneTarget]
  const neededLeaves = reading.packings.map(({ entries, decoders, signature }): WantedLeaf => {
    const leaf: Leaf = {
      decoder: decoder.address,
      target: subject.target,
      canSendValue: subject.hasValue,
      signature,
      selector: subject.selector,
      arguments: [...entries.map((entry) => entry.address), ...tail],
      description: '',
    }
    const labels = [...entries.map((entry) => entry.label), ...tail.map(() => droneLabel)]
    const digest = printHex(digestOf(leaf))
    return { leaf, digest, labels, decoders, decoderFrom: decoder.from }
  })
  const countOf = likely?.leaf.arguments.length
  const isLikely = ({ leaf }: WantedLeaf) => (leaf.arguments.length === countOf ? 0 : 1)
  return neededLeaves
    .filter(({ leaf }) => positionsOfLeaf(tree, leaf).length === 0)
    .sort((one, other) => isLikely(one) - isLikely(other))
}

function decoderFor(
  tree: LeafTree,
  { subject }: CallInspection,
  ranked: readonly NearLeaf[],
): { readonly address: Address; readonly from: WantedLeaf['decoderFrom'] } | null {
  if (subject.decoder !== null) return { address: subject.decoder, from: 'call' }
  const used = new Set(tree.leaves.filter((leaf) => !isPadding(leaf)).map((leaf) => leaf.decoder))
  const [only] = used
  if (only !== undefined && used.size === 1) return { address: only, from: 'only_decoder' }
  const [nearest] = ranked
  return nearest === undefined ? null : { address: nearest.leaf.decoder, from: 'nearest_leaf' }
}
