import Type, { type Static } from 'typebox'
import { chain, time, word } from '../field/field.ts'
import type { OperationFailure } from '../field/operation.ts'
import { vaultParams } from '../field/operation.ts'
import { dataOf } from '../field/page.ts'

/** The tie of a rollup's block to the final block of the chain below. */
const rollup = Type.Object(
  {
    under: Type.String({
      description: 'Slug of the chain below, whose final block the `final_` fields name',
      examples: ['mainnet'],
    }),
    confirmed_block_number: Type.Integer({
      description: 'The newest block that the contracts of the rollup confirmed there',
    }),
    confirmed_block_hash: word,
    confirmed_at: time,
    age_seconds: Type.Integer({
      description:
        'Seconds from when that block was made to this answer: hours to days. It is not the current state of the rollup',
    }),
  },
  { title: 'RollupFinality', additionalProperties: false },
)

/** The proof that a block is final, from the service's checkpoint. */
const finality = Type.Object(
  {
    chain,
    chain_id: Type.Integer(),
    block_number: Type.Integer(),
    block_hash: word,
    final_slot: Type.Integer({ description: 'Slot of the final beacon block' }),
    final_root: Type.String({ ...word, description: 'Root of the final beacon block' }),
    final_block_number: Type.Integer({ description: 'The newest block that is final' }),
    final_block_at: time,
    signer_count: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Of 512; null where the block is under the checkpoint itself',
    }),
    checkpoint_root: Type.String({
      ...word,
      description: 'Where the proof begins. Compare it with another source of the chain',
    }),
    checkpoint_slot: Type.Integer(),
    checkpoint_at: time,
    period_count: Type.Integer({ description: 'Committees that follow one another' }),
    rollup: Type.Union([rollup, Type.Null()], {
      description:
        'Of a rollup of the OP Stack or of Arbitrum: the block is confirmed by the contracts of the rollup on the chain below, and `final_` fields are of that chain. Null on the chain of the checkpoint itself',
    }),
    finality_file: Type.String({
      description: 'As `block check` and `--finality` take it; it proves all of the above',
    }),
  },
  { title: 'Finality', additionalProperties: false },
)

/** The proof that a block is final. */
export type FinalityData = Static<typeof finality>

const finalityMissing: OperationFailure = {
  status: 404,
  code: 'finality_not_found',
  when: 'The service follows no beacon chain of this chain or of the one below it, its checkpoint is too old, or nothing ties the block to the final one',
}

/** Finality of a chain's blocks. The interface does not name it: its shape is our choice. */
export const finalityOperations = {
  getFinality: {
    method: 'GET',
    area: 'data',
    role: 'viewer',
    body: null,
    path: '/v1/chains/{chain}/finality',
    summary: 'Finality of a block',
    description:
      'The proof that a block is final, from a checkpoint that the operator chose; the newest final block by default. Of a rollup of the OP Stack or of Arbitrum: that its contracts confirmed the block, as of the newest final block of the chain below, with the age of what they confirmed.',
    params: Type.Object({ chain: vaultParams.properties.chain }),
    query: Type.Object(
      {
        block: Type.Optional(
          Type.String({
            pattern: '^(?:[0-9]{1,15}|0x[0-9a-fA-F]{64})$',
            description: 'Number or hash of a block; default: the newest final one',
            examples: ['23904100'],
          }),
        ),
      },
      { additionalProperties: false },
    ),
    response: dataOf(finality, 'FinalityResponse'),
    failures: [
      finalityMissing,
      {
        status: 409,
        code: 'block_not_final',
        when: 'The block is newer than the last final one, or than the newest that the rollup confirmed. The message says how many members signed it so far, where a server tells it',
      },
      { status: 422, code: null, when: '`block` is neither a number nor a hash' },
    ],
  },
} as const
