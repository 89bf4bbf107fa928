import Type, { type Static } from 'typebox'
import { time } from '../field/field.ts'
import { buildWarning } from '../field/warning.ts'
import { svmActionReport, svmInstruction, svmTokenTransfer } from './execute.ts'
import { base64, svmAddress, u64Text } from './field.ts'

const text = Type.String()

const failing = Type.Object(
  {
    instruction: Type.Union([Type.Integer(), Type.Null()], { description: 'Its place, from 0' }),
    program: Type.Union([svmAddress, Type.Null()], { description: 'The program that failed' }),
    error: text,
  },
  { additionalProperties: false },
)

/** A simulation on Solana that is kept for its link. */
export const svmSimulationPage = Type.Object(
  {
    id: text,
    created_at: time,
    expires_at: time,
    chain: Type.Literal('solana'),
    description: text,
    vault_address: svmAddress,
    vault_name: Type.String({ description: 'As the tenant calls it' }),
    program: Type.Object(
      { address: svmAddress, vault_id: u64Text },
      { additionalProperties: false },
    ),
    strategist_address: svmAddress,
    status: Type.Union([Type.Literal(true), text]),
    failing: Type.Union([failing, Type.Null()]),
    slot: Type.Integer({ description: 'Of the simulation' }),
    actions: Type.Array(svmActionReport),
    instructions: Type.Array(svmInstruction, { description: 'All of the transaction, in order' }),
    logs: Type.Array(text),
    compute_units: Type.Union([Type.Integer(), Type.Null()]),
    fee_lamports: Type.Union([u64Text, Type.Null()]),
    token_transfers: Type.Array(svmTokenTransfer),
    warnings: Type.Array(buildWarning, { description: 'Of the build and of the simulation' }),
    serialized_transaction_base64: base64,
    verify_command: Type.String({ description: 'Checks the transaction on your own machine' }),
  },
  { title: 'SvmSimulationPage', additionalProperties: false },
)

/** A simulation on Solana that is kept for its link. */
export type SvmSimulationPage = Static<typeof svmSimulationPage>
