import type { Store } from '@vaultwright/store'
import type { Cache } from './cache.ts'
import type { ChainAccesses } from './chain-access.ts'
import type { ApiConfig } from './config.ts'
import type { Limiter } from './limit/limiter.ts'

/** What every route has at hand. */
export type ApiContext = {
  readonly config: ApiConfig
  readonly store: Store
  readonly chains: ChainAccesses
  readonly limiter: Limiter
  readonly cache: Cache
  /** Unix seconds. */
  readonly now: () => bigint
}
