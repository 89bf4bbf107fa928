import type { Address } from '@vaultwright/base'
import {
  type CompiledRule,
  canPack,
  type Leaf,
  type RuleBook,
  rulesFor,
} from '@vaultwright/manager'
import { labelsFor, protocolOf, type RuleShape, shapeOf } from '@vaultwright/protocols'
import { isOnRecord, protocolsAt } from '@vaultwright/registry'

/** A leaf whose arguments have names. */
export type LabelledLeaf = {
  readonly leaf: Leaf
  /** One an argument, as the rule calls it, `a or b` where decoders differ; null where no rule tells. */
  readonly labels: readonly (string | null)[]
  /** Whether the last argument is where a drone forwards the call. */
  readonly isDrone: boolean
  /** Whether a rule can pack so many entries; `unknown` without a rule for the selector. */
  readonly fit: 'fits' | 'misfit' | 'unknown'
}

/** Names the protocols of an account, as in `compound_v3`. */
export type TargetProtocols = (account: Address) => readonly string[]

/** Names the arguments of leaves. */
export type Labeller = {
  readonly labelled: (leaf: Leaf) => LabelledLeaf
}

/** What a drone's last argument is called. */
export const droneLabel = 'drone target'

/** ERC-20's own functions need no rule book to be understood. */
const tokenLabels: ReadonlyMap<string, readonly string[]> = new Map([
  ['approve(address,uint256)', ['spender']],
  ['transfer(address,uint256)', ['to']],
])

const leaveDrone = 'withdrawNativeFromDrone()'

type RuleReading = { readonly rule: CompiledRule; readonly shapes: readonly RuleShape[] }
type LeafNames = Pick<LabelledLeaf, 'labels' | 'isDrone' | 'fit'>

/**
 * Prepares the naming of leaves.
 *
 * A target counts as a drone when all of its leaves can be read as forwarded calls and one cannot be
 * read otherwise, unless it is on record as something else; what a description says plays no part.
 *
 * @param protocolsOf - the protocols of accounts that are not on record, as a definition that is trusted has them.
 */
export function buildLabeller(
  rules: RuleBook | null,
  leaves: Iterable<Leaf>,
  protocolsOf: TargetProtocols = () => [],
): Labeller {
  const bySelector = new Map<string, readonly RuleReading[]>()
  const readingsOf = (leaf: Leaf) => {
    const cached = bySelector.get(leaf.selector)
    if (cached !== undefined) return cached
    const readings = rules === null ? [] : readingsFor(rules, leaf)
    bySelector.set(leaf.selector, readings)
    return readings
  }
  const all = [...leaves]
  const drones = dronesOf(all, readingsOf)
  const memo = new Map<string, LeafNames>()
  return {
    labelled: (leaf) => {
      const isDrone = drones.has(leaf.target) && leaf.signature !== leaveDrone
      const target = (isDrone ? leaf.arguments.at(-1) : null) ?? leaf.target
      const recorded = protocolsAt(target)
      const protocols = recorded.length > 0 ? recorded : protocolsOf(target)
      const key = `${leaf.selector} ${leaf.arguments.length} ${isDrone} ${protocols}`
      const names = memo.get(key) ?? namesOf(leaf, readingsOf(leaf), { isDrone, protocols })
      memo.set(key, names)
      return { leaf, ...names }
    },
  }
}

function readingsFor(rules: RuleBook, leaf: Leaf): readonly RuleReading[] {
  return rulesFor(rules, leaf.selector).map((rule) => ({
    rule,
    shapes: rule.wordings.map(shapeOf),
  }))
}

type NamedTarget = { readonly isDrone: boolean; readonly protocols: readonly string[] }

function namesOf(
  leaf: Leaf,
  readings: readonly RuleReading[],
  { isDrone, protocols }: NamedTarget,
): LeafNames {
  const count = leaf.arguments.length
  if (readings.length === 0) {
    const tokenLabel = tokenLabels.get(leaf.signature) ?? []
    const labels = leaf.arguments.map((_, at) => {
      return isDrone && at === count - 1 ? droneLabel : (tokenLabel[at] ?? null)
    })
    return { labels, isDrone, fit: 'unknown' }
  }
  const own = isDrone ? count - 1 : count
  const fitting = readings.filter(({ rule }) => canPack(rule, own))
  if (fitting.length === 0)
    return { labels: leaf.arguments.map(() => null), isDrone, fit: 'misfit' }
  const labels = joinedLabels(worded(fitting, protocols), own)
  return { labels: isDrone ? [...labels, droneLabel] : labels, isDrone, fit: 'fits' }
}

/**
 * Leaves the words of the protocols that the target is on record for, where all decoders pack the same places
 * of the call: their words then only name these places, and the target knows its own arguments best.
 */
function worded(
  readings: readonly RuleReading[],
  protocols: readonly string[],
): readonly RuleReading[] {
  const [only, ...others] = readings
  if (only === undefined || others.length > 0 || protocols.length === 0) return readings
  const own = protocols.map((name) => {
    const functions = protocolOf(name)?.decoders.flatMap((decoder) => decoder.functions) ?? []
    return only.rule.wordings.filter(({ signature, packs }) =>
      functions.some((rule) => rule.signature === signature && rule.packs === packs),
    )
  })
  if (own.some((wordings) => wordings.length === 0)) return readings
  return [{ rule: only.rule, shapes: own.flat().map(shapeOf) }]
}

function joinedLabels(readings: readonly RuleReading[], count: number): readonly (string | null)[] {
  const lists = readings.flatMap(({ shapes }) => shapes.map((shape) => labelsFor(shape, count)))
  return Array.from({ length: count }, (_, at) => {
    const names = new Map<string, string>()
    for (const labels of lists) {
      const label = labels?.[at] ?? null
      if (label === null) return null
      const plain = label.replaceAll('_', '')
      if (!names.has(plain)) names.set(plain, label)
    }
    return [...names.values()].join(' or ')
  })
}

function dronesOf(
  leaves: readonly Leaf[],
  readingsOf: (leaf: Leaf) => readonly RuleReading[],
): ReadonlySet<Address> {
  const sure = new Set<Address>()
  const never = new Set<Address>()
  const memo = new Map<string, 'forwarded' | 'either' | 'plain'>()
  for (const leaf of leaves) {
    if (leaf.signature === leaveDrone) continue
    const key = `${leaf.selector} ${leaf.arguments.length}`
    const kind = memo.get(key) ?? kindOf(leaf, readingsOf(leaf))
    memo.set(key, kind)
    const isZeroAddress = /^0x0{40}$/.test(leaf.arguments.at(-1) ?? '')
    if (kind === 'plain') never.add(leaf.target)
    if (kind === 'forwarded' && !isZeroAddress) sure.add(leaf.target)
  }
  for (const target of sure) if (never.has(target) || isOnRecord(target)) sure.delete(target)
  return sure
}

function kindOf(leaf: Leaf, readings: readonly RuleReading[]): 'forwarded' | 'either' | 'plain' {
  const count = leaf.arguments.length
  if (readings.length === 0) return 'either'
  const fits = (own: number) => own >= 0 && readings.some(({ rule }) => canPack(rule, own))
  if (fits(count)) return fits(count - 1) ? 'either' : 'plain'
  return fits(count - 1) ? 'forwarded' : 'either'
}
