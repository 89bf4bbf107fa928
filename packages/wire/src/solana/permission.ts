import Type, { type Static } from 'typebox'
import { base64, svmAddress, u64Text } from './field.ts'

/** How many addresses a caller may add to those of a vault's permissions. */
export const maxAlsoAddresses = 90

/** What is asked beside the accounts of a vault's permissions. */
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
