import { sql } from 'kysely'
import type { Store } from '../store.ts'
import { buildKeys } from './api-key.ts'
import { buildAudit } from './audit.ts'
import { buildAuthenticate } from './caller.ts'
import { buildDailyPoints } from './daily-point.ts'
import { buildDerived } from './derived.ts'
import type { StoreEngine } from './engine.ts'
import { buildFailures } from './failure.ts'
import { buildHeads } from './head.ts'
import { collectKeyUses } from './key-use.ts'
import { buildPerformances } from './performance.ts'
import { buildPrices } from './price.ts'
import { buildReadings } from './reading.ts'
import { buildRetention } from './retention.ts'
import { buildRevisions } from './revision.ts'
import { buildRoots } from './root.ts'
import { buildSimulations } from './simulation.ts'
import { buildSnapshots } from './snapshot.ts'
import { buildTenants } from './tenant.ts'
import { buildTrees } from './tree.ts'
import { buildUsers } from './user.ts'
import { buildVaults } from './vault.ts'

/**
 * Makes the store of an engine: the same queries on both databases.
 *
 * @param engine - an open, migrated database.
 * @returns the store; closing it closes the engine.
 */
export function buildStore(engine: StoreEngine): Store {
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
      authenticate: buildAuthenticate(engine),
      noteUse: (keyId) => uses.note(keyId),
    },
    vaults: buildVaults(engine),
    trees: buildTrees(engine),
    roots: buildRoots(engine),
    snapshots: buildSnapshots(engine),
    dailyPoints: buildDailyPoints(engine),
    performances: buildPerformances(engine),
    prices: buildPrices(engine),
    simulations: buildSimulations(engine),
    readings: buildReadings(engine),
    derived: buildDerived(engine),
    revisions: buildRevisions(engine),
    failures: buildFailures(engine),
    heads: buildHeads(engine),
    retention: buildRetention(engine),
    audit: buildAudit(engine),
    revision: engine.revision,
    ping: async () => {
      await sql`select 1`.execute(engine.read)
    },
    close: () => {
      closing ??= close()
      return closing
    },
  }
}
