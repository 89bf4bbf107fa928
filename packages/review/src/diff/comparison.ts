import { finishSteps, type Steps } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { isPadding, type Leaf, type RuleBook } from '@vaultwright/manager'
import type { Claim } from '@vaultwright/protocols'
import { type ChainGuess, chainOf, printChainGuess } from '@vaultwright/registry'
import { functionOf } from '../leaf/leaf-identity.ts'
import { buildLabeller, type Labeller } from '../leaf/leaf-label.ts'
import {
  guessChainOf,
  protocolsOfTargets,
  type TreeActions,
  treeActionSteps,
} from '../leaf/tree-actions.ts'
import { type BindingLoss, bindingLosses } from './binding-loss.ts'
import { cautionsOf } from './caution.ts'
import { type DiffChange, diffTrees, type TreeDiff } from './diff.ts'
import { type DiffReadings, type DiffSet, type FilledSet, setsOf } from './diff-set.ts'
import { type NewBridge, type NewSender, newBridges, newSenders } from './new-account.ts'
import { type RiskDifference, riskDifferenceSteps } from './risk-difference.ts'
import { approvalUses, linesOf, type SetLine, servedAccount } from './set-line.ts'

/** The numbers of leaves and actions a change adds, removes and changes. */
type DiffCounts = {
  /** Leaves, each copy counted. */
  readonly added: number
  readonly removed: number
  readonly changed: number
  /** Same permission, other words. */
  readonly described: number
  /** Actions by account; functions by account where no action describes the leaves. */
  readonly actions: DiffChange<number>
  readonly newActions: number
  readonly goneActions: number
  /** Added and changed leaves that no action describes. */
  readonly unread: number
}

/** A diff as sets of permissions, what deserves a look first. JSON-safe. */
export type DiffSummary = {
  /** Cautions to read before anything else: other vaults or chains, damaged files, nothing in common. */
  readonly cautions: readonly string[]
  /** Null when it is neither given nor guessed; `because` is null when it is given. */
  readonly chain: {
    readonly id: number
    readonly slug: string | null
    readonly because: string | null
  } | null
  readonly counts: DiffCounts
  readonly losses: readonly BindingLoss[]
  readonly risk: RiskDifference
  readonly bridges: readonly NewBridge[]
  readonly senders: readonly NewSender[]
  /** Together exactly the leaves of the diff. */
  readonly sets: readonly DiffSet[]
  readonly lines: readonly SetLine[]
}

/** Two trees compared: every leaf, and the same as sets. */
export type TreeComparison = TreeDiff & { readonly summary: DiffSummary }

/** The facts a comparison may know besides the trees. */
type ComparisonOptions = {
  readonly rules: RuleBook
  /** As in 1; guessed from the vault when left out. */
  readonly chainId?: number | undefined
}

/**
 * Compares two trees as `diffTrees` does, and gathers the differences as permissions with sets of values.
 *
 * @returns the diff with its summary; the sets expand to exactly the leaves of the diff.
 */
export function compareTrees(
  before: TreeFile,
  after: TreeFile,
  options: ComparisonOptions,
): TreeComparison {
  return finishSteps(comparisonSteps(before, after, options))
}

/** Compares as `compareTrees` does, in steps. */
export function* comparisonSteps(
  before: TreeFile,
  after: TreeFile,
  { rules, chainId }: ComparisonOptions,
): Steps<TreeComparison> {
  const guesses = [guessChainOf(before), guessChainOf(after)] as const
  const guess = guesses[0] ?? guesses[1]
  const id = chainId ?? guess?.chainId ?? null
  const owner = (one: TreeFile, other: TreeFile) => ({
    chainId: id,
    vault: one.metadata.vault ?? other.metadata.vault,
    manager: one.metadata.manager ?? other.metadata.manager,
  })
  const readings = {
    before: yield* treeActionSteps(before, owner(before, after)),
    after: yield* treeActionSteps(after, owner(after, before)),
  }
  yield
  const protocolOf = protocolsOfTargets([readings.before, readings.after], id)
  const leaves = [...before.tree.leaves, ...after.tree.leaves]
  const labeller = claimedLabels(buildLabeller(rules, leaves), readings)
  yield
  const diff = diffTrees(before, after, { labeller, protocolOf })
  yield
  const added = positionsOf(diff.added.map((entry) => entry.after))
  const removed = positionsOf(diff.removed.map((entry) => entry.before))
  const changed = positionsOf(diff.changed.map((entry) => entry.after))
  const uses = approvalUses(
    readings,
    (slot) => added.has(slot),
    (slot) => removed.has(slot),
  )
  yield
  const sets = setsOf(diff, readings, (entry) => servedAccount(entry, uses, readings))
  const isNew = (slot: number) => added.has(slot) || changed.has(slot)
  yield
  const losses = bindingLosses(readings, isNew, { rules, labeller })
  yield
  const bridges = newBridges(readings)
  const warned = positionsOf([...losses, ...bridges, ...diff.callouts.recipients])
  const summary: DiffSummary = {
    cautions: cautionsOf({ before, after, diff, guesses }),
    chain: id === null ? null : chainFieldOf(id, chainId === undefined ? guess : null),
    counts: countsOf(sets, readings),
    losses,
    risk: yield* riskDifferenceSteps(readings, { rules, chainId: id }),
    bridges,
    senders: newSenders(readings),
    sets: sets.map(({ set }) => set),
    lines: linesOf(sets, uses, (slot) => warned.has(slot)),
  }
  return { ...diff, summary }
}

/** The labels of parts that a rule leaves without a name: the names that the action gives them. */
function claimedLabels(labeller: Labeller, readings: DiffReadings): Labeller {
  const claims = new Map<Leaf, Claim>()
  for (const { file, claims: fileClaims } of [readings.before, readings.after]) {
    for (const [position, claim] of fileClaims.entries()) {
      if (claim !== null) claims.set(file.tree.leaves[position]!, claim)
    }
  }
  return {
    labelled: (leaf) => {
      const labelled = labeller.labelled(leaf)
      const claim = claims.get(leaf)
      if (claim === undefined || !labelled.labels.includes(null)) return labelled
      const labels = labelled.labels.map((label, at) => {
        const piece = claim.pattern.pieces[at]
        return label ?? (piece !== undefined && 'slot' in piece ? piece.slot : null)
      })
      return { ...labelled, labels }
    },
  }
}

function chainFieldOf(id: number, guess: ChainGuess | null) {
  const because = guess === null ? null : printChainGuess(guess)
  return { id, slug: chainOf(id)?.slug ?? null, because }
}

function positionsOf(leaves: readonly { readonly positions: readonly number[] }[]) {
  return new Set(leaves.flatMap(({ positions }) => positions))
}

function countsOf(sets: readonly FilledSet[], { before, after }: DiffReadings): DiffCounts {
  const sumOf = (isCounted: (set: DiffSet) => boolean) =>
    sets.reduce((sum, { set }) => sum + (isCounted(set) ? set.leaves : 0), 0)
  const [old, now] = [actionsOf(before), actionsOf(after)]
  return {
    added: sumOf(({ kind }) => kind === 'added'),
    removed: sumOf(({ kind }) => kind === 'removed'),
    changed: sumOf(({ kind }) => kind === 'changed'),
    described: sumOf(({ kind }) => kind === 'described'),
    actions: { before: old.size, after: now.size },
    newActions: [...now].filter((action) => !old.has(action)).length,
    goneActions: [...old].filter((action) => !now.has(action)).length,
    unread: sumOf(({ kind, route }) => route === null && (kind === 'added' || kind === 'changed')),
  }
}

function actionsOf({ file, claims }: TreeActions): ReadonlySet<string> {
  const actions = new Set<string>()
  for (const [position, leaf] of file.tree.leaves.entries()) {
    if (isPadding(leaf)) continue
    const claim = claims[position]
    const drone = claim?.drone === null ? '' : leaf.arguments.at(-1)
    actions.add(
      claim == null ? functionOf(leaf) : `${claim.pattern.action.route} ${leaf.target} ${drone}`,
    )
  }
  return actions
}
