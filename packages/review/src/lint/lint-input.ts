import type { Address, Finding, Severity } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { isPadding, type RuleBook, rulesFor } from '@vaultwright/manager'
import { type SecondReading, secondReadingOf } from '@vaultwright/protocols'
import { buildLabeller, type LabelledLeaf } from '../leaf/leaf-label.ts'

/** A used leaf and its slot. */
export type UsedLeaf = LabelledLeaf & {
  readonly position: number
  /**
   * The second reading of its calls where the target is not a drone; null where there is one
   * reading, and without rules.
   */
  readonly second: SecondReading | null
}

/** The input of the checks. */
export type LintInput = {
  readonly file: TreeFile
  /** Leaves whose target is not the zero address, in slot order. */
  readonly used: readonly UsedLeaf[]
  /** Says what decoders pack; null without one. */
  readonly rules: RuleBook | null
  /** Every account that is called, drones' real targets included. */
  readonly targets: ReadonlySet<Address>
}

/** A code of findings, as the table of docs/review.md has it. */
export type LintCode = {
  /** The severities that a finding of this code has, the worst first. */
  readonly severities: readonly Severity[]
  /** One sentence. */
  readonly meaning: string
}

/** One rule of trees: the source of its codes, of their rows in the documents, and of its check. */
export type LintRule = {
  /** A rule of `rules` runs only where a rule book is given. */
  readonly inputs: 'file' | 'rules'
  readonly codes: Readonly<Record<string, LintCode>>
  readonly check: (lintInput: LintInput) => readonly Finding[]
}

/** Prepares a tree for the checks. */
export function lintInputOf(file: TreeFile, rules: RuleBook | null): LintInput {
  const leaves = file.tree.leaves.filter((leaf) => !isPadding(leaf))
  const labeller = buildLabeller(rules, leaves)
  const used: UsedLeaf[] = []
  const targets = new Set<Address>()
  for (const [position, leaf] of file.tree.leaves.entries()) {
    if (isPadding(leaf)) continue
    const labelled = labeller.labelled(leaf)
    const second = rules === null ? null : secondReadingOf(leaf, rulesFor(rules, leaf.selector))
    used.push({ ...labelled, position, second })
    targets.add(leaf.target)
    if (labelled.isDrone) targets.add(leaf.arguments.at(-1)!)
  }
  return { file, used, targets, rules }
}

/** Gathers leaves that share a key, in the order of their first slot. */
export function groupsOf<Item>(
  leaves: Iterable<Item>,
  keyOf: (leaf: Item) => string | null,
): readonly (readonly [Item, ...Item[]])[] {
  const groups = new Map<string, [Item, ...Item[]]>()
  for (const leaf of leaves) {
    const key = keyOf(leaf)
    if (key === null) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [leaf])
    else group.push(leaf)
  }
  return [...groups.values()]
}

/** Lists the slots of leaves. */
export function positionsIn(leaves: readonly { readonly position: number }[]): readonly number[] {
  return leaves.map((leaf) => leaf.position)
}
