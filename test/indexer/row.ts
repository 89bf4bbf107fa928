import { openReceiptReader } from '@vaultwright/indexer'
import type { SeededStore } from '../support/index/index-seed.ts'

/** Everything that is kept of the days of both vaults, without what tells when it was written. */
export async function rowsOf({ store, tenantId, places }: SeededStore) {
  const rows = []
  const receiptOf = openReceiptReader(store, tenantId)
  for (const vaultRef of places) {
    const range = { ...vaultRef, from: '2020-01-01', to: '2030-01-01' }
    const everything = { limit: 500, after: null }
    const [snapshots, points, readings, latest] = await Promise.all([
      store.snapshots.page(tenantId, vaultRef, everything),
      store.dailyPoints.page(tenantId, range, everything),
      store.readings.page(tenantId, range, everything),
      store.performances.latest(tenantId, vaultRef),
    ])
    const receipts = await Promise.all(
      readings.items.flatMap(({ day }) =>
        (['daily', 'performance'] as const).map((kind) => receiptOf({ ...vaultRef, day }, kind)),
      ),
    )
    rows.push({
      vaultRef,
      latest,
      receipts,
      snapshots: snapshots.items.toReversed(),
      points: points.items,
      readings: readings.items.map(({ readAtUnix: _, ...rest }) => rest),
    })
  }
  return rows
}
