import type { AccountNameStore } from '../access/account-name.ts'
import type { KeyStore } from '../access/api-key.ts'
import type { AuditStore } from '../access/audit.ts'
import type { ChallengeStore } from '../access/challenge.ts'
import type { InviteStore } from '../access/invite.ts'
import type { PasskeyStore } from '../access/passkey.ts'
import type { ReviewStore } from '../access/review.ts'
import type { SessionStore } from '../access/session.ts'
import type { TenantStore } from '../access/tenant.ts'
import type { UserStore } from '../access/user.ts'
import type { ControlStore } from './control.ts'
import type { DailyPointStore } from './daily-point.ts'
import type { DerivedStore } from './derived.ts'
import type { ExecutionStore } from './execution.ts'
import type { FailureStore } from './failure.ts'
import type { HeadStore } from './head.ts'
import type { LatestDayStore } from './latest-day.ts'
import type { PerformanceStore } from './performance.ts'
import type { PriceStore } from './price.ts'
import type { ReadingStore, StatePackStore } from './reading.ts'
import type { RetentionStore, RevisionStore } from './revision.ts'
import type { RootStore } from './root.ts'
import type { SafeQueueStore } from './safe.ts'
import type { SimulationStore } from './simulation.ts'
import type { SnapshotStore } from './snapshot.ts'
import type { ListedVaultStore, SvmReadingStore, SvmVaultStore } from './svm-vault.ts'
import type { SwapOrderStore, SwapQuoteStore } from './swap.ts'
import type { TreeStore } from './tree.ts'
import type { VaultStore } from './vault.ts'
import type { WithdrawQueueStore } from './withdraw-queue.ts'

/** Why a database does not take writes. */
export type WriteFailure = {
  /** As in the facts of `StoreUnavailableError`. */
  readonly reason: string
  /** Of the first write that failed, where none succeeded since. */
  readonly sinceUnix: bigint
}

/**
 * The store of everything. What belongs to a tenant is asked for with the tenant's id first, and a
 * thing of another tenant is not there. Each writing function writes all or nothing, and an
 * administrative one its entry of the audit log with it.
 */
export type Store = {
  readonly kind: 'sqlite' | 'postgres'
  readonly tenants: TenantStore
  readonly users: UserStore
  readonly keys: KeyStore
  readonly passkeys: PasskeyStore
  readonly sessions: SessionStore
  readonly invites: InviteStore
  readonly challenges: ChallengeStore
  readonly accountNames: AccountNameStore
  readonly reviews: ReviewStore
  readonly vaults: VaultStore
  readonly svmVaults: SvmVaultStore
  readonly listedVaults: ListedVaultStore
  readonly svmReadings: SvmReadingStore
  readonly trees: TreeStore
  readonly roots: RootStore
  readonly executions: ExecutionStore
  readonly snapshots: SnapshotStore
  readonly dailyPoints: DailyPointStore
  readonly performances: PerformanceStore
  readonly latestDays: LatestDayStore
  readonly prices: PriceStore
  readonly simulations: SimulationStore
  readonly readings: ReadingStore
  readonly statePacks: StatePackStore
  readonly derived: DerivedStore
  readonly revisions: RevisionStore
  readonly failures: FailureStore
  readonly heads: HeadStore
  readonly retention: RetentionStore
  readonly swapQuotes: SwapQuoteStore
  readonly swapOrders: SwapOrderStore
  readonly safeQueues: SafeQueueStore
  readonly controls: ControlStore
  readonly withdrawQueues: WithdrawQueueStore
  readonly audit: AuditStore
  /**
   * Lets what is read until this turn of the event loop ends be of one state of the database, where that saves time.
   * To be called when a request arrives: what its caller knows was committed before the turn began.
   */
  readonly openTurn: () => void
  /**
   * Tells cheaply, without waiting, which state of the database the next read sees.
   * Writes of other processes are looked for each time, and once where a turn is open.
   * @returns a text that changes with every write of any process, but for noted uses of keys and sessions, challenges and heads;
   * null where only the server can tell, which `askRevision` asks.
   */
  readonly revision: () => string | null
  /**
   * As `revision`, and asks the server where that is needed: once for all who ask
   * while the event loop has other work, at most 4 ms.
   * @returns null where the server cannot tell either, and nothing may be kept from one request to the next.
   * @throws {StoreUnavailableError}
   */
  readonly askRevision: () => Promise<string | null>
  /**
   * Tells why the database did not take the last write; null where it did. While it does not, asking has it tried
   * again now and then.
   */
  readonly writeFailure: () => WriteFailure | null
  /** Asks the database for a sign of life. @throws {StoreUnavailableError} */
  readonly ping: () => Promise<void>
  /** Writes what is noted and lets go of the database. */
  readonly close: () => Promise<void>
}
