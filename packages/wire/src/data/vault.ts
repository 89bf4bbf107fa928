import Type, { type Static } from 'typebox'
import { address, chain, time, vaultAddress } from '../field/field.ts'
import { dataOf, pageOf } from '../field/page.ts'
import { u64Text } from '../solana/field.ts'

const links = Type.Object(
  {
    self: Type.String({ description: 'Resource path; put /v1 before it' }),
    roots: Type.String({ description: 'Resource path; put /v1 before it' }),
  },
  { title: 'VaultLinks', additionalProperties: false },
)

const summary = {
  vault_address: vaultAddress,
  name: Type.String(),
  chains: Type.Array(chain, { description: 'Chains the vault is deployed on' }),
  tenant: Type.String(),
  deployed_at: Type.Union([time, Type.Null()], {
    description: 'Of the first deployment; null if it is not recorded',
  }),
  status: Type.String({
    description: '`active`, `paused` or `retired`',
    examples: ['active'],
  }),
  links: Type.Record(Type.String(), links, { description: 'By slug of the chain' }),
}

/** 2.9: a vault in a list. */
export const vaultSummary = Type.Object(summary, {
  title: 'VaultSummary',
  additionalProperties: false,
})

/** A vault on one chain. */
export const vaultDeployment = Type.Object(
  {
    chain,
    manager: Type.String({
      ...vaultAddress,
      description: 'The Manager; on `solana` the vault program, which has `manage`',
    }),
    accountant: Type.Union([address, Type.Null()], {
      description: 'Null where the definition names none',
    }),
    teller: Type.Union([address, Type.Null()], {
      description: 'Null where the definition names none',
    }),
    deployed_at: Type.Union([time, Type.Null()], {
      description: 'Null until the first block of the vault was looked up',
    }),
    strategists: Type.Array(
      Type.Object(
        { name: Type.String(), address: vaultAddress },
        { title: 'VaultStrategist', additionalProperties: false },
      ),
      { description: 'On `solana` the one of the state when it was read last; none before' },
    ),
    vault_id: Type.Optional(
      Type.String({
        ...u64Text,
        description: 'Only on `solana`: the number of the vault under its program',
      }),
    ),
  },
  { title: 'VaultDeployment', additionalProperties: false },
)

/** The detail of a vault that its `self` leads to: the summary with its deployments. */
export const vaultDetail = Type.Object(
  { ...summary, deployments: Type.Array(vaultDeployment) },
  { title: 'VaultDetail', additionalProperties: false },
)

/** 4.7. */
export const vaultsResponse = pageOf(vaultSummary, 'VaultPage')
/** 4.15. */
export const vaultResponse = dataOf(vaultDetail, 'VaultResponse')

/** 2.9. */
export type VaultSummary = Static<typeof vaultSummary>
/** 4.15. */
export type VaultDetail = Static<typeof vaultDetail>
