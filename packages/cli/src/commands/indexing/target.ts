import type { Address } from '@vaultwright/base'
import type { Store, SvmVault, Vault } from '@vaultwright/store'
import { tenantMeant } from '../../admin/open.ts'
import { chainMeant, vaultMeant } from '../../admin/vault.ts'
import { UsageError } from '../../command/usage.ts'
import { chainOfWord } from '../../input/chain.ts'
import type { RangeOptions, VaultOptions } from './environment.ts'

export function dayMeant(word: string, name: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(word) ? Date.parse(`${word}T00:00:00Z`) : Number.NaN
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(word)) return word
  throw new UsageError(
    `${name} cannot be ${JSON.stringify(word)}. Give a day in UTC, as 2026-01-31.`,
    { option: name, value: word },
  )
}

export function rangeMeant({ from, to }: RangeOptions): {
  readonly from?: string
  readonly to?: string
} {
  if (from !== undefined) dayMeant(from, '--from')
  if (to !== undefined) dayMeant(to, '--to')
  if (from !== undefined && to !== undefined && from > to) {
    throw new UsageError(`--from ${from} is after --to ${to}. Exchange them.`, { from, to })
  }
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

export function momentMeant(word: string, name: string): bigint {
  const isTimestamp =
    /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(\.\d{1,3})?(Z|[+-]\d{2}:\d{2}))?$/.test(word)
  const time = isTimestamp ? Date.parse(word) : Number.NaN
  if (!Number.isNaN(time)) return BigInt(Math.floor(time / 1000))
  throw new UsageError(
    `${name} cannot be ${JSON.stringify(word)}. Give a time with its zone, as 2026-01-31T12:00:00Z.`,
    { option: name, value: word },
  )
}

/** Vaults that are meant, as the indexer selects them. */
export type IndexTarget = {
  readonly tenantId?: string
  readonly vault?: Address
  /** Those that are meant, by tenant and address. */
  readonly vaults: readonly Vault[]
  /** Slugs of the chains that are meant and have one of them. */
  readonly chains: readonly string[]
}

type MeantVault = {
  readonly vault: Vault
  readonly chain: string
}

export async function findTarget(store: Store, options: VaultOptions): Promise<IndexTarget> {
  const all = await store.vaults.everywhere()
  const tenant = options.tenant === undefined ? null : await tenantMeant(store, options.tenant)
  const ownVaults = tenant === null ? all : all.filter(({ tenantId }) => tenantId === tenant.id)
  const only = options.vault === undefined ? null : vaultMeant(onceEach(ownVaults), options.vault)
  const vaults =
    only === null ? ownVaults : ownVaults.filter(({ address }) => address === only.address)
  if (vaults.length === 0) {
    throw new UsageError('The store has no vault. Add one: vaultwright vault add <definition>')
  }
  return {
    ...(tenant === null ? {} : { tenantId: tenant.id }),
    ...(only === null ? {} : { vault: only.address }),
    vaults,
    chains: chainsMeant(vaults, options.chain),
  }
}

export async function findVault(
  store: Store,
  options: VaultOptions & { readonly vault: string },
): Promise<MeantVault> {
  const tenant = await tenantMeant(store, options.tenant)
  const all = await store.vaults.everywhere()
  const vault = vaultMeant(
    all.filter(({ tenantId }) => tenantId === tenant.id),
    options.vault,
  )
  const chains = vault.deployments.map(({ chain }) => chain)
  return { vault, chain: chainMeant({ name: vault.name, chains }, options.chain) }
}

/** Vaults whose status is meant. */
type StatusTarget = {
  readonly tenantId?: string
  /** On chains with blocks; null when only vaults of Solana are meant. */
  readonly target: IndexTarget | null
  readonly svmVaults: readonly SvmVault[]
}

/** Finds the vaults of all chains that are meant: those of Solana by their name or their address as it is. */
export async function findStatusTarget(store: Store, options: VaultOptions): Promise<StatusTarget> {
  const tenant = options.tenant === undefined ? null : await tenantMeant(store, options.tenant)
  const isOwn = (one: { readonly tenantId: string }) =>
    tenant === null || one.tenantId === tenant.id
  const { vault: word, chain } = options
  const ofSolana = chain === undefined || chain === 'solana'
  const svmVaults = (await store.svmVaults.everywhere()).filter(
    (one) =>
      ofSolana && isOwn(one) && (word === undefined || one.name === word || one.address === word),
  )
  const scope = tenant === null ? {} : { tenantId: tenant.id }
  if (svmVaults.length > 0) {
    const tenantVaults = (await store.vaults.everywhere()).filter(isOwn)
    const isMeant = (one: Vault) =>
      word === undefined || one.name === word || one.address.toLowerCase() === word.toLowerCase()
    if (chain === 'solana' || !tenantVaults.some(isMeant))
      return { ...scope, target: null, svmVaults }
  }
  return { ...scope, target: await findTarget(store, options), svmVaults }
}

/** Several tenants may have the same vault. */
function onceEach(vaults: readonly Vault[]): readonly Vault[] {
  return [...new Map(vaults.map((vault) => [vault.address, vault])).values()]
}

function chainsMeant(vaults: readonly Vault[], word: string | undefined): readonly string[] {
  const slugs = vaults.flatMap(({ deployments }) => deployments.map(({ chain }) => chain))
  const there = [...new Set(slugs)].sort()
  if (word === undefined) return there
  const { known: knownChain } = there.includes(word) ? { known: null } : chainOfWord(word, 'chain')
  const meant = knownChain?.slug ?? word
  if (there.includes(meant)) return [meant]
  const text = `No vault that is meant is on ${word}. Their chains are: ${there.join(', ')}.`
  throw new UsageError(text, { option: 'chain', value: word })
}
