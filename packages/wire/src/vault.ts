import Type, { type Static } from 'typebox'
import { address, chain, time } from './field.ts'
import { dataOf, pageOf } from './page.ts'

const links = Type.Object(
  {
    self: Type.String({ description: 'Resource path; put /v1 before it' }),
    roots: Type.String({ description: 'Resource path; put /v1 before it' }),
  },
  { title: 'VaultLinks', additionalProperties: false },
)

const summary = {
  vault_address: address,
  name: Type.String(),
  chains: Type.Array(chain, { description: 'Chains the vault is deployed on' }),
  tenant: Type.String(),
  deployed_at: Type.Union([time, Type.Null()], {
    description: 'Of the first deployment; null when nobody recorded it',
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
    manager: address,
    accountant: Type.Union([address, Type.Null()]),
    teller: Type.Union([address, Type.Null()]),
    deployed_at: Type.Union([time, Type.Null()]),
    strategists: Type.Array(
      Type.Object(
        { name: Type.String(), address },
        { title: 'VaultStrategist', additionalProperties: false },
      ),
    ),
  },
  { title: 'VaultDeployment', additionalProperties: false },
)

/** What `self` of a vault leads to: the summary with its deployments. */
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
