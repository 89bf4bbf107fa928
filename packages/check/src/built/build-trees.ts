import { type Address, BaseError, type Hex, printHex } from '@vaultwright/base'
import type { Client } from '@vaultwright/client'
import { parseTreeFile, type TreeFile } from '@vaultwright/formats'
import { rootOf } from '@vaultwright/merkle'
import type { MerkleTreeData } from '@vaultwright/wire'

/** The acting strategist and its vault, as the server has them. */
export type ActingStrategist = {
  readonly chain: string
  readonly chainId: number | null
  readonly vaultName: string
  readonly vault: Address
  readonly manager: Address
  readonly strategist: Address
  /** The vault's name of the strategist; null if its record lacks the strategist. */
  readonly strategistName: string | null
  /** In force, as the server says. */
  readonly root: Hex
  /** The Manager's own, which flash loans are proven against; null without one. */
  readonly managerRoot: Hex | null
}

/** The trees that calls are proven against, rebuilt here. */
export type BuildTrees = {
  /** The strategist's. */
  readonly file: TreeFile
  /** The tree of the Manager's own root, for what runs inside flash loans; null without one. */
  readonly managerFile: TreeFile | null
}

/**
 * Reads the trees of a strategist and of the Manager, and rebuilds them.
 *
 * @throws {ForeignTreeError} when a tree is not the one of its root; and what the client throws.
 */
export async function readBuildTrees(
  client: Pick<Client, 'getTree'>,
  { root, managerRoot }: Pick<ActingStrategist, 'root' | 'managerRoot'>,
): Promise<BuildTrees> {
  const [file, managerFile] = await Promise.all([
    readTree(client, root),
    managerRoot === null || managerRoot === root ? null : readTree(client, managerRoot),
  ])
  return { file, managerFile: managerRoot === root ? file : managerFile }
}

/**
 * Rebuilds the tree of an answer from its leaves; what the answer says of the root is not used.
 *
 * @throws errors as `parseTreeFile`.
 */
export function treeFileOf({ tree }: MerkleTreeData): TreeFile {
  if (!('merkle_tree' in tree)) return parseTreeFile(JSON.stringify(tree))
  const { metadata, merkle_tree: MerkleTree, leaves: leafs } = tree
  return parseTreeFile(JSON.stringify({ metadata, leafs, MerkleTree }))
}

async function readTree(client: Pick<Client, 'getTree'>, root: string): Promise<TreeFile> {
  const { data } = await client.getTree({ root_hash: root })
  const file = treeFileOf(data)
  const rebuilt = printHex(rootOf(file.tree.tree))
  if (rebuilt !== root.toLowerCase()) throw new ForeignTreeError(root, rebuilt)
  return file
}

/** The server gave another tree than the one of the root. */
export class ForeignTreeError extends BaseError {
  override readonly code = 'foreign_tree'
  override readonly kind = 'damaged_data'

  constructor(root: string, rebuilt: string) {
    super({
      message: `The server was asked for the tree of ${root} and gave one whose root is ${rebuilt}. Do not build with it, and tell the operator of the server.`,
      facts: { root, rebuilt },
    })
  }
}
