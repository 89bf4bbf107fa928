import Type, { type Static } from 'typebox'
import { address, bytes, word } from '../field/field.ts'
import { dataOf } from '../field/page.ts'
import { judgingVault } from './safe-proposal.ts'
import { safeEntry } from './safe-queue.ts'
import { safeStatement } from './safe-statement.ts'

const { nonce } = safeEntry.properties
const amount = Type.String({ pattern: '^-?[0-9]{1,78}$', description: 'Base units' })
const maybe = (description: string) => Type.Union([amount, Type.Null()], { description })

const move = Type.Object(
  {
    token_address: { ...address, description: 'Zero for the coin of the chain' },
    holder_address: address,
    is_stated: Type.Boolean({ description: 'False for what happened and was not said' }),
    raw_at_least: maybe('Null where nothing was said'),
    raw_at_most: maybe('Null for no bound'),
    raw_happened: amount,
  },
  { title: 'SafeExecutedMove', additionalProperties: false },
)
const approval = Type.Object(
  {
    standard: Type.Enum(['erc20', 'erc721', 'operator', 'permit2', 'authorized', 'delegated']),
    token_address: address,
    owner_address: address,
    spender_address: address,
    raw_said: maybe('Null where nothing was said'),
    raw_happened: maybe('Null where it cannot be read'),
  },
  { title: 'SafeExecutedApproval', additionalProperties: false },
)
const executed = Type.Object(
  {
    transaction_hash: word,
    block_number: Type.Integer(),
    block_hash: word,
    basis: Type.Enum(['trace', 'receipt'], {
      description: 'A receipt has the logs of the whole transaction',
    }),
    is_direct: Type.Boolean({ description: 'True if no other contract called the Safe' }),
  },
  { title: 'SafeExecuted', additionalProperties: false },
)

export const safeExecutionResponse = dataOf(
  Type.Object(
    {
      safe_tx_hash: word,
      nonce,
      outcome: Type.Enum([
        'executed_as_said',
        'executed_otherwise',
        'failed',
        'undecided',
        'replaced',
        'pending',
      ]),
      is_final: Type.Boolean({ description: 'True if its block is final: only then it stays' }),
      differences: Type.Array(
        Type.Object(
          { code: Type.String(), message: Type.String() },
          { title: 'SafeDifference', additionalProperties: false },
        ),
      ),
      moves: Type.Array(move, { description: 'What was said, and what happened' }),
      approvals: Type.Array(approval),
      execution: Type.Union([executed, Type.Null()], { description: 'Null where there is none' }),
      replaced_by: Type.Union([word, Type.Null()], {
        description: 'The hash that took the nonce; null where none did, or no log tells',
      }),
      statement: safeStatement,
    },
    { title: 'SafeExecution', additionalProperties: false },
  ),
  'SafeExecutionResponse',
)

export const safeSendingRequest = Type.Object(
  {
    safe_tx_hash: word,
    sender_address: {
      ...address,
      description: 'The account that sends it and pays for its gas; any may',
    },
    vault_address: judgingVault,
  },
  { title: 'SafeSendingRequest', additionalProperties: false },
)

export const safeSendingResponse = dataOf(
  Type.Object(
    {
      safe_tx_hash: word,
      nonce,
      chain_id: Type.Integer(),
      from: address,
      to: { ...address, description: 'The Safe' },
      value: Type.Literal('0'),
      data: { ...bytes, description: '`execTransaction` with the signatures of owners' },
      gas_used: Type.Integer({ description: 'In a simulation at the newest block' }),
    },
    { title: 'SafeSending', additionalProperties: false },
  ),
  'SafeSendingResponse',
)

/** The end of a transaction of a Safe beside what was said of it. */
export type SafeExecutionData = Static<typeof safeExecutionResponse>['data']
/** A transaction that executes one of a queue. */
export type SafeSendingData = Static<typeof safeSendingResponse>['data']
