import type { Hex } from '@vaultwright/base'
import { type BatchCall, readBatch } from '@vaultwright/manager'
import type { PacketRoot } from '@vaultwright/packet'
import { ruleBook } from '@vaultwright/protocols'
import { explainCall, printExplanation } from '@vaultwright/review'

/** Explains the call at a place of a batch by the tree that decides on it. */
export function explainAt(data: Hex, path: readonly number[], root: PacketRoot): string {
  const tree = path.length > 1 ? (root.managerTree ?? root.tree) : root.tree
  const [first, ...inner] = path
  let call: BatchCall | undefined = readBatch(data, {}).calls[first ?? 0]
  for (const step of inner) call = call?.loan?.batch.calls[step]
  if (tree === null || call === undefined) return 'Give a tree, and its nearest leaf is shown.'
  return printExplanation(explainCall(call, tree, { rules: ruleBook }))
}
