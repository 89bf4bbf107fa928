import Type, { type Static } from 'typebox'
import { address, bytes, chain, word } from '../field/field.ts'
import { dataOf } from '../field/page.ts'

/** A strategist's root with the bytes that prove it from the block's hash. */
export const rootProof = Type.Object(
  {
    chain,
    chain_id: Type.Integer(),
    manager_address: address,
    strategist_address: address,
    block_number: Type.Integer(),
    block_hash: Type.String({
      ...word,
      description: 'keccak-256 of `header_rlp`. Compare it with another source of the chain',
    }),
    header_rlp: Type.String({ ...bytes, description: 'RLP of the header of the block' }),
    account_proof: Type.Array(bytes, {
      description: "Nodes of the state's trie, from the state root to the Manager's account",
    }),
    storage_slot: Type.String({ ...word, description: 'Of `manageRoot[strategist]`' }),
    storage_proof: Type.Array(bytes, {
      description: "Nodes of the Manager's trie, from its storage root to the slot",
    }),
    root_hash: word,
  },
  { title: 'RootProof', additionalProperties: false },
)

export const rootProofResponse = dataOf(rootProof, 'RootProofResponse')

/** A strategist's root with the bytes that prove it. */
export type RootProofData = Static<typeof rootProof>
