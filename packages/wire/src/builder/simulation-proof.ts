import Type, { type Static } from 'typebox'
import { word } from '../field/field.ts'

/** The evidence of a simulation that was run on state that follows from the hash of a block. */
export const simulationProof = Type.Object(
  {
    block_hash: Type.String({
      ...word,
      description: 'Everything follows from it. Compare it with another source before you sign',
    }),
    state_root: Type.String({ ...word, description: 'Of the header that hashes to `block_hash`' }),
    hardfork: Type.String({
      description:
        'Rules of the EVM: `cancun`, `prague`, `osaka`, or an upgrade of the OP Stack, `canyon` to `karst`',
    }),
    accounts: Type.Integer({ minimum: 0, description: 'Accounts that the transaction read' }),
    slots: Type.Integer({ minimum: 0, description: 'Storage slots that the transaction read' }),
    bytes: Type.Integer({ minimum: 0, description: 'Size of the witness, not compressed' }),
    witness_url: Type.String({
      description:
        'The witness: `vaultwright simulate --replay` runs it again without network. Its link is enough to read it, as long as the simulation is kept',
    }),
    depends_on: Type.Array(Type.String(), {
      description:
        'What the transaction asked of its own block, which is chosen and not proven: `TIMESTAMP`',
    }),
  },
  { title: 'SimulationProof', additionalProperties: false },
)

/** The evidence of a simulation that was run on state that follows from the hash of a block. */
export type SimulationProof = Static<typeof simulationProof>
