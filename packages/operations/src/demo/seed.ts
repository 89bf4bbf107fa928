import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalManifest } from '@vaultwright/chain'
import { parseDefinition } from '@vaultwright/definition'
import { fileOf, parseTreeFile } from '@vaultwright/formats'
import type { PriceBook } from '@vaultwright/indexer'
import { buildLeafTree } from '@vaultwright/manager'
import { chainOf } from '@vaultwright/registry'
import type { Actor, Store } from '@vaultwright/store'
import { putVault } from '../admin/by-store.ts'

/** The needs of the demo. */
export type DemoParts = {
  readonly store: Store
  readonly manifest: LocalManifest
  /** Of the local chain's files. */
  readonly folder: string
  /** Of the definitions of the two vaults. */
  readonly definitions: string
}

/** The records of the demo. */
export type Demo = {
  readonly tenantId: string
  /** The text of a key of an `admin`. */
  readonly key: string
  /** The secret of an invitation of the same user to the web console. */
  readonly invite: string
}

const actor: Actor = 'local:demo'

/**
 * Fills an empty store with the two vaults of the local chain, as if they had been here from their
 * first day: definitions and trees. Roots and days are the indexer's.
 */
export async function seedDemo(parts: DemoParts): Promise<Demo> {
  const { store, manifest } = parts
  const tenant = await store.tenants.create({ name: 'demo' }, actor)
  const user = await store.users.create(tenant.id, { name: 'demo', role: 'admin' }, actor)
  const draft = { userId: user.id, description: 'demo', ratePerMinute: null }
  const { text } = await store.keys.create(tenant.id, draft, actor)
  for (const vault of manifest.vaults) await seedVault(parts, { tenantId: tenant.id, known: vault })
  const { secret } = await store.invites.create(tenant.id, { userId: user.id, hours: 24 }, actor)
  return { tenantId: tenant.id, key: text, invite: secret }
}

type KnownAddresses = LocalManifest['vaults'][number]
type SeedTarget = { readonly tenantId: string; readonly known: KnownAddresses }

async function seedVault(
  parts: DemoParts,
  { tenantId, known: knownVault }: SeedTarget,
): Promise<void> {
  const text = textOf(parts.definitions, `${fileNameOf(knownVault)}.yaml`)
  const definition = parseDefinition(text)
  const lockText = textOf(parts.definitions, 'vaultwright.lock.json')
  await putVault(parts.store.vaults, { definition, text, lockText }, { tenantId, actor })
  await seedTrees(parts, { tenantId, known: knownVault })
  await seedPending(parts, { tenantId, known: knownVault })
}

/** Every tree that a strategist of the vault ever had lies among the local chain's files. */
async function seedTrees(
  parts: DemoParts,
  { tenantId, known: knownVault }: SeedTarget,
): Promise<void> {
  const chain = slugOf(parts.manifest)
  for (const { address, tree } of knownVault.strategists) {
    const isMain = /-main-\d+\.json$/.test(tree)
    const names = isMain ? [1, 2, 3].map((at) => tree.replace(/\d+\.json$/, `${at}.json`)) : [tree]
    for (const name of names) {
      const file = parseTreeFile(readFileSync(join(parts.folder, name)))
      const push = { chain, vault: knownVault.vault, strategist: address, file }
      await parts.store.trees.push(tenantId, push, actor)
    }
  }
}

/** The next tree of the second strategist, one permission shorter: on no Manager yet. */
async function seedPending(
  parts: DemoParts,
  { tenantId, known: knownVault }: SeedTarget,
): Promise<void> {
  const lending = knownVault.strategists.find(({ tree }) => tree.includes('lending'))!
  const { tree, metadata } = parseTreeFile(readFileSync(join(parts.folder, lending.tree)))
  const used = tree.leaves.slice(0, metadata.leafCount - 1)
  const file = fileOf(buildLeafTree(used), metadata)
  const push = {
    chain: slugOf(parts.manifest),
    vault: knownVault.vault,
    strategist: lending.address,
  }
  await parts.store.trees.push(tenantId, { ...push, file }, actor)
}

function slugOf({ chainId }: LocalManifest): string {
  return chainOf(chainId)?.slug ?? String(chainId)
}

function fileNameOf({ name }: KnownAddresses): string {
  return name.toLowerCase().replace(' ', '-')
}

function textOf(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

/** Tokens that the local chain's oracle has a price of, from its first day on. */
const priced = ['WETH', 'USDC', 'DAI'] as const

/** Names who tells the local chain's prices: an oracle that stands on that chain itself. */
export function demoPrices({ contracts }: LocalManifest, chain: string): PriceBook {
  const oracle = contracts['Price oracle']!
  return {
    prices: priced.map((symbol) => ({
      chain,
      asset: contracts[symbol]!,
      per: 'usd',
      sources: [{ kind: 'oracle', oracle, confidence: null }],
    })),
  }
}
