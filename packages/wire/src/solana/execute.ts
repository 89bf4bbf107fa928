import Type, { type Static } from 'typebox'
import { anything } from '../field/field.ts'
import { buildWarning } from '../field/warning.ts'
import { base64, base64Text, svmAddress, svmAddressText, u64Text } from './field.ts'

const closed = { additionalProperties: false } as const

const accountMeta = Type.Object(
  { address: svmAddress, is_signer: Type.Boolean(), is_writable: Type.Boolean() },
  { title: 'SvmAccountMeta', ...closed },
)

/** One instruction, decoded as far as a wallet needs it. */
export const svmInstruction = Type.Object(
  {
    program: svmAddress,
    accounts: Type.Array(accountMeta, {
      description: 'In order, with the flags that the runtime gives them in this transaction',
    }),
    data_base64: base64,
  },
  { title: 'SvmInstruction', ...closed, description: 'One instruction, as a multisig takes it' },
)

/** The operators of a digest, in order. */
export const svmOperator = Type.Union(
  [
    Type.Object({ noop: Type.Literal(true) }, closed),
    Type.Object(
      {
        ingest_instruction: Type.Array(Type.Integer({ minimum: 0 }), {
          minItems: 2,
          maxItems: 2,
          description: 'Offset and count of bytes of the data',
        }),
      },
      closed,
    ),
    Type.Object(
      {
        ingest_account: Type.Integer({
          minimum: 0,
          maximum: 255,
          description: 'Index of the account: its address and both flags',
        }),
      },
      closed,
    ),
    Type.Object({ ingest_instruction_data_size: Type.Literal(true) }, closed),
  ],
  { title: 'SvmOperator' },
)

const permittedCall = Type.Object(
  {
    ...svmInstruction.properties,
    cpi_digest: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 of what is pinned',
    }),
    cpi_digest_address: svmAddress,
    operators: Type.Array(svmOperator, { description: 'As the digest account stores them' }),
    free: Type.Array(Type.String(), { description: 'What the digest does not pin' }),
  },
  {
    title: 'SvmPermittedCall',
    ...closed,
    description: 'A call that the vault makes, and the digest that permits it: check it without us',
  },
)

/** The facts of the whole transaction. */
const transactionFields = {
  fee_payer: svmAddress,
  version: Type.Enum([0, 1]),
  size_bytes: Type.Integer({ description: 'At most 1,232 in version 0, 4,096 in version 1' }),
  recent_blockhash: Type.String({ description: 'Or the nonce, with `nonce_account`' }),
  last_valid_block_height: Type.Union([Type.Integer(), Type.Null()], {
    description: 'After it the transaction has expired; null with `nonce_account`',
  }),
  nonce_account: Type.Union([svmAddress, Type.Null()], {
    description: 'Null where the transaction takes a recent blockhash',
  }),
  compute_unit_limit: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Null without `compute_budget`',
  }),
  lookup_tables: Type.Array(svmAddress),
  slot: Type.Integer({ description: 'At which accounts were read' }),
}

/** The builder's report of one action on Solana. */
export const svmActionReport = Type.Object(
  {
    route: Type.String(),
    name: Type.String(),
    protocol: Type.String(),
    description: Type.String(),
    vault_id: u64Text,
    sub_account: Type.Integer({ minimum: 0, maximum: 255 }),
    calls: Type.Array(permittedCall),
    instructions: Type.Optional(
      Type.Array(svmInstruction, {
        description: 'All of the transaction; of a batch they stand beside the reports',
      }),
    ),
    ...transactionFields,
    warnings: Type.Array(buildWarning),
  },
  { title: 'SvmActionReport', ...closed },
)

/** One movement of a token or of lamports. */
export const svmTokenTransfer = Type.Object(
  {
    token: Type.String({ description: 'Symbol by the definition; else the mint' }),
    token_address: svmAddress,
    amount: Type.Union([Type.String(), Type.Null()], {
      description: 'Display units; null when the decimals are not known',
    }),
    raw_amount: Type.String({ description: "The token's smallest unit" }),
    direction: Type.Enum(['in', 'out'], {
      description: '`in`: the vault receives, `out`: the vault sends',
    }),
    dollar_value: Type.Union([Type.String(), Type.Null()], {
      description: 'Estimated USD value; null when no price is stored',
    }),
  },
  {
    title: 'SvmTokenTransfer',
    ...closed,
    description:
      'Difference of what all sub-accounts of the vault hold of a mint. SOL is `11111111111111111111111111111111`, with the rent of accounts; wrapped SOL is its mint',
  },
)

const simulatedFields = {
  simulation_status: Type.Optional(
    Type.Union([Type.Literal(true), Type.String()], {
      description: 'true on success, else why the simulation failed',
    }),
  ),
  simulator_simulation_url: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: 'Our page of this simulation; null when none ran, or its page could not be kept',
    }),
  ),
  simulation_page_missing_because: Type.Optional(
    Type.String({ description: 'Why the simulation has no page although it ran' }),
  ),
  simulation_logs: Type.Optional(
    Type.Array(Type.String(), { description: 'As the node gives them' }),
  ),
  simulation_gas_used: Type.Optional(
    Type.Union([Type.Number(), Type.Null()], {
      description: 'Compute units; null when no simulation ran',
    }),
  ),
  simulation_fee_lamports: Type.Optional(
    Type.Union([u64Text, Type.Null()], {
      description: 'What the fee payer pays; null when no simulation ran',
    }),
  ),
  simulation_gas_cost_sol: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: 'The fee in SOL, with `verbose`; null when no simulation ran',
    }),
  ),
  token_transfers: Type.Optional(Type.Array(svmTokenTransfer, { description: 'With `verbose`' })),
  simulation_skipped: Type.Optional(Type.Literal(true)),
  error: Type.Optional(
    Type.String({ description: 'The transaction was built and its simulation failed' }),
  ),
  details: Type.Optional(Type.Union([Type.String(), Type.Record(Type.String(), anything)])),
}

const built = {
  serialized_transaction_base64: Type.String({
    ...base64Text,
    description: 'The transaction without signatures: their bytes are zero',
  }),
  target: Type.String({
    ...svmAddressText,
    description: 'The vault program, which makes the calls',
  }),
  description: Type.String(),
}

/** A transaction of Solana for one action. Our choice: the interface shows none of it. */
export const svmExecuteResponse = Type.Object(
  { ...built, action_api_response: svmActionReport, ...simulatedFields },
  { title: 'SvmExecuteResponse', ...closed },
)

/** One transaction of Solana for all actions. */
export const svmExecuteMultipleResponse = Type.Object(
  {
    ...built,
    action_api_response: Type.Array(svmActionReport),
    instructions: Type.Array(svmInstruction, { description: 'All of the transaction, in order' }),
    ...simulatedFields,
  },
  { title: 'SvmExecuteMultipleResponse', ...closed },
)

/** One movement of a token or of lamports. */
export type SvmTokenTransferData = Static<typeof svmTokenTransfer>
/** The builder's report of one action on Solana. */
export type SvmActionReport = Static<typeof svmActionReport>
/** An operator of a digest. */
export type SvmOperatorData = Static<typeof svmOperator>
/** One instruction, as a multisig takes it. */
export type SvmInstructionData = Static<typeof svmInstruction>
/** A transaction of Solana for one action. */
export type SvmExecuteResponse = Static<typeof svmExecuteResponse>
/** One transaction of Solana for all actions. */
export type SvmExecuteMultipleResponse = Static<typeof svmExecuteMultipleResponse>
