import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { LocalChain } from '@vaultwright/chain'
import { scanChain } from '@vaultwright/indexer'
import { openStore, type Store } from '@vaultwright/store'
import { openSeededStore, slug } from '../index/index-seed.ts'
import { startLocalChain } from '../node/local-chain.ts'
import { untilIdle } from '../progress.ts'
import { openFreshSqlite, openMigratedPostgres } from '../store/store-database.ts'
import type { Fresh } from '../store/store-fixture.ts'
import { openFastClock } from './index-world-clock.ts'
import { homeOf, type IndexHome } from './index-world-home.ts'
import { openIndexWorker } from './index-world-worker.ts'

/** The local chain, and as many databases as are wanted. */
export type IndexWorld = LocalChain & {
  /** @returns one without any day. */
  readonly openHome: (kind: Store['kind']) => Promise<IndexHome>
  /** @returns one on SQLite that lacks the last eleven days of each vault. */
  readonly openLaterHome: () => Promise<IndexHome>
  readonly close: () => Promise<void>
}

type Seeded = Pick<IndexHome, 'tenantId' | 'places'>

/** The last day that a later home has. */
const laterDay = '2026-02-02'

/** Opens a world. An SQLite home is a copy of one that was filled once. */
export async function openIndexWorld(): Promise<IndexWorld> {
  const local = await startLocalChain()
  const { anvil, manifest } = local
  const [empty, later] = [await openFreshSqlite(), await openFreshSqlite()]
  const seeded = await seed(empty)
  copy(empty, later)
  const clock = openFastClock(manifest.head.timestamp)
  const plan = { home: later, manifest, url: anvil.url, clock }
  const worker = await openIndexWorker(plan)
  await scanChain(worker.context, slug, { order: 'oldest', to: laterDay })
  await untilIdle(worker.queue, worker.events)
  await worker.close()
  const copyOf = async (template: Fresh) => {
    const fresh = await openFreshSqlite()
    copy(template, fresh)
    return homeOf('sqlite', fresh, seeded)
  }
  return {
    ...local,
    openHome: async (kind) => {
      if (kind === 'sqlite') return copyOf(empty)
      const fresh = await openMigratedPostgres()
      return homeOf(kind, fresh, await seed(fresh))
    },
    openLaterHome: () => copyOf(later),
    close: async () => {
      await Promise.all([empty.drop(), later.drop()])
      await anvil.close()
    },
  }

  async function seed({ url }: Fresh): Promise<Seeded> {
    const store = await openStore(url, { migrate: true })
    const { tenantId, places, close } = await openSeededStore(manifest, store)
    await close()
    return { tenantId, places }
  }
}

function copy(from: Fresh, to: Fresh): void {
  mkdirSync(dirname(pathOf(to)), { recursive: true })
  copyFileSync(pathOf(from), pathOf(to))
}

function pathOf({ url }: Pick<Fresh, 'url'>): string {
  return url.slice('sqlite:'.length)
}
