import { printHex } from '@vaultwright/base'
import { fileOf, printSolidity } from '@vaultwright/formats'
import { buildLeafTree, type Leaf, type LeafTree } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import type { Hex } from 'viem'
import { type Generation, lendingLeaves, mainLeaves } from './permission/permission.ts'
import { traderLeaves } from './permission/trader-permission.ts'
import type { Of } from './plan/piece.ts'
import { vaultPlans } from './plan/plan.ts'

/** One tree of the local chain. */
export type NamedTree = {
  /** `local-eth-main-3`: vault, what it is for, generation. */
  readonly name: string
  readonly vault: string
  readonly tree: LeafTree
  readonly root: Hex
  /** The file that a strategist would publish. */
  readonly text: string
}

const generations: readonly Generation[] = [1, 2, 3]

/**
 * Builds every tree that is ever set on the local chain.
 *
 * @param of - where things are.
 * @returns trees by name.
 */
export function treesOf(of: Of): ReadonlyMap<string, NamedTree> {
  const trees = vaultPlans.flatMap(({ name: vault }) => [
    ...generations.map((generation) =>
      treeOf(`main-${generation}`, { vault, leaves: mainLeaves(vault, generation, of) }, of),
    ),
    treeOf('lending', { vault, leaves: lendingLeaves(vault, of) }, of),
  ])
  const trader = { vault: 'Local ETH', leaves: traderLeaves('Local ETH', of) }
  trees.push(treeOf('trader', trader, of))
  return new Map(trees.map((tree) => [tree.name, tree]))
}

function treeOf(
  what: string,
  { vault, leaves }: { readonly vault: string; readonly leaves: readonly Leaf[] },
  of: Of,
): NamedTree {
  const tree = buildLeafTree(leaves)
  const accounts = {
    vault: of(vault),
    manager: of(`${vault}: manager`),
    accountant: of(`${vault}: accountant`),
    decoder: leaves[0]!.decoder,
  }
  return {
    name: `${vault.toLowerCase().replace(' ', '-')}-${what}`,
    vault,
    tree,
    root: printHex(rootOf(tree.tree)),
    text: printSolidity(fileOf(tree, accounts)),
  }
}
