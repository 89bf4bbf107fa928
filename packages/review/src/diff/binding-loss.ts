import type { Address } from '@vaultwright/base'
import {
  argumentsOf,
  type CompiledRule,
  canPack,
  isPadding,
  type Leaf,
  type RuleArgument,
  type RuleBook,
  rulesFor,
} from '@vaultwright/manager'
import { compareText, functionOf } from '../leaf/leaf-identity.ts'
import type { Labeller } from '../leaf/leaf-label.ts'
import type { TreeActions } from '../leaf/tree-actions.ts'
import type { DiffReadings } from './diff-set.ts'

/** An argument that leaves bound and that leaves of the same function and target no longer bind. */
export type BindingLoss = {
  readonly target: Address
  readonly signature: string
  /** The action of the later leaves; null where none describes them. */
  readonly route: string | null
  /** In the function's own names; `entries` where no rule names them. */
  readonly argument: string
  /** The values the earlier leaves bound it to, distinct; a packed number or half of a word as it is packed. */
  readonly bound: readonly Address[]
  /** The checks of decoders that pack so; empty if it is free. */
  readonly checks: readonly string[]
  readonly decoders: { readonly before: readonly Address[]; readonly after: readonly Address[] }
  /** Slots of the later tree, ascending. */
  readonly positions: readonly number[]
}

type PositionedLeaf = { readonly leaf: Leaf; readonly position: number; readonly own: number }
type FunctionLeaves = { readonly before: PositionedLeaf[]; readonly after: PositionedLeaf[] }
type LossContext = {
  readonly rules: RuleBook
  readonly labeller: Labeller
  readonly claims: TreeActions['claims']
}

/**
 * Finds arguments that the later tree leaves open where the earlier one bound them: leaves of the same
 * function and target that are new and pack fewer entries than every leaf of the function did, or than
 * the leaf with the same other values.
 *
 * @returns free ones first, then those that a decoder may check; each function's in the order of its arguments.
 */
export function bindingLosses(
  readings: DiffReadings,
  isNew: (position: number) => boolean,
  options: Omit<LossContext, 'claims'>,
): readonly BindingLoss[] {
  const context = { ...options, claims: readings.after.claims }
  const losses: BindingLoss[] = []
  for (const { before, after } of functionsOf(readings, context.labeller).values()) {
    const fresh = after.filter(({ position }) => isNew(position))
    if (fresh.length === 0 || before.length === 0) continue
    for (const ownPlace of new Set(fresh.map((place) => place.own))) {
      const wider = before.filter((place) => place.own !== ownPlace)
      const isAsBefore = before.some((place) => place.own === ownPlace)
      if (wider.length === 0) continue
      const same = fresh.filter((place) => place.own === ownPlace)
      const compared = isAsBefore ? replacing(same, wider, context) : same
      if (compared.length > 0) losses.push(...lossesOf(wider, compared, context))
    }
  }
  return losses.sort(
    (one, other) =>
      Number(one.checks.length > 0) - Number(other.checks.length > 0) ||
      other.positions.length - one.positions.length ||
      compareText(one.target + one.signature, other.target + other.signature),
  )
}

function functionsOf({ before, after }: DiffReadings, labeller: Labeller) {
  const functions = new Map<string, FunctionLeaves>()
  for (const [side, { file }] of [
    ['before', before],
    ['after', after],
  ] as const) {
    for (const [position, leaf] of file.tree.leaves.entries()) {
      if (isPadding(leaf)) continue
      const { isDrone } = labeller.labelled(leaf)
      const key = isDrone ? `${functionOf(leaf)} ${leaf.arguments.at(-1)}` : functionOf(leaf)
      const leaves = functions.get(key) ?? { before: [], after: [] }
      functions.set(key, leaves)
      leaves[side].push({ leaf, position, own: leaf.arguments.length - Number(isDrone) })
    }
  }
  return functions
}

/** Those whose values an earlier leaf bound, and more. */
function replacing(
  fresh: readonly PositionedLeaf[],
  wider: readonly PositionedLeaf[],
  { labeller }: LossContext,
): readonly PositionedLeaf[] {
  const paths = [...valuesOf(fresh[0]!.leaf, labeller).keys()]
  const keyOf = ({ leaf }: PositionedLeaf) => {
    const values = valuesOf(leaf, labeller)
    return paths.map((path) => values.get(path)).join()
  }
  const bound = new Set(wider.filter(({ own }) => own > fresh[0]!.own).map(keyOf))
  return fresh.filter((place) => bound.has(keyOf(place)))
}

function valuesOf(leaf: Leaf, labeller: Labeller): ReadonlyMap<string, string> {
  const { labels } = labeller.labelled(leaf)
  return new Map(leaf.arguments.map((value, at) => [pathOf(labels[at] ?? `${at}`), value]))
}

function lossesOf(
  before: readonly PositionedLeaf[],
  after: readonly PositionedLeaf[],
  { rules, labeller, claims }: LossContext,
): readonly BindingLoss[] {
  const { leaf, own: ownParameter, position } = after[0]!
  const fitting = (count: number) =>
    rulesFor(rules, leaf.selector).filter((one) => canPack(one, count))
  const now = fitting(ownParameter)
  const common = {
    target: leaf.target,
    signature: leaf.signature,
    route: claims[position]?.pattern.action.route ?? null,
    decoders: { before: decodersOf(before), after: decodersOf(after) },
    positions: after.map(({ position }) => position).sort((a, b) => a - b),
  }
  const olds = [...new Set(before.map((place) => place.own))].flatMap(fitting)
  if (now.length === 0 || olds.length === 0) {
    const isFewer = before.every((place) => place.own > ownParameter)
    return isFewer ? [{ ...common, argument: 'entries', bound: [], checks: [] }] : []
  }
  return argumentsOf(olds[0]!).flatMap((argument, index) => {
    const isBoundIn = (rule: CompiledRule) => argumentsOf(rule)[index]?.state === 'bound'
    if (!olds.every(isBoundIn)) return []
    const open = now.flatMap((rule) => argumentsOf(rule)[index] ?? [])
    if (open.some(({ state }) => state === 'bound')) return []
    const bound = before.flatMap((place) => boundTo(place, argument, labeller))
    const checks = checksOf(open)
    return [{ ...common, argument: argument.path, bound: [...new Set(bound)], checks }]
  })
}

/** Of several rules that pack so, one that checks nothing may be the decoder's. */
function checksOf(open: readonly RuleArgument[]): readonly string[] {
  if (open.some(({ state }) => state === 'free')) return []
  return [...new Set(open.flatMap(({ checks }) => checks))]
}

function boundTo({ leaf }: PositionedLeaf, { path }: RuleArgument, labeller: Labeller) {
  const { labels } = labeller.labelled(leaf)
  return leaf.arguments.filter((_, at) => {
    return (labels[at] ?? '').split(' or ').some((label) => pathOf(label) === pathOf(path))
  })
}

/** `hi16(order.to)`, `order._to` and `order.to[0]` are of one argument. */
function pathOf(label: string): string {
  const inner = /^\w+\((.*)\)$/.exec(label)?.[1] ?? label
  return inner.replace(/\[[^\]]*\]/g, '').replaceAll('_', '')
}

function decodersOf(places: readonly PositionedLeaf[]): readonly Address[] {
  return [...new Set(places.map(({ leaf }) => leaf.decoder))]
}
