import Type, { type Static } from 'typebox'
import { address, decimal } from '../field/field.ts'

const moved = {
  token: Type.Union([Type.String(), Type.Null()], { description: 'Symbol; null when not known' }),
  token_address: address,
  amount: Type.Union([decimal, Type.Null()], {
    description: 'Display units; null when the decimals are not known, and for a whole balance',
  }),
  raw_amount: Type.Union([Type.String(), Type.Null()], {
    description: "The token's smallest unit; null for a whole balance",
  }),
}

const total = Type.Object(
  {
    ...moved,
    bound: Type.Enum(['exact', 'max', 'min'], {
      description: '`max`: at most this leaves; `min`: at least this enters',
    }),
  },
  { title: 'TokenTotal', additionalProperties: false },
)

const receiver = Type.Object(
  {
    ...total.properties,
    account: address,
    is_supplied: Type.Boolean({
      description: 'True if it takes the token by an allowance, as a market or a router does',
    }),
  },
  { title: 'TokenReceiver', additionalProperties: false },
)

const approval = Type.Object(
  {
    ...moved,
    spender: address,
    is_unlimited: Type.Boolean(),
    until: Type.Union([Type.String(), Type.Null()], {
      description: 'Unix seconds of its end; null where it has none',
    }),
  },
  { title: 'ApprovalLeft', additionalProperties: false },
)

const unread = Type.Array(Type.String(), {
  description: 'Places of which this part is not known: its list is then not whole',
})

/** The sums of a transaction by token, what is left to be taken, and who receives outside. */
export const transactionTotals = Type.Object(
  {
    is_measured: Type.Boolean({
      description:
        'True if the simulation measured what leaves and enters; else both are read out of the calldata',
    }),
    leaves: Type.Array(total),
    enters: Type.Array(total),
    largest: Type.Array(total, {
      description: 'The largest single move of each token that leaves, by the calldata',
    }),
    receivers: Type.Array(receiver, {
      description: 'The accounts that get what leaves, by the calldata',
    }),
    approvals_left: Type.Array(approval, { description: 'Allowances that are left afterwards' }),
    approvals_given: Type.Integer({
      minimum: 0,
      description: 'Allowances that were given, those used up included',
    }),
    outside: Type.Array(Type.String(), {
      description: 'Receivers that are neither the vault nor on record',
    }),
    unread: Type.Object(
      { leaves: unread, enters: unread, accounts: unread },
      { additionalProperties: false },
    ),
  },
  {
    title: 'TransactionTotals',
    additionalProperties: false,
    description: 'With `verbose`: what moves in all; an empty list is nothing unless it is unread',
  },
)

/** The sums of a transaction by token. */
export type TransactionTotalsData = Static<typeof transactionTotals>
