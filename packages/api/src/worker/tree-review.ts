import { type PackedTree, type TreeFile, unpackTree } from '@vaultwright/formats'
import { emptyFacts, knownFactsOf, ruleBook } from '@vaultwright/protocols'
import { joinNames, registryNames } from '@vaultwright/registry'
import {
  compareTrees,
  comparisonJsonOf,
  guessChainOf,
  riskReportJsonOf,
  risksOf,
  treeNames,
} from '@vaultwright/review'

/** Two trees to compare. */
export type PackedPair = { readonly before: PackedTree; readonly after: PackedTree }

/**
 * Finds the ways out of a packed tree, and prints them as the interface gives them.
 *
 * @throws {DamagedBinaryError} {UnsoundTreeError} when what is kept does not make the root.
 */
export function printTreeRisk(packed: PackedTree): Uint8Array {
  const file = unpackTree(packed)
  const chainId = guessChainOf(file)?.chainId ?? null
  const facts = chainId === null ? emptyFacts : knownFactsOf(chainId)
  return printData(riskReportJsonOf(risksOf(file, { rules: ruleBook, facts })))
}

/**
 * Compares two packed trees by what their leaves permit, and prints it as the interface gives it.
 *
 * @throws {DamagedBinaryError} {UnsoundTreeError} when what is kept does not make a root.
 */
export function printTreeDiff(packed: PackedPair): Uint8Array {
  const before = unpackTree(packed.before)
  const after = unpackTree(packed.after)
  const comparison = compareTrees(before, after, { rules: ruleBook })
  const words = { names: namesOf(before, after), whole: true }
  return printData(comparisonJsonOf(comparison, words))
}

/** Names by the record of the chain, then by the trees' own descriptions, in quotes. */
function namesOf(before: TreeFile, after: TreeFile) {
  const chainId = guessChainOf(before, after)?.chainId ?? null
  return joinNames(registryNames(chainId), treeNames(before), treeNames(after))
}

function printData(data: object): Uint8Array {
  const text = JSON.stringify({ data }, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  return new TextEncoder().encode(text)
}
