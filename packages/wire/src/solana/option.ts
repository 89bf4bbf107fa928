import Type, { type Static } from 'typebox'
import { svmAddress, u64Text } from './field.ts'

/** The maximum number of lookup tables in one request. */
export const maxLookupTables = 8

const maybe = <Schema extends Type.TSchema>(schema: Schema, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description }))

/** Options of a transaction of Solana. Our choice: the interface shows none of it. */
export const svmBuildOptions = Type.Object(
  {
    version: Type.Optional(
      Type.Enum([0, 1], {
        default: 0,
        description:
          'Version of the transaction. 0: 1,232 bytes at most, with lookup tables. 1: 4,096 bytes, 64 addresses, no tables; wallets and multisigs may not read it yet',
      }),
    ),
    compute_unit_price_micro_lamports: maybe(
      u64Text,
      "Price of a compute unit. Left out: as the vault's definition says. Only with version 0",
    ),
    priority_fee_lamports: maybe(
      u64Text,
      "Priority fee of the whole transaction. Left out: the definition's price times the limit. Only with version 1",
    ),
    nonce_account: maybe(
      svmAddress,
      'Durable nonce account of the strategist: the transaction does not expire until the nonce advances',
    ),
    lookup_tables: maybe(
      Type.Array(svmAddress, { maxItems: maxLookupTables, uniqueItems: true }),
      "Address lookup tables, in place of the definition's. Only with version 0",
    ),
    compute_budget: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Whether limit and price of compute units are in the transaction; a multisig has its own',
      }),
    ),
  },
  {
    title: 'SvmBuildOptions',
    additionalProperties: false,
    description: 'On `solana` only; elsewhere a 422',
  },
)

/** Options of a transaction of Solana. */
export type SvmBuildOptionsRequest = Static<typeof svmBuildOptions>
