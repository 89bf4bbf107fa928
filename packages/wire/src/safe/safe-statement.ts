import Type, { type Static } from 'typebox'
import { address } from '../field/field.ts'
import { safeTokens } from './safe-token.ts'

const amount = Type.String({ pattern: '^-?[0-9]{1,78}$', description: 'Base units' })

const move = Type.Object(
  {
    token_address: { ...address, description: 'Zero for the coin of the chain' },
    holder_address: address,
    raw_at_least: { ...amount, description: 'Of the change of the balance, base units' },
    raw_at_most: Type.Union([amount, Type.Null()], { description: 'Null for no bound' }),
  },
  { title: 'SafeStatedMove', additionalProperties: false },
)
const approval = Type.Object(
  {
    standard: Type.Enum(['erc20', 'erc721', 'operator', 'permit2', 'authorized', 'delegated']),
    token_address: address,
    owner_address: address,
    spender_address: address,
    raw_at_most: { ...amount, description: 'What may still be taken afterwards' },
  },
  { title: 'SafeStatedApproval', additionalProperties: false },
)

/** The bounds of a transaction, by a simulation. */
export const safeStatement = Type.Object(
  {
    block_number: Type.Integer({ description: 'Whose state the simulation met' }),
    moves: Type.Array(move, { description: 'Of the Safe, the vault and its drones' }),
    approvals: Type.Array(approval, { description: 'That stay' }),
    tokens: safeTokens,
  },
  { title: 'SafeStatement', additionalProperties: false },
)

/** The bounds of a transaction. */
export type SafeStatementData = Static<typeof safeStatement>
