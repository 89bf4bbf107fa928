import Type, { type Static } from 'typebox'
import { time } from '../field/field.ts'
import { dataOf } from '../field/page.ts'
import { svmOperator } from './execute.ts'
import { base64, svmAddress, u64Text } from './field.ts'

/** The maximum number of addresses a caller may add to those of a vault's permissions. */
export const maxAlsoAddresses = 90

/** Accounts to read beside those of a vault's permissions. */
export const svmPermissionsQuery = Type.Object(
  {
    also: Type.Optional(
      Type.String({
        maxLength: maxAlsoAddresses * 45,
        description: `More addresses, with commas between; at most ${maxAlsoAddresses}`,
      }),
    ),
  },
  { additionalProperties: false },
)

const account = Type.Object(
  {
    lamports: u64Text,
    owner: svmAddress,
    data_base64: base64,
    executable: Type.Boolean(),
  },
  { title: 'SvmAccountData', additionalProperties: false },
)

/** The accounts that say what a vault of Solana permits. */
export const svmPermissionsResponse = Type.Object(
  {
    data: Type.Object(
      {
        vault_address: svmAddress,
        slot: u64Text,
        definition: Type.String({ description: 'Of the vault, as it is stored' }),
        accounts: Type.Array(
          Type.Object(
            {
              address: svmAddress,
              account: Type.Union([account, Type.Null()], {
                description: 'null: the account does not exist',
              }),
            },
            { title: 'SvmAccountEntry', additionalProperties: false },
          ),
        ),
      },
      { title: 'SvmPermissions', additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)

/** The accounts that say what a vault of Solana permits. */
export type SvmPermissionsResponse = Static<typeof svmPermissionsResponse>

/** The maximum number of a vault's transactions that one answer is made from. */
const maxPastTransactions = 200

/** The number of transactions over which the digests of a vault are followed. */
export const svmPermissionHistoryQuery = Type.Object(
  {
    transactions: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxPastTransactions,
        default: 100,
        description: "How many of the newest transactions that name the vault's state are read",
      }),
    ),
  },
  { additionalProperties: false },
)

const event = Type.Object(
  {
    signature: Type.String({ description: 'Of the transaction, base58' }),
    slot: u64Text,
    time: Type.Union([time, Type.Null()], { description: 'null: the node does not know' }),
    authority: svmAddress,
  },
  { title: 'SvmDigestEvent', additionalProperties: false },
)

const period = Type.Object(
  {
    cpi_digest: Type.String({ pattern: '^[0-9a-f]{64}$', description: '32 bytes in hex' }),
    cpi_digest_address: svmAddress,
    operators: Type.Union([Type.Array(svmOperator), Type.Null()], {
      description: 'As its creation stored them; null: the creation was not read',
    }),
    created: Type.Union([event, Type.Null()], {
      description: 'null: not in the transactions that were read',
    }),
    closed: Type.Union([event, Type.Null()], { description: 'null: it was not closed' }),
  },
  { title: 'SvmDigestPeriod', additionalProperties: false },
)

/** When the digests of a vault of Solana were created and closed. */
export const svmPermissionHistoryResponse = dataOf(
  Type.Object(
    {
      vault_address: svmAddress,
      transactions: Type.Integer({ description: 'How many were read; failed ones are left out' }),
      is_complete: Type.Boolean({
        description: 'Whether every transaction of the vault was read, as far as the node knows',
      }),
      digests: Type.Array(period, { description: 'In the order in which they were first seen' }),
    },
    { title: 'SvmPermissionHistory', additionalProperties: false },
  ),
  'SvmPermissionHistoryResponse',
)
