import { chainOf } from '@vaultwright/registry'

/** Takes the tree file out of an answer of the service, spelled as the formats are, and the chain that it states. */
export function treeFileOfAnswer(answer: string): {
  readonly text: string
  /** Null where it states none that is on record. */
  readonly chainId: number | null
} {
  const { data } = JSON.parse(answer) as {
    readonly data: { readonly tree: Readonly<Record<string, unknown>>; readonly chain?: unknown }
  }
  const chain = typeof data.chain === 'string' ? chainOf(data.chain) : null
  return {
    text: `${JSON.stringify(spelledAsFile(data.tree), null, 2)}\n`,
    chainId: chain?.id ?? null,
  }
}

/** The interface names two keys of the solidity format otherwise than its files do. */
function spelledAsFile(tree: Readonly<Record<string, unknown>>): unknown {
  if (!('merkle_tree' in tree)) return tree
  const { metadata, leaves: leafs, merkle_tree: MerkleTree } = tree
  return { metadata, leafs, MerkleTree }
}
