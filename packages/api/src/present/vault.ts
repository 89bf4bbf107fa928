import type {
  LatestDay,
  ListedVault,
  SvmVault,
  TreelessRoots,
  VaultDescription,
} from '@vaultwright/store'
import { dayOf, daysBetween, shiftDay } from '@vaultwright/valuation'
import {
  numberOrNull,
  printTime,
  printTimeOrNull,
  type ResponseOf,
  type VaultDetail,
  type VaultFigures,
  type VaultSummary,
} from '@vaultwright/wire'
import { solana } from '../request/vault-path.ts'

/**
 * Writes a vault as a list shows it.
 *
 * Source: interface, 2.9.
 *
 * @returns the summary: chains in order, links by chain and without the version.
 */
export function vaultSummaryOf({ kind, vault }: ListedVault, tenant: string): VaultSummary {
  return kind === 'evm'
    ? summaryOf(vault, tenant, vault.deployments)
    : summaryOf({ ...vault, deployedAtUnix: null }, tenant, [{ chain: solana }])
}

/**
 * Writes a vault with its deployments.
 *
 * Source: interface, 4.15.
 *
 * @returns the summary and the deployments, in the order of their chains.
 */
export function vaultDetailOf(vault: VaultDescription, tenant: string): VaultDetail {
  const deployments = byChain(vault.deployments).map((deployment) => ({
    chain: deployment.chain,
    manager: deployment.manager,
    accountant: deployment.accountant,
    teller: deployment.teller,
    deployed_at: printTimeOrNull(deployment.deployedAtUnix),
    strategists: deployment.strategists.map(({ name, address }) => ({ name, address })),
  }))
  return { ...vaultSummaryOf({ kind: 'evm', vault }, tenant), deployments }
}

/**
 * Writes a Solana vault with its one deployment. The program stands where a chain of the EVM has the Manager;
 * accountant and teller are part of the state, so they are null.
 *
 * Source: interface, 4.15.
 *
 * @param strategists - as the state names them.
 */
export function svmVaultDetailOf(
  vault: SvmVault,
  tenant: string,
  strategists: VaultDetail['deployments'][number]['strategists'],
): VaultDetail {
  const deployment = {
    chain: solana,
    manager: vault.program,
    accountant: null,
    teller: null,
    deployed_at: null,
    strategists,
    vault_id: String(vault.vaultId),
  }
  return { ...vaultSummaryOf({ kind: 'svm', vault }, tenant), deployments: [deployment] }
}

/** The figures of a vault on one chain. */
export type DeploymentFigures = {
  readonly chain: string
  /** Null before the first snapshot. */
  readonly latest: Omit<LatestDay, 'chain' | 'vault'> | null
  /** Time of the last final block that the index saw; null before it saw one. */
  readonly headUnix: bigint | null
  readonly treelessRoots: Pick<TreelessRoots, 'roots' | 'activeRoots'>
}

/**
 * Writes a vault with its figures.
 *
 * @param figures - one entry a chain, in any order.
 * @returns the entry of a list; deployments are by chain, and what is not known is null.
 */
export function vaultWithFiguresOf(
  vault: ListedVault['vault'],
  tenant: string,
  figures: readonly DeploymentFigures[],
): ResponseOf<'listVaultSummaries'>['data'][number] {
  return {
    vault_address: vault.address,
    name: vault.name,
    tenant,
    status: vault.status,
    deployments: byChain(figures).map(figuresOf),
  }
}

function figuresOf({ chain, latest, headUnix, treelessRoots }: DeploymentFigures): VaultFigures {
  return {
    chain,
    last_day: latest?.day ?? null,
    as_of: latest === null ? null : printTime(latest.atUnix),
    block_number: latest === null ? null : Number(latest.blockNumber),
    base_asset: latest?.baseAsset ?? null,
    share_price: latest?.sharePrice ?? null,
    total_assets: latest?.totalAssets ?? null,
    total_supply: latest?.totalSupply ?? null,
    tvl_usd: latest?.tvlUsd ?? null,
    apy: numberOrNull(latest?.apy ?? null),
    head_at: printTimeOrNull(headUnix),
    days_behind: latest === null || headUnix === null ? null : daysBehind(latest.day, headUnix),
    roots_without_tree: treelessRoots.roots,
    active_roots_without_tree: treelessRoots.activeRoots,
  }
}

/** The day of the head itself is not over, so it is not missing. */
function daysBehind(lastDay: string, headUnix: bigint): number {
  return Math.max(0, daysBetween(lastDay, shiftDay(dayOf(headUnix), -1)))
}

type VaultHead = Pick<VaultDescription, 'name' | 'status' | 'deployedAtUnix'> & {
  readonly address: string
}

function summaryOf(
  vault: VaultHead,
  tenant: string,
  deployments: readonly { readonly chain: string }[],
): VaultSummary {
  const chains = byChain(deployments).map(({ chain }) => chain)
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

function linksOf(slug: string, vault: string) {
  const self = `/vaults/${slug}/${vault}`
  return { self, roots: `${self}/roots` }
}

function byChain<Row extends { readonly chain: string }>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((row, next) => (row.chain < next.chain ? -1 : 1))
}
