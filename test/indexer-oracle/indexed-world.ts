import type { LocalChain, LocalManifest } from '@vaultwright/chain'
import { type IndexEvent, parseRawReading, vaultStateOf } from '@vaultwright/indexer'
import type { Store } from '@vaultwright/store'
import { valueDay } from '@vaultwright/valuation'
import { openSeededStore, slug } from '../support/index/index-seed.ts'
import { openIndexerHarness } from '../support/index/indexer-harness.ts'
import { startLocalChain } from '../support/node/local-chain.ts'
import type { FoundDay } from './difference.ts'

type LocalVault = LocalManifest['vaults'][number]

/** The local chain, and a store that the indexer has filled with its history. */
export type IndexedWorld = {
  readonly local: LocalChain
  readonly store: Store
  readonly tenantId: string
  /** The events of the indexer while it worked. */
  readonly events: readonly IndexEvent[]
  /** Everything that the store has of a vault's days. */
  readonly daysOf: (vault: LocalVault) => Promise<readonly FoundDay[]>
  /** Indexes what is missing. */
  readonly index: () => Promise<void>
  readonly close: () => Promise<void>
}

const everything = { limit: 200, after: null }

/** Starts the local chain and gives a new store nothing but its vaults and their trees. */
export async function openIndexedWorld(): Promise<IndexedWorld> {
  const local = await startLocalChain()
  const { manifest, anvil } = local
  const seeded = await openSeededStore(manifest)
  const { store, tenantId } = seeded
  const events: IndexEvent[] = []
  return {
    local,
    store,
    tenantId,
    events,
    daysOf: (vault) => readDays(store, tenantId, vault),
    index: async () => {
      const observe = (event: IndexEvent) => void events.push(event)
      const harness = await openIndexerHarness(seeded, { manifest, rpc: anvil.rpc }, { observe })
      await harness.index()
      await harness.close()
    },
    close: async () => {
      await seeded.close()
      await anvil.close()
    },
  }
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
        const receipt = await store.derived.receipt(tenantId, { ...place, day }, kind)
        return receipt === null ? null : JSON.parse(receipt.text).result
      }
      return {
        snapshot: snapshots.items.find((one) => one.day === day)!,
        point: points.items.find((one) => one.day === day)!,
        value: valueDay(vaultStateOf(parseRawReading(body))).result,
        daily: await resultOf('daily'),
        week: await resultOf('performance'),
        performance: latest?.day === day ? latest : null,
      }
    }),
  )
}
