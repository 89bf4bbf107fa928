import { openStore, type Store, type StoreOptions, type VaultRef } from '@vaultwright/store'
import type { Fresh } from '../store/store-fixture.ts'
import { type IndexTables, readIndexTables } from './index-world-row.ts'

/** A database of its own that knows the vaults of the local chain, and nothing of their days. */
export type IndexHome = {
  readonly kind: Store['kind']
  readonly url: string
  readonly tenantId: string
  readonly places: readonly VaultRef[]
  readonly open: (options?: StoreOptions) => Promise<Store>
  readonly ask: Fresh['ask']
  readonly tables: () => Promise<IndexTables>
  readonly drop: () => Promise<void>
}

type Seeded = Pick<IndexHome, 'tenantId' | 'places'>

/** Makes a home of a database that was filled. */
export function homeOf(kind: Store['kind'], fresh: Fresh, seeded: Seeded): IndexHome {
  return {
    kind,
    ...seeded,
    url: fresh.url,
    ask: fresh.ask,
    drop: fresh.drop,
    open: (options) => openStore(fresh.url, options),
    tables: () => readIndexTables(fresh),
  }
}
