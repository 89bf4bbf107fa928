/** Takes the tree file out of an answer of the service, spelled as the formats are. */
export function treeFileOfAnswer(answer: string): string {
  const { data } = JSON.parse(answer) as {
    readonly data: { readonly tree: Readonly<Record<string, unknown>> }
  }
  return `${JSON.stringify(spelledAsFile(data.tree), null, 2)}\n`
}

/** The interface names two keys of the solidity format otherwise than its files do. */
function spelledAsFile(tree: Readonly<Record<string, unknown>>): unknown {
  if (!('merkle_tree' in tree)) return tree
  const { metadata, leaves: leafs, merkle_tree: MerkleTree } = tree
  return { metadata, leafs, MerkleTree }
}
