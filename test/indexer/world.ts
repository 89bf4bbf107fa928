import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Finality,
  type LocalManifest,
  openChain,
  openCountedRpc,
  openJointRpc,
  type Rpc,
} from '@vaultwright/chain'
import {
  handlerOf,
  type IndexContext,
  type IndexEvent,
  type IndexParts,
  openContext,
  openInlineQueue,
  parsePriceBook,
  type Queue,
  scanChain,
  workOptionsOf,
} from '@vaultwright/indexer'
import { openStore, type Store, type VaultPlace } from '@vaultwright/store'
import { localTree } from '../support/local-chain.ts'

export const slug = 'local'
const actor = 'local:indexer'

type LocalVault = LocalManifest['vaults'][number]

/** A store that knows the two vaults of the local chain and their trees, and nothing of their days. */
export type SeededStore = {
  readonly store: Store
  readonly tenantId: string
  readonly places: readonly VaultPlace[]
  readonly close: () => Promise<void>
}

/** Opens a new SQLite store, or fills the one that is given. */
export async function openSeededStore(
  manifest: LocalManifest,
  given?: Store,
): Promise<SeededStore> {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-indexer-'))
  const store = given ?? (await openStore(`sqlite:${join(folder, 'store.db')}`, { migrate: true }))
  const { id: tenantId } = await store.tenants.create({ name: 'indexer' }, actor)
  for (const vault of manifest.vaults) await seedVault(store, tenantId, vault)
  return {
    ...{ store, tenantId },
    places: manifest.vaults.map(({ vault }) => ({ chain: slug, vault })),
    close: async () => {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function seedVault(store: Store, tenantId: string, vault: LocalVault): Promise<void> {
  const { strategists, manager, accountant, teller } = vault
  const deployment = {
    ...{ chain: slug, manager, accountant: accountant.address, teller, drones: [] },
    ...{ deployedAtUnix: null, deployedBlock: null },
    strategists: strategists.map(({ name, address }) => ({ name, address })),
  }
  const draft = {
    ...{ address: vault.vault, name: vault.name, status: 'active' as const },
    ...{ deployedAtUnix: null, deployments: [deployment], definition: null, lock: null },
  }
  await store.vaults.put(tenantId, draft, actor)
  const key = vault.name.toLowerCase().replace(' ', '-')
  for (const { address, tree } of strategists) {
    const names = tree.includes('-main-') ? ['main-1', 'main-2', 'main-3'] : ['lending']
    for (const name of names) {
      const file = localTree(`${key}-${name}`)
      const push = { chain: slug, vault: vault.vault, strategist: address, file }
      await store.trees.push(tenantId, push, actor)
    }
  }
}

/** The one oracle of the local chain, whose prices are in US dollars. */
export function pricesOf({ contracts }: LocalManifest): string {
  const rules = ['WETH', 'USDC', 'DAI'].map((token) => ({
    ...{ chain: slug, asset: contracts[token], per: 'usd' },
    sources: [{ oracle: contracts['Price oracle'] }],
  }))
  return JSON.stringify({ prices: rules })
}

/** A process that indexes, within this one. */
export type Desk = {
  readonly context: IndexContext
  readonly queue: Queue
  readonly events: readonly IndexEvent[]
  /** Looks the chain over and does what is missing, until nothing changes any more. */
  readonly index: () => Promise<void>
  /** Round trips so far. */
  readonly asks: () => number
  readonly close: () => Promise<void>
}

export type DeskOptions = Partial<IndexParts> & {
  readonly finality?: Finality
  readonly concurrency?: number
}

/** Opens one on a node. */
export async function openDesk(
  { store }: Pick<SeededStore, 'store'>,
  { manifest, rpc }: { readonly manifest: LocalManifest; readonly rpc: Rpc },
  options: DeskOptions = {},
): Promise<Desk> {
  const counted = openCountedRpc(rpc)
  const chain = await openChain(openJointRpc(counted.rpc), { id: manifest.chainId })
  const queue = openInlineQueue()
  const events: IndexEvent[] = []
  const finality = options.finality ?? { kind: 'tag', tag: 'latest' }
  const context = openContext({
    store,
    chains: async () => ({ slug, chain, finality }),
    prices: parsePriceBook(pricesOf(manifest)),
    settings: { order: 'oldest', revisionDays: null, priceDays: null },
    nowUnix: () => BigInt(manifest.head.timestamp),
    random: () => 0.5,
    fetch: async () => {
      throw new Error('Nobody but the chain is asked.')
    },
    observe: (event) => void events.push(event),
    enqueue: (flows) => queue.add(flows),
    ...options,
  })
  const concurrency = options.concurrency ?? 4
  await queue.work(handlerOf(context), workOptionsOf(context, concurrency))
  return {
    ...{ context, queue, events },
    index: async () => {
      for (let round = 0; round < 5; round++) {
        const { flows } = await scanChain(context, slug, { order: context.settings.order })
        await queue.idle(AbortSignal.timeout(120_000))
        if (flows === 0) return
      }
    },
    asks: () => counted.counts().asks,
    close: () => queue.close(),
  }
}

/** Everything that is kept of the days of both vaults, without what tells when it was written. */
export async function rowsOf({ store, tenantId, places }: SeededStore) {
  const rows = []
  for (const place of places) {
    const range = { ...place, from: '2020-01-01', to: '2030-01-01' }
    const everything = { limit: 500, after: null }
    const [snapshots, points, readings, latest] = await Promise.all([
      store.snapshots.page(tenantId, place, everything),
      store.dailyPoints.page(tenantId, range, everything),
      store.readings.page(tenantId, range, everything),
      store.performances.latest(tenantId, place),
    ])
    const receipts = await Promise.all(
      readings.items.flatMap(({ day }) =>
        (['daily', 'performance'] as const).map((kind) =>
          store.derived.receipt(tenantId, { ...place, day }, kind),
        ),
      ),
    )
    rows.push({
      ...{ place, latest, receipts },
      snapshots: snapshots.items.toReversed(),
      points: points.items,
      readings: readings.items.map(({ readAtUnix: _, ...rest }) => rest),
    })
  }
  return rows
}
