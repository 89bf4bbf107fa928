import { sql } from 'kysely'
import type { Store } from '../record/store.ts'
import { buildAccountNames } from './access/account-name.ts'
import { buildKeys } from './access/api-key.ts'
import { buildAudit } from './access/audit.ts'
import { buildCallers, collectKeyUses } from './access/caller.ts'
import { buildChallenges } from './access/challenge.ts'
import { buildInvites } from './access/invite.ts'
import { buildPasskeys } from './access/passkey.ts'
import { buildReviews } from './access/review.ts'
import { buildSessions } from './access/session.ts'
import { buildTenants } from './access/tenant.ts'
import { buildUsers } from './access/user.ts'
import { buildDailyPoints } from './day/daily-point.ts'
import { buildDerived } from './day/derived.ts'
import { buildFailures } from './day/failure.ts'
import { buildHeads } from './day/head.ts'
import { buildLatestDays } from './day/latest-day.ts'
import { buildPerformances } from './day/performance.ts'
import { buildPrices } from './day/price.ts'
import { buildReadings } from './day/reading.ts'
import { buildRetention, buildRevisions } from './day/revision.ts'
import { buildSimulations } from './day/simulation.ts'
import { buildSnapshots } from './day/snapshot.ts'
import { buildStatePacks } from './day/state-pack.ts'
import { buildSafeProposals } from './safe/safe-proposal.ts'
import { buildSafeQueues } from './safe/safe-queue.ts'
import { buildListedVaults } from './svm/listed-vault.ts'
import { buildSvmReadings } from './svm/svm-reading.ts'
import { buildSvmVaults } from './svm/svm-vault.ts'
import { buildSwapOrders } from './swap/order.ts'
import { buildSwapQuotes } from './swap/quote.ts'
import type { StoreEngine } from './table/engine.ts'
import { buildControls } from './vault/control.ts'
import { buildExecutions } from './vault/execution.ts'
import { buildRoots } from './vault/root.ts'
import { buildTrees } from './vault/tree.ts'
import { buildVaults } from './vault/vault.ts'
import { buildWithdrawQueues } from './withdraw/withdraw-queue.ts'
import { watchWrites } from './write-watch.ts'

/** Makes the store of an engine: the same queries on both databases. */
export function buildStore(opened: StoreEngine): Store {
  const { engine, writeFailure } = watchWrites(opened)
  const vaults = buildVaults(engine)
  const svmVaults = buildSvmVaults(engine)
  const uses = collectKeyUses(engine)
  let closing: Promise<void> | null = null
  const close = async () => {
    uses.stop()
    try {
      await uses.flush()
    } finally {
      await engine.close()
    }
  }
  return {
    kind: engine.kind,
    tenants: buildTenants(engine),
    users: buildUsers(engine),
    keys: {
      ...buildKeys(engine),
      ...buildCallers(engine),
      noteUse: (keyId) => uses.note(keyId),
    },
    passkeys: buildPasskeys(engine),
    sessions: buildSessions(engine),
    invites: buildInvites(engine),
    challenges: buildChallenges(engine),
    accountNames: buildAccountNames(engine),
    reviews: buildReviews(engine),
    vaults,
    svmVaults,
    listedVaults: buildListedVaults(vaults, svmVaults),
    svmReadings: buildSvmReadings(engine),
    trees: buildTrees(engine),
    roots: buildRoots(engine),
    executions: buildExecutions(engine),
    snapshots: buildSnapshots(engine),
    dailyPoints: buildDailyPoints(engine),
    performances: buildPerformances(engine),
    latestDays: buildLatestDays(engine),
    prices: buildPrices(engine),
    simulations: buildSimulations(engine),
    readings: buildReadings(engine),
    statePacks: buildStatePacks(engine),
    derived: buildDerived(engine),
    revisions: buildRevisions(engine),
    failures: buildFailures(engine),
    heads: buildHeads(engine),
    retention: buildRetention(engine),
    swapQuotes: buildSwapQuotes(engine),
    swapOrders: buildSwapOrders(engine),
    safeQueues: { ...buildSafeQueues(engine), ...buildSafeProposals(engine) },
    controls: buildControls(engine),
    withdrawQueues: buildWithdrawQueues(engine),
    audit: buildAudit(engine),
    openTurn: engine.openTurn,
    revision: engine.revision,
    askRevision: engine.askRevision,
    writeFailure,
    ping: async () => {
      await sql`select 1`.execute(engine.read)
    },
    close: () => {
      closing ??= close()
      return closing
    },
  }
}
