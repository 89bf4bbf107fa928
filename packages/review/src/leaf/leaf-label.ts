import type { Address } from '@vaultwright/base'
import {
  type CompiledRule,
  canPack,
  type Leaf,
  type RuleBook,
  rulesFor,
} from '@vaultwright/manager'
import { labelsFor, type RuleShape, shapeOf } from '@vaultwright/protocols'
import { isOnRecord } from '@vaultwright/registry'

/** A leaf whose arguments have names. */
export type LabelledLeaf = {
  readonly leaf: Leaf
  /** One an argument, as the rule calls it, `a or b` where decoders differ; null where no rule tells. */
  readonly labels: readonly (string | null)[]
  /** True if the last argument is the target to which a drone forwards the call. */
  readonly isDrone: boolean
  /** Says if a rule can pack so many entries; `unknown` without a rule for the selector. */
  readonly fit: 'fits' | 'misfit' | 'unknown'
}

/** Names the arguments of leaves. */
export type Labeller = {
  readonly labelled: (leaf: Leaf) => LabelledLeaf
}

/** The name of a drone's last argument. */
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
 */
export function buildLabeller(rules: RuleBook | null, leaves: Iterable<Leaf>): Labeller {
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
      const key = `${leaf.selector} ${leaf.arguments.length} ${isDrone}`
      const names = memo.get(key) ?? namesOf(leaf, readingsOf(leaf), isDrone)
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

function namesOf(leaf: Leaf, readings: readonly RuleReading[], isDrone: boolean): LeafNames {
  const count = leaf.arguments.length
  if (readings.length === 0) {
    const tokenLabel = tokenLabels.get(leaf.signature) ?? []
    const labels = leaf.arguments.map((_, at) => {
      return isDrone && at === count - 1 ? droneLabel : (tokenLabel[at] ?? null)
    })
    return { labels, isDrone, fit: 'unknown' }
  }
  const boundCount = isDrone ? count - 1 : count
  const fitting = readings.filter(({ rule }) => canPack(rule, boundCount))
  if (fitting.length === 0)
    return { labels: leaf.arguments.map(() => null), isDrone, fit: 'misfit' }
  const labels = joinedLabels(
    fitting.flatMap(({ shapes }) => shapes),
    boundCount,
  )
  return { labels: isDrone ? [...labels, droneLabel] : labels, isDrone, fit: 'fits' }
}

/** Names each of so many entries as several shapes do: `a or b` where they differ, null where one does not tell. */
export function joinedLabels(
  shapes: readonly RuleShape[],
  count: number,
): readonly (string | null)[] {
  const lists = shapes.map((shape) => labelsFor(shape, count))
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
