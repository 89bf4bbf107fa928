import Type, { type Static } from 'typebox'
import { address, time, word } from '../field/field.ts'
import { invalidRequest, type Operation, vaultMissing, vaultParams } from '../field/operation.ts'
import { cursor, pageOf, pageSize } from '../field/page.ts'
import { safeTokens } from '../safe/safe-token.ts'

const move = Type.Object(
  {
    token_address: { ...address, description: 'Zero for the coin of the chain' },
    holder_address: address,
    raw_amount: Type.String({
      pattern: '^-?[0-9]{1,78}$',
      description: 'Base units; below zero for what left',
    }),
  },
  { title: 'VaultExecutionMove', additionalProperties: false },
)

const execution = Type.Object(
  {
    transaction_hash: word,
    block_number: Type.Integer(),
    block_hash: word,
    log_index: Type.Integer({ description: 'Of the log that ends it' }),
    executed_at: time,
    strategist: Type.Union([address, Type.Null()], {
      description: 'Null where neither a trace nor the calldata shows who acted',
    }),
    origin: Type.Union([Type.Enum(['account', 'safe', 'module']), Type.Null()], {
      description:
        'The account acts by itself, its owners signed, or a module of the Safe acts; null where that is not known',
    }),
    safe_tx_hash: Type.Union([word, Type.Null()], {
      description: 'The hash that owners signed; null where none did, or it is not known',
    }),
    calls: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Calls of the batch; null where the Manager did not run',
    }),
    sentences: Type.Array(Type.String(), {
      description: 'The actions of the batch; none where its calldata is not known',
    }),
    moves: Type.Array(move, { description: 'Of the vault, its drones and the strategist' }),
    tokens: safeTokens,
    basis: Type.Enum(['trace', 'receipt'], {
      description: 'A receipt has the logs of the whole transaction, and no moves of the coin',
    }),
    outcome: Type.Union(
      [Type.Enum(['executed_as_said', 'executed_otherwise', 'failed', 'undecided']), Type.Null()],
      { description: 'The end beside what was stated; null where nothing was stated' },
    ),
    not_stated_because: Type.Union([Type.String(), Type.Null()], {
      description: 'Null where something was stated',
    }),
    findings: Type.Array(
      Type.Object(
        { code: Type.String(), message: Type.String() },
        { title: 'VaultExecutionFinding', additionalProperties: false },
      ),
      { description: 'Each difference to what was stated, and what is unusual without it' },
    ),
    links: Type.Object(
      {
        receipt: Type.Union([Type.String(), Type.Null()], {
          description: 'Resource path; put /v1 before it. Null where nothing was stated',
        }),
      },
      { title: 'VaultExecutionLinks', additionalProperties: false },
    ),
  },
  { title: 'VaultExecution', additionalProperties: false },
)

/** The operation on executions of a vault. */
export const executionOperations = {
  listExecutions: {
    method: 'GET',
    area: 'data',
    role: 'viewer',
    path: '/v1/vaults/{chain}/{vault_address}/executions',
    summary: 'Executions for a vault',
    description: 'Executions, newest first, and whether each was as stated.',
    params: vaultParams,
    query: Type.Object({ cursor, page_size: pageSize }, { additionalProperties: false }),
    body: null,
    response: pageOf(execution, 'VaultExecutionPage'),
    failures: [vaultMissing, invalidRequest],
  },
} as const satisfies Readonly<Record<string, Operation>>

/** Something that was executed for a vault. */
export type VaultExecutionData = Static<typeof execution>
