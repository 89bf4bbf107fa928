import { type Finding, printHex } from '@vaultwright/base'
import { type TreeFile, usedCountOf } from '@vaultwright/formats'
import { digestOf, type RuleBook } from '@vaultwright/manager'
import { emptyFacts, knownFactsOf } from '@vaultwright/protocols'
import { compareTrees, type TreeComparison } from '../diff/comparison.ts'
import type { DiffChange } from '../diff/diff.ts'
import type { OpenedWay } from '../diff/risk-difference.ts'
import { guessChainOf } from '../leaf/tree-actions.ts'
import { lintTree } from '../lint/lint.ts'
import { risksOf } from '../risk/risk.ts'

/** A tree file on both sides of a change; null where a side has none. */
export type TreeSides = DiffChange<TreeFile | null>

/** The effect of a change on one tree file, as far as the two files tell. JSON-safe. */
export type TreeChange = {
  /** Leaves without padding; null where a side has no tree. */
  readonly leafCount: DiffChange<number | null>
  /** Errors of the later file, and warnings about leaves of which the earlier file has no such warning; errors first. */
  readonly findings: readonly Finding[]
  /** Null where a side has no tree. */
  readonly comparison: TreeComparison | null
  /** Ways out that the change opens or widens, worst first: of a new tree all, of a tree that is gone none. */
  readonly opened: readonly OpenedWay[]
}

/** The facts a change is looked at with. */
export type TreeChangeOptions = {
  readonly rules: RuleBook
  /** As in 1; guessed from the vault when left out. */
  readonly chainId?: number | undefined
}

/**
 * Looks at what a change does to one tree file, without a definition and without a chain.
 *
 * @returns what differs, what is not sound in the later file, and the ways out that it opens.
 */
export function treeChangeOf({ before, after }: TreeSides, options: TreeChangeOptions): TreeChange {
  const { rules } = options
  const comparison = before === null || after === null ? null : compareTrees(before, after, options)
  const counted = (file: TreeFile | null) => (file === null ? null : usedCountOf(file.tree))
  return {
    leafCount: { before: counted(before), after: counted(after) },
    findings: after === null ? [] : newFindings(before, after, rules),
    comparison,
    opened: comparison?.summary.risk.opened ?? (after === null ? [] : waysOf(after, options)),
  }
}

function newFindings(
  before: TreeFile | null,
  after: TreeFile,
  rules: RuleBook,
): readonly Finding[] {
  const earlierCounts = new Map<string, number>()
  for (const finding of before === null ? [] : lintTree(before, { rules })) {
    for (const [key, count] of coverageOf(finding, before!)) {
      earlierCounts.set(key, (earlierCounts.get(key) ?? 0) + count)
    }
  }
  return lintTree(after, { rules }).filter((finding) => {
    if (finding.severity !== 'warning') return finding.severity === 'error'
    return [...coverageOf(finding, after)].some(
      ([key, count]) => count > (earlierCounts.get(key) ?? 0),
    )
  })
}

/** Counts the leaves that a finding is about, by what they permit: a leaf that only moved is the same. */
function coverageOf(
  { code, leaf, facts }: Finding,
  { tree }: TreeFile,
): ReadonlyMap<string, number> {
  const { positions } = facts
  const slots = Array.isArray(positions) ? positions : leaf === null ? [] : [leaf]
  const keys = slots.flatMap((slot) => {
    const covered = tree.leaves[slot as number]
    return covered === undefined ? [] : [`${code} ${printHex(digestOf(covered))}`]
  })
  const counts = new Map<string, number>()
  for (const key of keys.length === 0 ? [code] : keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function waysOf(file: TreeFile, { rules, chainId }: TreeChangeOptions): readonly OpenedWay[] {
  const chain = chainId ?? guessChainOf(file)?.chainId
  const facts = chain === undefined ? emptyFacts : knownFactsOf(chain)
  return risksOf(file, { rules, facts })
    .risks.filter(({ severity }) => severity !== 'info')
    .map(({ code, severity, sentence, positions }) => {
      return { code, severity, sentence, positions, change: 'new' as const }
    })
}
