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
