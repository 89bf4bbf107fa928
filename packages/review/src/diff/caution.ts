import { isSameAddress } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { type ChainGuess, chainOf } from '@vaultwright/registry'
import { plainText } from '../leaf/sentence.ts'
import type { TreeDiff } from './diff.ts'

/** Two trees, what differs, and the chain of each as its vault tells. */
export type CautionInput = {
  readonly before: TreeFile
  readonly after: TreeFile
  readonly diff: TreeDiff
  readonly guesses: readonly [ChainGuess | null, ChainGuess | null]
}

/**
 * Says what a reader has to know before the differences: trees that should not be compared, and files
 * that contradict themselves.
 *
 * @returns sentences, the gravest first.
 */
export function cautionsOf({ before, after, diff, guesses }: CautionInput): readonly string[] {
  const cautions: string[] = []
  const { vault, manager } = diff
  const isOther = ({ before: old, after: now }: typeof vault) =>
    old !== null && now !== null && !isSameAddress(old, now)
  if (isOther(vault)) {
    cautions.push(
      `The trees are of different vaults: ${vault.before} and ${vault.after}. What one vault binds to itself is a recipient outside the other.`,
    )
  }
  const [old, now] = guesses
  if (old !== null && now !== null && old.chainId !== now.chainId) {
    const [oldChain, nowChain] = [old, now].map(({ chainId }) => chainOf(chainId)?.slug ?? chainId)
    cautions.push(
      `The trees are of different chains: ${oldChain} and ${nowChain}. Accounts are named as on ${oldChain}.`,
    )
  }
  if (isOther(manager) && !isOther(vault)) {
    cautions.push(`The trees are of different Managers: ${manager.before} and ${manager.after}.`)
  }
  for (const [which, file] of [
    ['earlier', before],
    ['later', after],
  ] as const) {
    const [first, ...further] = file.findings.filter(({ severity }) => severity === 'error')
    if (first === undefined) continue
    const more = further.length === 0 ? '' : ` (and ${further.length} more)`
    cautions.push(
      `The ${which} file contradicts itself; its leaves are compared: ${plainText(first.message)}${more}`,
    )
  }
  if (!haveCommonLeaf(diff)) {
    cautions.push('The trees have no leaf in common. Check that both are of the same vault.')
  }
  return cautions
}

/** True if a leaf of the earlier tree is in the later one, or most are there with another decoder or value. */
function haveCommonLeaf({ leafCount, removed, changed }: TreeDiff): boolean {
  if (leafCount.before === 0 || leafCount.after === 0) return true
  const countOf = (entries: TreeDiff['removed'] | TreeDiff['changed']) =>
    entries.reduce((sum, entry) => sum + entry.before.positions.length, 0)
  const [gone, changedCount] = [countOf(removed), countOf(changed)]
  return gone + changedCount < leafCount.before || changedCount > gone
}
