import Type, { type Static } from 'typebox'
import { address, chain, time, vaultAddress } from '../field/field.ts'
import { dataOf, pageOf } from '../field/page.ts'
import { printTimeOrNull } from '../field/time.ts'
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

/** A vault on one chain, as much of it as the interface shows. */
export type DeploymentInput = {
  readonly chain: string
  readonly manager: string
  readonly accountant: string | null
  readonly teller: string | null
  readonly deployedAtUnix: bigint | null
  readonly strategists: readonly { readonly name: string; readonly address: string }[]
  /** Only on Solana. */
  readonly vaultId?: bigint
}

/** A vault, as much of it as the interface shows. */
export type VaultInput = {
  /** EIP-55, or base58. */
  readonly address: string
  readonly name: string
  readonly status: string
  readonly deployedAtUnix: bigint | null
  readonly deployments: readonly DeploymentInput[]
}

/** A vault, as much of it as a list shows. */
export type VaultSummaryInput = Omit<VaultInput, 'deployments'> & {
  readonly deployments: readonly Pick<DeploymentInput, 'chain'>[]
}

/**
 * Writes a vault as a list shows it.
 *
 * Source: interface, 2.9.
 *
 * @param vault - the vault, with at least one deployment.
 * @returns the summary: chains in order, links by chain and without the version.
 */
export function vaultSummaryOf(vault: VaultSummaryInput, tenant: string): VaultSummary {
  const chains = sorted(vault.deployments).map((deployment) => deployment.chain)
  return {
    vault_address: vault.address,
    name: vault.name,
    chains,
    tenant,
    deployed_at: printTimeOrNull(vault.deployedAtUnix),
    status: vault.status,
    links: Object.fromEntries(chains.map((slug) => [slug, linksOf(slug, vault.address)])),
  }
}

/**
 * Writes a vault with its deployments.
 *
 * Source: interface, 4.15.
 *
 * @param vault - the vault, with at least one deployment.
 * @returns the summary and the deployments, in the order of their chains.
 */
export function vaultDetailOf(vault: VaultInput, tenant: string): VaultDetail {
  const deployments = sorted(vault.deployments).map((one) => ({
    chain: one.chain,
    manager: one.manager,
    accountant: one.accountant,
    teller: one.teller,
    deployed_at: printTimeOrNull(one.deployedAtUnix),
    strategists: one.strategists.map(({ name, address }) => ({ name, address })),
    ...(one.vaultId === undefined ? {} : { vault_id: String(one.vaultId) }),
  }))
  return { ...vaultSummaryOf(vault, tenant), deployments }
}

function linksOf(slug: string, vault: string) {
  const self = `/vaults/${slug}/${vault}`
  return { self, roots: `${self}/roots` }
}

function sorted<Input extends Pick<DeploymentInput, 'chain'>>(
  deployments: readonly Input[],
): readonly Input[] {
  return [...deployments].sort((one, other) => (one.chain < other.chain ? -1 : 1))
}
