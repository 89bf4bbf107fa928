import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalChain, type LocalManifest, openChain } from '@vaultwright/chain'
import {
  type Flow,
  handlerOf,
  type IndexContext,
  type IndexEvent,
  measuredOf,
  openContext,
  openInlineQueue,
  parsePriceBook,
  parseRawReading,
  scanChain,
} from '@vaultwright/indexer'
import { openStore, type Store } from '@vaultwright/store'
import { valueDay } from '@vaultwright/valuation'
import { localTree, startLocalChain } from '../support/local-chain.ts'
import type { FoundDay } from './difference.ts'

type LocalVault = LocalManifest['vaults'][number]

/** The local chain, and a store that the indexer has filled with its history. */
export type IndexedWorld = {
  readonly local: LocalChain
  readonly store: Store
  readonly tenantId: string
  /** What the indexer said while it worked. */
  readonly events: readonly IndexEvent[]
  /** Everything that the store has of a vault's days. */
  readonly daysOf: (vault: LocalVault) => Promise<readonly FoundDay[]>
  /** Indexes what is missing. */
  readonly index: () => Promise<void>
  readonly close: () => Promise<void>
}

const slug = 'local'
const actor = 'local:oracle'
const everything = { limit: 200, after: null }

/** Starts the local chain and gives a new store nothing but its vaults and their trees. */
export async function openIndexedWorld(): Promise<IndexedWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-oracle-'))
  const local = await startLocalChain()
  const store = await openStore(`sqlite:${join(folder, 'store.db')}`, { migrate: true })
  const { id: tenantId } = await store.tenants.create({ name: 'oracle' }, actor)
  for (const vault of local.manifest.vaults) await seedVault(store, tenantId, vault)
  const events: IndexEvent[] = []
  return {
    ...{ local, store, tenantId, events },
    daysOf: (vault) => readDays(store, tenantId, vault),
    index: () => indexAll(local, store, events),
    close: async () => {
      await store.close()
      await local.anvil.close()
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

/** Until nothing is missing any more; a scan finds what the roots of the one before made known. */
async function indexAll(local: LocalChain, store: Store, events: IndexEvent[]): Promise<void> {
  const chain = await openChain(local.anvil.rpc, { id: local.manifest.chainId })
  const queue = openInlineQueue()
  const context = openContext({
    store,
    chains: async () => ({ slug, chain, finality: { kind: 'tag', tag: 'latest' } }),
    prices: parsePriceBook(pricesOf(local.manifest)),
    settings: { order: 'oldest', revisionDays: null, priceDays: null },
    nowUnix: () => BigInt(local.manifest.head.timestamp),
    random: () => 0.5,
    fetch: async () => {
      throw new Error('The oracle asks nobody but the chain.')
    },
    observe: (event) => void events.push(event),
    enqueue: (flows: readonly Flow[]) => queue.add(flows),
  })
  await queue.work(handlerOf(context), { concurrency: 4, fateOf: () => ({ kind: 'park' }) })
  for (const _ of [1, 2, 3]) await scanUntilIdle(context, queue)
  await queue.close()
}

async function scanUntilIdle(
  context: IndexContext,
  queue: ReturnType<typeof openInlineQueue>,
): Promise<void> {
  await scanChain(context, slug, { order: 'oldest' })
  await queue.idle(AbortSignal.timeout(60_000))
}

/** The one oracle of the local chain, whose prices are in US dollars. */
function pricesOf({ contracts }: LocalManifest): string {
  const rules = ['WETH', 'USDC', 'DAI'].map((token) => ({
    ...{ chain: slug, asset: contracts[token], per: 'usd' },
    sources: [{ oracle: contracts['Price oracle'] }],
  }))
  return JSON.stringify({ prices: rules })
}

async function readDays(
  store: Store,
  tenantId: string,
  { vault }: LocalVault,
): Promise<readonly FoundDay[]> {
  const place = { chain: slug, vault }
  const range = { ...place, from: '2020-01-01', to: '2030-01-01' }
  const [snapshots, points, readings, latest] = await Promise.all([
    store.snapshots.page(tenantId, place, everything),
    store.dailyPoints.page(tenantId, range, everything),
    store.readings.page(tenantId, range, everything),
    store.performances.latest(tenantId, place),
  ])
  return Promise.all(
    readings.items.map(async ({ day, body }): Promise<FoundDay> => {
      const resultOf = async (kind: 'daily' | 'performance') => {
        const text = await store.derived.receipt(tenantId, { ...place, day }, kind)
        return text === null ? null : JSON.parse(text).result
      }
      return {
        snapshot: snapshots.items.find((one) => one.day === day)!,
        point: points.items.find((one) => one.day === day)!,
        value: valueDay(measuredOf(parseRawReading(body))).result,
        daily: await resultOf('daily'),
        week: await resultOf('performance'),
        performance: latest?.day === day ? latest : null,
      }
    }),
  )
}
