import Type, { type Static } from 'typebox'
import { address, bytes, chain, word } from '../field/field.ts'
import { dataOf } from '../field/page.ts'

const uint = Type.String({ pattern: '^[0-9]{1,78}$', description: 'Whole number' })
const account = (description: string) => Type.String({ ...address, description })

/** A Safe at one block, as the chain has it. */
export const safeAccount = Type.Object(
  {
    chain,
    chain_id: Type.Integer(),
    safe_address: address,
    version: Type.String({ description: 'Says how transactions are hashed' }),
    nonce: { ...uint, description: 'Of the next transaction that runs' },
    threshold: Type.Integer({ description: 'Owners who must sign' }),
    owners: Type.Array(address),
    modules: Type.Array(address, { description: 'Each may act without any owner' }),
    singleton: account('Holds the code'),
    guard: account('Zero for none, as for the next two'),
    module_guard: account('Of modules, from 1.5.0 on'),
    fallback_handler: account('Answers calls that the Safe has no function for'),
    block_number: Type.Integer(),
    block_hash: word,
  },
  { title: 'SafeAccount', additionalProperties: false },
)

/** The bytes by which a Safe's account follows from the block's hash. */
export const safeProof = Type.Object(
  {
    header_rlp: Type.String({ ...bytes, description: 'RLP of the header of the block' }),
    account_proof: Type.Array(bytes, {
      description: "Nodes of the state's trie, from the state root to the Safe's account",
    }),
    slots: Type.Array(
      Type.Object(
        {
          storage_slot: word,
          value: word,
          storage_proof: Type.Array(bytes, {
            description: "Nodes of the Safe's trie, from its storage root to the slot",
          }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { title: 'SafeProof', additionalProperties: false },
)

export const safeAccountResponse = dataOf(
  Type.Object(
    {
      account: safeAccount,
      proof: Type.Union([safeProof, Type.Null()], {
        description:
          'Of owners, threshold, nonce, modules, guards, handler and singleton; null where the node gives none',
      }),
      unproven_because: Type.Union([Type.String(), Type.Null()], {
        description: 'Null where there is a proof. The version follows from the code alone',
      }),
    },
    { title: 'SafeAccountProof', additionalProperties: false },
  ),
  'SafeAccountResponse',
)

/** Strategists of a vault that are Safes. */
export const vaultSafesResponse = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'As the definition names the strategist' }),
          account: safeAccount,
        },
        { title: 'VaultSafe', additionalProperties: false },
      ),
    ),
  },
  { title: 'VaultSafesResponse', additionalProperties: false },
)

export const safeDelegatesResponse = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          service: Type.String(),
          delegate: address,
          delegator: address,
          label: Type.String(),
        },
        { title: 'SafeDelegate', additionalProperties: false },
      ),
    ),
  },
  { title: 'SafeDelegatesResponse', additionalProperties: false },
)

/** A Safe at one block. */
export type SafeAccountData = Static<typeof safeAccount>
/** The bytes that prove a Safe's account. */
export type SafeProofData = Static<typeof safeProof>
