import type { Store } from '@vaultwright/store'
import type { ApiConfig } from '../config/config.ts'
import type { AddressLimiter } from '../limit/address.ts'
import type { FairTurns } from '../limit/fair-turn.ts'
import type { LargeAnswers } from '../limit/large-answer.ts'
import type { Limiter } from '../limit/limiter.ts'
import type { ChainAccesses } from '../node/chains.ts'
import type { FinalityService } from '../node/finality-service.ts'
import type { SafeServices } from '../node/safe-services.ts'
import type { SolanaAccess } from '../node/solana-access.ts'
import type { SwapServices } from '../node/swap-services.ts'
import type { WorkerPool } from '../worker/worker-pool.ts'

/** The context of every route. */
export type ApiContext = {
  readonly config: ApiConfig
  readonly store: Store
  readonly chains: ChainAccesses
  /** Null when no node of Solana is configured. */
  readonly solana: SolanaAccess | null
  readonly limiter: Limiter
  readonly addresses: AddressLimiter
  /** Of builds and simulations. */
  readonly turns: FairTurns
  /** Answers that are compressed and sent, counted by tenant. */
  readonly answers: LargeAnswers
  /** Reads what is large in other threads. */
  readonly pool: WorkerPool
  /** Of quotes: how many run at once, and third parties. */
  readonly swaps: SwapServices
  /** Of queues of Safes: services that the operator names. */
  readonly safes: SafeServices
  /** Of final blocks: beacon chains that the operator names. */
  readonly finality: FinalityService
  /** The URL of the service for callers, without a slash at the end: its public URL, else the one it listens on. */
  readonly baseUrl: () => string
  /** Unix seconds. */
  readonly now: () => bigint
}
