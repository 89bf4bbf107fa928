import type { Hex } from '@vaultwright/base'
import Type, { type Static } from 'typebox'
import { address, anything, chain, word } from '../field/field.ts'
import { dataOf } from '../field/page.ts'

const solidityTree = Type.Object(
  {
    metadata: Type.Record(Type.String(), anything),
    merkle_tree: Type.Record(Type.String(), Type.Array(word), {
      description: 'Layers by number, 0 the root',
    }),
    leaves: Type.Array(Type.Record(Type.String(), anything)),
  },
  { title: 'SolidityTree', additionalProperties: false },
)

const rustTree = Type.Object(
  {
    leaves: Type.Array(Type.Record(Type.String(), anything)),
    root: word,
    layers: Type.Array(Type.Array(word)),
  },
  { title: 'RustTree', additionalProperties: false },
)

/** 2.12: a tree. */
export const merkleTree = Type.Object(
  {
    root_hash: word,
    format: Type.Enum(['solidity', 'rust']),
    leaf_count: Type.Integer(),
    depth: Type.Integer(),
    tree: Type.Union([solidityTree, rustTree]),
  },
  { title: 'MerkleTree', additionalProperties: false },
)

/** 4.13. */
export const treeResponse = dataOf(merkleTree, 'TreeResponse')

/** A tree that is pushed. */
export const treePush = Type.Object(
  {
    chain,
    vault_address: address,
    strategist_address: address,
    tree: Type.String({
      description: 'The tree file as text, in the `solidity` or the `rust` format',
    }),
  },
  { title: 'TreePush', additionalProperties: false },
)

/** The result of a push. */
export const treePushed = Type.Object(
  {
    root_hash: word,
    state: Type.Enum(['pending', 'onchain']),
    new_tree: Type.Boolean(),
    new_root: Type.Boolean(),
    differences: Type.Array(
      Type.Object(
        {
          place: Type.String(),
          field: Type.String(),
          kept: Type.Union([Type.String(), Type.Null()], {
            description: 'What is stored; null where it has no such place',
          }),
          given: Type.Union([Type.String(), Type.Null()], {
            description: 'What was pushed; null where it has no such place',
          }),
        },
        { title: 'TextDifference', additionalProperties: false },
      ),
      { description: 'Where the text that is kept already says otherwise; it stays' },
    ),
  },
  { title: 'TreePushed', additionalProperties: false },
)

/** The answer to a push. */
export const treePushResponse = dataOf(treePushed, 'TreePushResponse')

/** 2.12. */
export type MerkleTreeData = Static<typeof merkleTree>
/** The pushed tree. */
export type TreePushRequest = Static<typeof treePush>
/** The result of a push. */
export type TreePushData = Static<typeof treePushed>

/** The facts about a tree beside its file. */
export type TreeInput = {
  readonly root: Hex
  readonly format: 'solidity' | 'rust'
  /** Leaves that are not padding. */
  readonly leafCount: number
  readonly depth: number
}

/** A tree file of the solidity format, read as JSON. */
export type SolidityFileInput = {
  readonly metadata: Readonly<Record<string, unknown>>
  readonly leafs: readonly Readonly<Record<string, unknown>>[]
  readonly MerkleTree: Readonly<Record<string, readonly Hex[]>>
}

/** A tree file of the rust format, read as JSON. */
export type RustFileInput = {
  readonly leaves: readonly Readonly<Record<string, unknown>>[]
  readonly root: Hex
  readonly layers: readonly (readonly Hex[])[]
}

/**
 * Writes a tree of the solidity format: leaves keep the keys of the file.
 *
 * Source: interface, 2.12.
 */
export function solidityTreeOf(tree: TreeInput, file: SolidityFileInput): MerkleTreeData {
  const { metadata, MerkleTree: merkle_tree, leafs: leaves } = file
  return { ...headOf(tree), tree: { metadata, merkle_tree, leaves } } as MerkleTreeData
}

/**
 * Writes a tree of the rust format: leaves keep the keys of the file.
 *
 * Source: interface, 2.12.
 */
export function rustTreeOf(tree: TreeInput, file: RustFileInput): MerkleTreeData {
  const { leaves, root, layers } = file
  return { ...headOf(tree), tree: { leaves, root, layers } } as MerkleTreeData
}

/** The result of a push, as the store reports it. */
export type PushInput = {
  readonly root: Hex
  readonly state: 'pending' | 'onchain'
  readonly isNewTree: boolean
  readonly isNewRoot: boolean
  readonly differences: readonly {
    readonly place: string
    readonly field: string
    readonly kept: string | null
    readonly given: string | null
  }[]
}

/** Writes what a push did. */
export function treePushedOf(pushed: PushInput): TreePushData {
  return {
    root_hash: pushed.root,
    state: pushed.state,
    new_tree: pushed.isNewTree,
    new_root: pushed.isNewRoot,
    differences: pushed.differences.map(({ place, field, kept: storedText, given: newText }) => ({
      place,
      field,
      kept: storedText,
      given: newText,
    })),
  }
}

function headOf({ root, format, leafCount, depth }: TreeInput) {
  return { root_hash: root, format, leaf_count: leafCount, depth }
}
