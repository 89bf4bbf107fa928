import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSameAddress } from '@vaultwright/base'
import type { Chain, LocalManifest } from '@vaultwright/chain'
import { chainIn, type Definition, parseDefinition } from '@vaultwright/definition'
import { fileOf, parseTreeFile } from '@vaultwright/formats'
import { buildLeafTree } from '@vaultwright/manager'
import { chainOf } from '@vaultwright/registry'
import type { Actor, Store } from '@vaultwright/store'
import { putVault } from '../admin/vault-draft.ts'
import { syncVault } from '../admin/vault-sync.ts'
import { readHistory } from './history.ts'
import type { Subject } from './vault-at.ts'

/** What the demo needs. */
export type DemoParts = {
  readonly store: Store
  readonly chain: Chain
  readonly manifest: LocalManifest
  /** Of the local chain's files. */
  readonly folder: string
  /** Of the definitions of the two vaults. */
  readonly definitions: string
  /** Told of each day that is read, and whose. */
  readonly onDay: (name: string) => void
}

/** What the demo made. */
export type Demo = {
  readonly tenantId: string
  /** The text of a key of an `admin`. */
  readonly key: string
}

const actor: Actor = 'local:demo'
/** Invented, so that the demo shows values in USD; their source says so. */
const demoUsd: Readonly<Record<string, string>> = { WETH: '2500', USDC: '1' }
const source = 'demo: invented'

/**
 * Fills an empty store with the two vaults of the local chain, as if they had been here from their
 * first day: definitions, trees, every root that was set, and a snapshot for each day.
 *
 * @param parts - the store, the chain and the files.
 * @returns the tenant and a key.
 */
export async function seedDemo(parts: DemoParts): Promise<Demo> {
  const { store, chain, manifest } = parts
  const tenant = await store.tenants.create({ name: 'demo' }, actor)
  const user = await store.users.create(tenant.id, { name: 'demo', role: 'admin' }, actor)
  const draft = { userId: user.id, description: 'demo', ratePerMinute: null }
  const { text } = await store.keys.create(tenant.id, draft, actor)
  for (const known of manifest.vaults) await seedVault(parts, { tenantId: tenant.id, known })
  const head = await chain.readBlock('latest')
  const prices = manifest.vaults.map(({ base }) => ({
    ...{ chain: slugOf(manifest), asset: base.address, atUnix: head.timestamp },
    ...{ usd: usdOf(base.symbol), source },
  }))
  await store.prices.put(tenant.id, prices)
  return { tenantId: tenant.id, key: text }
}

type Known = LocalManifest['vaults'][number]
type Seat = { readonly tenantId: string; readonly known: Known }

async function seedVault(parts: DemoParts, { tenantId, known }: Seat): Promise<void> {
  const { store, chain, manifest } = parts
  const place = { chain: slugOf(manifest), vault: known.vault }
  const text = textOf(parts.definitions, `${fileNameOf(known)}.yaml`)
  const definition = parseDefinition(text)
  const lockText = textOf(parts.definitions, 'vaultwright.lock.json')
  const added = await putVault(store.vaults, { definition, text, lockText }, { tenantId, actor })
  await seedTrees(parts, { tenantId, known })
  await seedPending(parts, { tenantId, known })
  const seat = { store, tenantId, actor }
  const { vault } = await syncVault(seat, added, { slug: place.chain, chain })
  const subject = await subjectOf(chain, known, definition)
  const history = await readHistory(
    chain,
    { ...subject, place, fromUnix: vault.deployedAtUnix! },
    {
      baseUsd: usdOf(known.base.symbol),
      onDay: () => parts.onDay(known.name),
    },
  )
  for (const snapshot of history.snapshots) await store.snapshots.put(tenantId, snapshot)
  await store.dailyPoints.put(tenantId, history.dailyPoints)
  if (history.performance !== null) await store.performances.put(tenantId, history.performance)
}

/** Every tree that a strategist of the vault ever had lies among the local chain's files. */
async function seedTrees(parts: DemoParts, { tenantId, known }: Seat): Promise<void> {
  const chain = slugOf(parts.manifest)
  const prefix = fileNameOf(known)
  for (const { address, tree } of known.strategists) {
    const isMain = /-main-\d+\.json$/.test(tree)
    const names = isMain
      ? [1, 2, 3].map((at) => `${prefix}-main-${at}.json`)
      : [`${prefix}-lending.json`]
    for (const name of names) {
      const file = parseTreeFile(readFileSync(join(parts.folder, 'trees', name)))
      const push = { chain, vault: known.vault, strategist: address, file }
      await parts.store.trees.push(tenantId, push, actor)
    }
  }
}

/** The next tree of the second strategist, one permission shorter: on no Manager yet. */
async function seedPending(parts: DemoParts, { tenantId, known }: Seat): Promise<void> {
  const lending = known.strategists.find(({ tree }) => tree.includes('lending'))!
  const { tree, metadata } = parseTreeFile(readFileSync(join(parts.folder, lending.tree)))
  const used = tree.leaves.slice(0, metadata.leafCount - 1)
  const file = fileOf(buildLeafTree(used), metadata)
  const push = { chain: slugOf(parts.manifest), vault: known.vault, strategist: lending.address }
  await parts.store.trees.push(tenantId, { ...push, file }, actor)
}

async function subjectOf(chain: Chain, known: Known, definition: Definition): Promise<Subject> {
  const head = await chain.readBlock('latest')
  const { tokens } = chainIn(definition, chain.id)
  const found = await chain.readTokens(
    [...tokens.values()].map(({ address }) => address),
    head,
  )
  const named = found.map(({ address, symbol, decimals }) => ({
    ...{ address, symbol: symbol ?? address, decimals },
  }))
  return {
    vault: known.vault,
    accountant: known.accountant.address,
    isStreaming: known.accountant.kind === 'AccountantYieldStreaming',
    base: named.find(({ address }) => isSameAddress(address, known.base.address))!,
    shareDecimals: known.decimals,
    tokens: named,
  }
}

function slugOf({ chainId }: LocalManifest): string {
  return chainOf(chainId)?.slug ?? String(chainId)
}

function fileNameOf({ name }: Known): string {
  return name.toLowerCase().replace(' ', '-')
}

function usdOf(symbol: string): string {
  return demoUsd[symbol]!
}

function textOf(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}
